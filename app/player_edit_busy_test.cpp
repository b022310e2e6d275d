#include <random>

#include "app/player_edit_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

// Edits while frames rush by.

TEST_F(PlayerEditTest, InAResidentLoopTheLoopGoesOn) {
  open("pattern:66x50@25:frames=12", "negate", true, 0);
  play_to(0ms);
  ASSERT_EQ(player_->set_resident(12), "");
  player_->set_paused(false);
  const auto generation = player_->engine().decode().generation();
  for (int round = 0; round < 4; ++round)
    for (const char* chain : kChains) {
      edit(chain);
      for (int n = 0; n < 6 || player_->current()->revision != player_->chain_revision(); ++n) {
        now_ += 17ms;
        if (show() && player_->current()->generation == generation) expect_fresh("resident");
      }
    }
  EXPECT_EQ(player_->resident(), 12);
  EXPECT_EQ(player_->engine().decode().generation(), generation);
}

TEST_F(PlayerEditTest, UnpacedNoFrameIsLostOrDoubled) {
  open("pattern:66x50@25:frames=300", "negate", true);
  show_next();
  int n = 0;
  while (!player_->ended()) {
    now_ += 17ms;
    if (show()) expect_fresh("unpaced");
    if (++n % 5 == 0) edit("tmix=frames=3,eq=contrast=1." + std::to_string(n % 4));
    std::this_thread::yield();
  }
  // The last edit may still run the frame on show again, with nothing queued meanwhile.
  const auto limit = std::chrono::steady_clock::now() + 100s;
  const auto told = [&] { return displayed_rows_ == player_->counts().displayed; };
  while (show() || (!told() && std::chrono::steady_clock::now() < limit)) {
    expect_fresh("unpaced");
    now_ += 17ms;
  }
  expect_one_row_each();
  EXPECT_EQ(displayed_rows_, player_->counts().displayed);
}

TEST_F(PlayerEditTest, WithoutASeekEveryFrameHasItsRow) {
  open("pattern:66x50@25:frames=400", "tmix=frames=3,eq=contrast=1.1", true);
  int n = 0;
  while (!player_->ended() || player_->engine().results().size() > 0) {
    now_ += 17ms;
    (void)show();
    if (++n % 3 == 0) edit("tmix=frames=3,eq=contrast=1." + std::to_string(2 + n % 7));
    std::this_thread::yield();
  }
  // The last edit may still run the last frames again, with nothing queued meanwhile.
  const auto limit = std::chrono::steady_clock::now() + 100s;
  while (rows_.size() < 400 && std::chrono::steady_clock::now() < limit) {
    now_ += 17ms;
    if (!show()) std::this_thread::yield();
  }
  for (std::int64_t index = 0; index < 400; ++index)
    EXPECT_EQ(rows_.count(index), 1U) << index;
  expect_one_row_each();
}

TEST_F(PlayerEditTest, RapidEditsCoalesceAndTheLastOneCounts) {
  open(kShort, "negate");
  play_to(10 * kFrame);
  for (int n = 0; n < 60; ++n) {
    edit("tmix=frames=" + std::to_string(2 + n % 4) + ",eq=contrast=1." + std::to_string(n));
    if (show()) expect_fresh("meanwhile");
  }
  show_edit();
  EXPECT_EQ(pts(), 10 * kFrame);
  EXPECT_EQ(to_text(player_->chain()), "tmix=frames=5,eq=contrast=1.59");
  expect_fresh("at last");
  step();
  expect_fresh("stepping on");
  expect_one_row_each();
}

TEST_F(PlayerEditTest, NoResultRunsOutWhateverIsAdded) {
  open("pattern:34x26@25:frames=70", "", true);
  PipelineSettings settings{Mode::overlapped, kMostLanes};
  player_->configure(settings);
  play_to(0ms);
  for (const char* chain : {"tmix=frames=30", "test_double_rate,test_double_rate", "tmix=frames=40",
                            "test_double_rate,tmix=frames=9,test_double_rate"}) {
    edit(chain);
    show_edit();
    for (int n = 0; n < 12; ++n)
      step();
    expect_fresh("stepping on");
    EXPECT_FALSE(player_->take_fault());
  }
  EXPECT_GT(player_->engine().result_pool().blocks, 0);
}

