#include <gtest/gtest.h>

#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "app/checksum.h"
#include "app/player.h"
#include "gpu/filters/test_filters.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

using Host = PlayClock::Host;
using namespace std::chrono_literals;

constexpr auto kFrame = 40ms;
constexpr const char* kShort = "pattern:66x50@25:frames=60";

// A player whose time is the test's own, and what a fresh run gives to compare with.
class PlayerEditTest : public testing::Test {
 protected:
  static Chain chain_of(const std::string& text) { return parse_chain(text, filters_with_tests()); }

  void open(const std::string& input, const std::string& chain, bool unpaced = false,
            std::int64_t plays = 1) {
    input_ = input;
    chains_[0] = chain;
    Player::Options options;
    options.engine.input = input;
    options.engine.chain = chain_of(chain);
    options.engine.settings = {Mode::overlapped, 3};
    options.engine.start.loop.plays = plays;
    options.unpaced = unpaced;
    options.finish_row = [this](const ProcessedFrame& frame, const FrameOutcome& outcome) {
      std::lock_guard lock(mutex_);
      rows_[frame.source->index] += 1;
      displayed_rows_ += outcome.displayed ? 1 : 0;
    };
    options.finish_dropped = [this](const SourceFrame& frame, const PipelineSettings&) {
      std::lock_guard lock(mutex_);
      rows_[frame.index] += 1;
    };
    player_ = std::make_unique<Player>(device_, std::move(options));
  }
  // The checksums of a run from the start, by pts.
  const std::map<Nanoseconds, std::uint64_t>& fresh(const std::string& chain) {
    auto& sums = fresh_[chain];
    if (!sums.empty()) return sums;
    EngineOptions options;
    options.input = input_;
    options.chain = chain_of(chain);
    options.settings = {Mode::serial, 1};
    Engine engine(device_, options);
    for (ProcessedItem item;;) {
      while (engine.results().pop_for(item, 30s) != QueueStatus::ok) {
      }
      if (item.kind != ProcessedItem::Kind::frame) return sums;
      sums[item.frame.pts] = picture_checksum(item.frame.picture);
    }
  }
  void edit(const std::string& chain) {
    const std::uint64_t before = player_->chain_revision();
    ASSERT_EQ(player_->set_chain(chain_of(chain)), "") << chain;
    if (player_->chain_revision() != before) chains_[player_->chain_revision()] = chain;
  }
  bool show() {
    if (!player_->take_due(now_)) return false;
    player_->displayed(now_, 1ms);
    ++shown_;
    return true;
  }
  void show_next() {
    while (!show())
      std::this_thread::yield();
  }
  // Until the frame on show is of the chain in force.
  void show_edit() {
    while (player_->current()->revision != player_->chain_revision())
      if (!show()) std::this_thread::yield();
  }
  void step() {
    player_->step(+1);
    show_next();
  }
  [[nodiscard]] Nanoseconds pts() const { return player_->current()->pts; }
  // The picture on show is what a fresh run of its chain gives there.
  void expect_fresh(const std::string& where) {
    const ProcessedFrame& frame = *player_->current();
    const std::string& chain = chains_.at(frame.revision);
    const auto& sums = fresh(chain);
    ASSERT_TRUE(sums.contains(frame.pts)) << where << ": " << chain;
    EXPECT_EQ(picture_checksum(frame.picture), sums.at(frame.pts))
        << where << ": " << chain << ", frame " << frame.pts / kFrame << ", revision "
        << frame.revision;
  }
  void play_to(Nanoseconds to) {
    player_->set_paused(true);
    if (!player_->current()) show_next();
    while (pts() < to)
      step();
  }
  void expect_one_row_each() {
    std::lock_guard lock(mutex_);
    for (const auto& [index, count] : rows_)
      EXPECT_EQ(count, 1) << index;
  }

