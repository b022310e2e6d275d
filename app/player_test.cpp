#include "app/player.h"

#include "app/player_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

class PlayerTest : public PlayerFixture {
 protected:
  void open(const std::string& input, bool unpaced = false, std::int64_t plays = 1) {
    Player::Options options;
    options.engine.input = input;
    options.engine.chain = parse_chain("negate");
    options.engine.settings = {Mode::overlapped, 8};
    options.engine.start.loop.plays = plays;
    options.unpaced = unpaced;
    options.finish_row = [this](const ProcessedFrame& frame, const FrameOutcome& outcome) {
      std::lock_guard lock(mutex_);
      rows_.push_back({frame.source->index, outcome.displayed, outcome.dropped});
    };
    start(std::move(options));
  }
  [[nodiscard]] std::int64_t shown() const { return player_->current()->source->index; }
  void wait_until_full() {
    Engine& engine = player_->engine();
    while (engine.results().size() < engine.results().capacity() ||
           engine.queue_depth() < engine.queue_capacity())
      std::this_thread::yield();
  }

  // Time begins to run at now_.
  void let_time_run() {
    while (player_->engine().results().size() == 0)
      std::this_thread::yield();
    (void)player_->take_due(now_);  // takes the next frame in hand
    wait_until_full();
    (void)player_->take_due(now_);
  }

  struct Row {
    std::int64_t source;
    bool displayed, dropped;
  };
  std::vector<Row> rows_;
};

TEST_F(PlayerTest, FramesAreShownAtTheirOwnTimes) {
  open("pattern:66x50@25:frames=100");
  show_next();
  let_time_run();
  const auto start = now_;
  for (int ms = 0; ms < 1000; ++ms) {
    now_ = start + std::chrono::milliseconds(ms);
    while (player_->engine().results().size() == 0)
      std::this_thread::yield();
    if (!show()) continue;
    const auto late = now_ - (start + pts());
    EXPECT_GE(late, -1ms) << shown();
    EXPECT_LE(late, 2ms) << shown();
  }
  EXPECT_EQ(shown(), 24);
  EXPECT_EQ(player_->counts().dropped, 0);
  EXPECT_EQ(player_->counts().late, 0);
  EXPECT_EQ(player_->counts().repeated, 0);
}

TEST_F(PlayerTest, AFrameWhoseSuccessorIsDueAsWellIsDropped) {
  open("pattern:66x50@25:frames=100");
  show_next();
  let_time_run();
  wait_until_full();
  now_ += 90ms;  // frames 1 and 2 are due
  ASSERT_TRUE(show());
  EXPECT_EQ(shown(), 2);
  EXPECT_EQ(player_->counts().dropped, 1);
}

TEST_F(PlayerTest, PausedNothingIsDueAndSteppingShowsTheNextFrameAtOnce) {
  open("pattern:66x50@25:frames=100");
  show_next();
  player_->set_paused(true);
  wait_until_full();
  now_ += 10s;
  EXPECT_FALSE(show());
  EXPECT_FALSE(player_->next_deadline(now_));
  player_->step(+1);
  EXPECT_TRUE(show()) << "with eight lanes too";
  EXPECT_EQ(pts(), 40ms);
  player_->step(+1);
  show_next();
  EXPECT_EQ(pts(), 80ms);
  player_->step(-1);
  show_next();
  EXPECT_EQ(pts(), 40ms);
  player_->step(-1);
  show_next();
  EXPECT_EQ(pts(), 0ms);
}

TEST_F(PlayerTest, ASeekWhilePausedShowsItsFrame) {
  open("pattern:66x50@25:frames=100");
  show_next();
  player_->set_paused(true);
  for (const auto to : {2000ms, 400ms, 3960ms}) {
    player_->seek(to, true);
    show_next();
    EXPECT_EQ(pts(), to);
  }
  player_->seek_by(-960ms, true);
  show_next();
  EXPECT_EQ(pts(), 3000ms);
}

TEST_F(PlayerTest, AnInputCameEmptyOnlyIfNoSeekLedPastItsEnd) {
  open("pattern:66x50@25:frames=5");
  player_->seek(10s, true);
  while (!player_->ended())
    if (!show()) std::this_thread::yield();
  EXPECT_FALSE(player_->current()) << "the seek came before the first frame was taken";
  EXPECT_FALSE(player_->came_empty());
  player_->seek(0ms, true);
  show_next();
  EXPECT_FALSE(player_->came_empty());
}

TEST_F(PlayerTest, TheEndHoldsTheLastFrameAndPlayingOnStartsAgain) {
  open("pattern:66x50@1000:frames=5");
  while (!player_->ended() || player_->current()->source->index < 4) {
    now_ += 1ms;
    (void)show();
    std::this_thread::yield();
  }
  EXPECT_EQ(pts(), 4ms);
  player_->set_paused(false);
  show_next();
  EXPECT_EQ(pts(), 0ms);
  EXPECT_FALSE(player_->ended());
}

TEST_F(PlayerTest, ALoopGoesOnWithoutAGap) {
  open("pattern:66x50@25:frames=5", false, 0);
  show_next();
  let_time_run();
  const auto start = now_;
  int count = 1;
  for (int ms = 0; ms < 800; ++ms) {
    now_ = start + std::chrono::milliseconds(ms);
    while (player_->engine().results().size() == 0)
      std::this_thread::yield();
    if (!show()) continue;
    EXPECT_NEAR(std::chrono::duration<double>(now_ - start).count(), 0.04 * count, 0.003);
    EXPECT_EQ(pts(), 40ms * (count % 5));
    ++count;
  }
  EXPECT_EQ(count, 20);
}