// In real time, with a filter that takes longer than a frame lasts: late frames are left out.
TEST_F(PlayerEditTest, ADraggedSliderOverASlowFilterKeepsShowing) {
  open("pattern:162x92@240", "gblur=sigma=40");
  std::uint64_t last = 0;
  std::int64_t latest = -1;
  int answered = 0;
  for (int n = 0; answered < 6; ++n) {
    now_ = Host::now();
    if (n % 50 == 0) edit("tmix=frames=2,gblur=sigma=" + std::to_string(40 + n / 50 % 40));
    if (!show()) {
      std::this_thread::yield();
      continue;
    }
    EXPECT_GE(player_->current()->source->index, latest) << "time never goes back";
    latest = player_->current()->source->index;
    answered += std::exchange(last, player_->current()->revision) != last;
  }
  player_.reset();
  expect_one_row_each();
}

// Of frames that run again while all of them are late by now: those left out keep their place among
// those that are not.
TEST(ProcessEdit, FramesLeftOutAmongThoseRunAgainComeInTheOrderOfTheFrames) {
  const OpenedDevice opened = open_device(parse_device_choice("cpu"));
  PlayClock clock;
  EngineOptions options;
  options.input = "pattern:66x50@25:frames=200";
  options.settings = {Mode::overlapped, 3};
  options.edits = true;
  options.clock = &clock;
  Engine engine(*opened.device, options);
  ProcessedItem item;
  const auto next = [&] {
    QueueStatus status = QueueStatus::interrupted;
    while (status == QueueStatus::interrupted)
      status = engine.results().pop_for(item, 30s);
    return status == QueueStatus::ok;
  };
  for (int n = 0; n < 2; ++n)
    ASSERT_TRUE(next());
  // All are late, and a second has gone by: the first is processed, those behind it are left out
  // while it is in flight.
  std::this_thread::sleep_for(1100ms);
  clock.start(0ms, PlayClock::Host::now() - 800ms, 1, epoch_of(*item.frame.source));
  const Chain chain = parse_chain("gblur=sigma=3");
  ASSERT_TRUE(engine.set_chain({chain, engine.plan(chain, engine.input().frame, {}), 1,
                                item.frame.source->index, item.generation, false}));
  std::int64_t latest = -1;
  int left_out = 0;
  for (int n = 0; n < 12;) {
    ASSERT_TRUE(next());
    if (item.revision != 1) continue;
    ASSERT_TRUE(item.frame.source);
    EXPECT_GT(item.frame.source->index, latest);
    latest = item.frame.source->index;
    left_out += item.kind == ProcessedItem::Kind::dropped ? 1 : 0;
    ++n;
  }
  EXPECT_GT(left_out, 0);
}

// Whatever comes together: every picture shown is that of a fresh run, none has two rows, and every
// edit is answered.
TEST_F(PlayerEditTest, EditsAmongSeeksStepsLoopsAndModes) {
  open("pattern:34x26@25:frames=40", "negate", false, 0);
  std::mt19937 random(20240611);
  const auto roll = [&](int sides) {
    return static_cast<int>(random() % static_cast<unsigned>(sides));
  };
  show_next();
  for (int n = 0; n < 1000; ++n) {
    const int op = roll(10);
    switch (op) {
      case 0:
      case 1:
      case 2:
        edit(kChains[static_cast<std::size_t>(roll(static_cast<int>(std::size(kChains))))]);
        break;
      case 3:
        player_->seek(roll(40) * kFrame, true);
        break;
      case 4:
        player_->step(roll(2) == 0 ? 1 : -1);
        break;
      case 5:
        player_->configure({roll(2) == 0   ? Mode::serial
                            : roll(2) == 0 ? Mode::staged
                                           : Mode::overlapped,
                            1 + roll(4)});
        break;
      case 6:
        player_->set_paused(roll(3) == 0);
        break;
      case 7:
        player_->set_unpaced(roll(2) == 0);
        break;
      default:
        break;
    }
    const bool comes = op == 3 || op == 4;
    if (comes && roll(2) == 0) {
      show_next();
      expect_fresh("arrived " + std::to_string(n));
    }
    if (roll(4) == 0) {
      show_edit();
      expect_fresh("answered " + std::to_string(n));
    }
    for (int turn = roll(6) * 20; turn >= 0; --turn) {
      now_ += 3ms;
      if (show()) expect_fresh("turn " + std::to_string(n));
      std::this_thread::yield();
    }
  }
  EXPECT_GT(shown_count_, 300);
  player_->set_paused(true);
  show_edit();
  expect_fresh("at last");
  expect_one_row_each();
  EXPECT_FALSE(player_->take_fault());
}

}  // namespace
}  // namespace framelane