  OpenedDevice opened_ = open_device(parse_device_choice("cpu"));
  Device& device_ = *opened_.device;
  std::string input_;
  std::map<std::uint64_t, std::string> chains_;  // by revision
  std::map<std::string, std::map<Nanoseconds, std::uint64_t>> fresh_;
  std::mutex mutex_;
  std::map<std::int64_t, int> rows_;
  std::int64_t displayed_rows_ = 0;
  int shown_ = 0;
  Host::time_point now_ = Host::now() + 1h;
  std::unique_ptr<Player> player_;
};

constexpr const char* kChains[] = {"eq=contrast=1.3",
                                   "gblur=sigma=2",
                                   "tmix=frames=4",
                                   "tmix=frames=4,negate",
                                   "",
                                   "exposure=0.4,tmix=frames=3,sobel,tmix=frames=5",
                                   "tmix=frames=2"};

TEST_F(PlayerEditTest, PausedTheFrameOnShowAndThoseSteppedToAreThoseOfAFreshRun) {
  open(kShort, "negate");
  play_to(7 * kFrame);
  for (const char* chain : kChains) {
    const auto at = pts();
    edit(chain);
    show_edit();
    EXPECT_EQ(pts(), at) << chain;
    expect_fresh("after the edit");
    for (int n = 0; n < 3; ++n) {
      step();
      EXPECT_EQ(pts(), at + (n + 1) * kFrame) << chain;
      expect_fresh("stepping on");
    }
  }
  expect_one_row_each();
  EXPECT_EQ(displayed_rows_, player_->counts().displayed);
}

TEST_F(PlayerEditTest, AnEditHasNoRowOfItsOwn) {
  open(kShort, "negate");
  play_to(3 * kFrame);
  for (const char* chain : {"eq=contrast=1.1", "eq=contrast=1.2", "negate"}) {
    edit(chain);
    show_edit();
  }
  EXPECT_EQ(displayed_rows_, 4);
  EXPECT_EQ(player_->counts().displayed, 4);
  expect_one_row_each();
}

TEST_F(PlayerEditTest, WithinTheReachTheDecoderStaysWhereItIs) {
  open(kShort, "tmix=frames=6");
  play_to(20 * kFrame);
  const auto generation = player_->engine().decode().generation();
  edit("tmix=frames=6,negate");
  show_edit();
  edit("tmix=frames=3");
  show_edit();
  expect_fresh("within the reach");
  EXPECT_EQ(player_->engine().decode().generation(), generation);
  EXPECT_EQ(player_->engine().reach(), 2);
  edit("tmix=frames=9");
  EXPECT_EQ(player_->engine().reach(), 8);
  show_edit();
  expect_fresh("beyond it");
  EXPECT_GT(player_->engine().decode().generation(), generation);
  EXPECT_EQ(pts(), 20 * kFrame);
}

TEST_F(PlayerEditTest, AtTheStreamsEndTheLastFrameIsFilteredAgain) {
  open("pattern:66x50@25:frames=6", "negate");
  play_to(5 * kFrame);
  while (!player_->ended()) {
    (void)player_->next_deadline(now_);
    std::this_thread::yield();
  }
  for (const char* chain :
       {"gblur=sigma=1", "tmix=frames=3", "test_double_rate", "eq=contrast=2"}) {
    edit(chain);
    show_edit();
    EXPECT_EQ(pts(), 5 * kFrame);
    expect_fresh("at the end");
  }
}

TEST_F(PlayerEditTest, GeometryAndTwoOutputsAreReplannedToo) {
  open(kShort, "test_halve=left=2");
  play_to(9 * kFrame);
  for (const char* chain :
       {"test_double_rate=past=1:next=1", "test_halve=top=4,test_double_rate", "negate"}) {
    edit(chain);
    show_edit();
    expect_fresh("after the edit");
    for (int n = 0; n < 5; ++n) {
      step();
      expect_fresh("stepping on");
    }
  }
}

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
  open("pattern:66x50@25:frames=600", "negate", true);
  show_next();
  int n = 0;
  while (!player_->ended()) {
    now_ += 17ms;
    if (show()) expect_fresh("unpaced");
    if (++n % 5 == 0) edit("tmix=frames=3,eq=contrast=1." + std::to_string(n % 4));
    std::this_thread::yield();
  }
  while (show()) {
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
  while (show())
    now_ += 17ms;
  EXPECT_EQ(rows_.size(), 400U);
  expect_one_row_each();
}