TEST_F(PlayerTest, FromAToBPlayGoesRoundAndASeekBehindBPlaysOnToTheEnd) {
  open("pattern:66x50@25:frames=60");
  show_next();
  player_->set_paused(true);
  const auto step_to = [&](Nanoseconds to) {
    while (pts() < to) {
      player_->step(+1);
      show_next();
    }
  };
  step_to(80ms);
  player_->mark_ab();
  step_to(200ms);
  wait_until_full();  // what lies behind B is waiting already
  player_->mark_ab();
  show_next();
  EXPECT_EQ(pts(), 200ms) << "paused, the picture stays";
  for (const auto expected : {80ms, 120ms, 160ms, 200ms, 80ms}) {
    player_->step(+1);
    show_next();
    EXPECT_EQ(pts(), expected);
  }
  for (const auto expected : {2320ms, 2360ms, 80ms}) {
    if (expected == 2320ms)
      player_->seek(expected, true);
    else
      player_->step(+1);
    show_next();
    EXPECT_EQ(pts(), expected);
  }
  step_to(160ms);
  wait_until_full();
  player_->mark_ab();
  EXPECT_FALSE(player_->ab().a || player_->ab().b);
  show_next();
  for (const auto expected : {200ms, 240ms, 280ms}) {
    player_->step(+1);
    show_next();
    EXPECT_EQ(pts(), expected) << "no longer round";
  }
}

TEST_F(PlayerTest, SettingBWhilePlayingGoesToAAndMarksInTheWrongOrderAreSwapped) {
  open("pattern:66x50@25:frames=100");
  show_next();
  player_->seek(2000ms, true);
  show_next();
  player_->mark_ab();
  player_->seek(1000ms, true);
  show_next();
  player_->mark_ab();
  EXPECT_EQ(player_->ab().a, 1000ms);
  EXPECT_EQ(player_->ab().b, 2000ms);
  player_->mark_ab();
  player_->mark_ab();
  player_->seek(1400ms, true);
  show_next();
  player_->mark_ab();
  show_next();
  EXPECT_EQ(pts(), 1000ms);
}

TEST_F(PlayerTest, TheResidentLoopTakesTheABStretch) {
  open("pattern:66x50@25:frames=100");
  show_next();
  player_->set_paused(true);
  player_->mark_ab();
  for (int n = 0; n < 3; ++n) {
    player_->step(+1);
    show_next();
  }
  player_->mark_ab();
  show_next();
  EXPECT_EQ(player_->set_resident(60), "");
  EXPECT_EQ(player_->resident(), 4);
  show_next();
  for (const auto expected : {40ms, 80ms, 120ms, 0ms, 40ms}) {
    player_->step(+1);
    show_next();
    EXPECT_EQ(pts(), expected);
  }
}

TEST_F(PlayerTest, UnpacedTheNewestIsShownAndTheReplacedAreFinishedAsNotShown) {
  open("pattern:66x50@25:frames=400", true);
  show_next();
  while (!player_->ended()) {
    now_ += 17ms;
    (void)show();
    std::this_thread::yield();
  }
  while (show())
    now_ += 17ms;
  std::lock_guard lock(mutex_);
  EXPECT_EQ(rows_.size(), 400U) << "every frame has its row";
  const auto displayed =
      std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return row.displayed; });
  EXPECT_EQ(displayed, player_->counts().displayed);
  EXPECT_EQ(pts(), 40ms * 399) << "the last frame is shown in the end";
}

// By index: each frame is shown once and in order, whatever the mode it came through.
TEST_F(PlayerTest, NoFrameIsLostOrDoubledWhenTheModeIsToggledWhilePlaying) {
  open("pattern:66x50@25:frames=200");
  show_next();
  let_time_run();
  constexpr PipelineSettings kModes[] = {
      {Mode::serial, 1}, {Mode::overlapped, 2}, {Mode::staged, 4}, {Mode::overlapped, 8}};
  for (std::int64_t n = 1; n < 200; ++n) {
    if (n % 3 == 0) player_->configure(kModes[static_cast<std::size_t>(n / 3) % 4]);
    now_ += 40ms;
    show_next();
    ASSERT_EQ(shown(), n);
  }
  EXPECT_EQ(player_->counts().displayed, 200);
  EXPECT_EQ(player_->counts().dropped, 0);
}

// Played late, frames are left out; a step is to the very next one all the same.
TEST_F(PlayerTest, AStepIsToTheNextFrameAlsoWhereLateOnesWereDropped) {
  open("pattern:66x50@25:frames=5000");
  now_ = Host::now() - 5s;  // far more than what is processed ahead
  show_next();
  let_time_run();
  while (player_->engine().process().status().dropped == 0) {
    now_ = Host::now();
    (void)show();
    std::this_thread::yield();
  }
  player_->set_paused(true);
  for (int n = 0; n < 25; ++n) {
    const auto before = pts();
    player_->step(+1);
    show_next();
    ASSERT_EQ(pts(), before + 40ms);
  }
}

TEST_F(PlayerTest, SpeedChangesHowSoonTheNextFrameIsDue) {
  open("pattern:66x50@25:frames=100");
  show_next();
  let_time_run();
  player_->set_speed(2);
  (void)player_->take_due(Host::now());
  const auto deadline = player_->next_deadline(Host::now());
  ASSERT_TRUE(deadline);
  EXPECT_LE(*deadline - Host::now(), 20ms);
}

}  // namespace
}  // namespace framelane