TEST_F(PlayerEditTest, RapidEditsCoalesceAndTheLastOneCounts) {
  open(kShort, "negate");
  play_to(10 * kFrame);
  for (int n = 0; n < 200; ++n) {
    edit("tmix=frames=" + std::to_string(2 + n % 4) + ",eq=contrast=1." + std::to_string(n));
    if (show()) expect_fresh("meanwhile");
  }
  show_edit();
  EXPECT_EQ(pts(), 10 * kFrame);
  EXPECT_EQ(to_text(player_->chain()), "tmix=frames=5,eq=contrast=1.199");
  expect_fresh("at last");
  step();
  expect_fresh("stepping on");
  expect_one_row_each();
}

TEST_F(PlayerEditTest, WhatTheFramesCannotTakeIsRefusedAndTheChainStays) {
  open(kShort, "negate");
  play_to(2 * kFrame);
  const std::string refused = player_->set_chain(chain_of("negate=components=r"));
  EXPECT_NE(refused, "");
  EXPECT_EQ(refused.find('\n'), std::string::npos);
  EXPECT_EQ(to_text(player_->chain()), "negate");
  EXPECT_EQ(player_->chain_revision(), 0U);
  step();
  expect_fresh("after the refusal");
}

TEST_F(PlayerEditTest, BeforeTheFirstFrameAnEditIsTaken) {
  open(kShort, "negate");
  edit("tmix=frames=3");
  show_next();
  show_edit();
  EXPECT_EQ(pts(), 0ms);
  expect_fresh("the first");
}

TEST_F(PlayerEditTest, AnEditDuringASeekBelongsToItsFrames) {
  open(kShort, "negate");
  play_to(5 * kFrame);
  for (const int to : {30, 3, 50, 12}) {
    player_->seek(to * kFrame, true);
    edit(to % 2 == 0 ? "tmix=frames=7" : "gblur=sigma=1,tmix=frames=2");
    while (player_->current()->revision != player_->chain_revision() || pts() != to * kFrame)
      if (!show()) std::this_thread::yield();
    expect_fresh("sought");
    edit("eq=contrast=1.5");
    player_->step(-1);
    while (player_->current()->revision != player_->chain_revision() || pts() != (to - 1) * kFrame)
      if (!show()) std::this_thread::yield();
    expect_fresh("stepped back");
  }
}

TEST_F(PlayerEditTest, NoResultRunsOutWhateverIsAdded) {
  open("pattern:66x50@25:frames=200", "", true);
  PipelineSettings settings{Mode::overlapped, kMostLanes};
  player_->configure(settings);
  show_next();
  player_->set_paused(true);
  for (const char* chain : {"tmix=frames=64", "test_double_rate,test_double_rate",
                            "tmix=frames=100", "test_double_rate,tmix=frames=9,test_double_rate"}) {
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
  open("pattern:322x182@60", "gblur=sigma=60");
  std::uint64_t last = 0;
  std::int64_t latest = -1;
  int answered = 0;
  for (int n = 0; answered < 12; ++n) {
    now_ = Host::now();
    if (n % 50 == 0) edit("tmix=frames=2,gblur=sigma=" + std::to_string(60 + n / 50 % 40));
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
  EXPECT_GT(shown_, 300);
  player_->set_paused(true);
  show_edit();
  expect_fresh("at last");
  expect_one_row_each();
  EXPECT_FALSE(player_->take_fault());
}

}  // namespace
}  // namespace framelane
