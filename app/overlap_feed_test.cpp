#include "app/overlap_feed.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "app/overlap_figures.h"
#include "gpu/plan.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

// Frames as a pipeline would time them: upload 2 ms, passes 1 ms, download 3 ms.
class OverlapFeedTest : public testing::Test {
 protected:
  void SetUp() override { edit("negate"); }
  void edit(const std::string& text, int width = 64) {
    chain_ = parse_chain(text);
    FrameFacts facts;
    facts.format = find_pixel_format("yuv420p");
    facts.width = width;
    facts.height = 48;
    plan_ = plan_chain(chain_, facts, {});
    feed_.set_chain(chain_, *plan_, ++revision_);
  }
  ProcessedFrame frame(Nanoseconds start) {
    ProcessedFrame made;
    auto source = std::make_shared<SourceFrame>();
    source->resident = resident_;
    made.source = source;
    made.plan = plan_;
    made.index = index_++;
    made.revision = revision_;
    made.times.mode = mode_;
    made.times.lanes = mode_ == Mode::serial ? 1 : lanes_;
    made.times.memory = memory_;
    if (!resident_) made.times.decode = 500us;
    made.times.upload = {start, start + 2ms};
    made.times.filter = {start + 2ms, start + 3ms};
    made.times.download = {start + 3ms, start + 6ms};
    made.times.bytes_up = made.times.bytes_down = 1'000'000;
    return made;
  }
  // So many frames, one begun `every` after the other.
  void play(int frames, Nanoseconds every, bool paced = false) {
    FrameOutcome outcome;
    outcome.paced = paced;
    for (int n = 0; n < frames; ++n, now_ += every)
      add(frame(now_), outcome);
    feed_.renew();
  }
  void add(const ProcessedFrame& frame, const FrameOutcome& outcome) {
    bursts_.add(frame.index, frame.times, outcome.paced);
    feed_.add(frame, outcome);
  }
  void use(Mode mode, int lanes = 2, HostMemory memory = HostMemory::pinned) {
    mode_ = mode;
    lanes_ = lanes;
    memory_ = memory;
    now_ += 20ms;
  }
  [[nodiscard]] std::optional<double> measured(Mode mode, int lanes,
                                               HostMemory memory = HostMemory::pinned) {
    const auto stretch = feed_.find({mode, lanes, memory, !resident_});
    return stretch ? stretch->frames.measured_ms() : std::nullopt;
  }
  OverlapModel model(int lanes = 2) {
    OverlapModel model;
    OverlapFacts facts;
    facts.settings = {mode_, lanes, memory_};
    facts.decoding = !resident_;
    facts.one_at_a_time = bursts_.one_at_a_time();
    facts.device.copy_engines = 2;
    fill_overlap(model, feed_, facts);
    return model;
  }

  Bursts bursts_;
  OverlapFeed feed_{bursts_};
  Chain chain_;
  std::shared_ptr<const ChainPlan> plan_;
  std::uint64_t revision_ = 0;
  std::int64_t index_ = 0;
  Nanoseconds now_{0};
  Mode mode_ = Mode::overlapped;
  int lanes_ = 2;
  HostMemory memory_ = HostMemory::pinned;
  bool resident_ = true;
};

TEST_F(OverlapFeedTest, EachModeKeepsWhatItTookTheLastTime) {
  play(20, 4ms);
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 2), 4);
  EXPECT_FALSE(measured(Mode::serial, 1));
  use(Mode::serial);
  play(20, 7ms);
  EXPECT_DOUBLE_EQ(*measured(Mode::serial, 1), 7);
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 2), 4);
  use(Mode::overlapped);
  play(20, 5ms);
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 2), 5);
  use(Mode::overlapped, 3);
  play(2, 3ms);
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 3), 3);
  EXPECT_EQ(feed_.other_lanes({Mode::overlapped, 3, HostMemory::pinned, false}), 2);
  EXPECT_EQ(feed_.other_lanes({Mode::staged, 3, HostMemory::pinned, false}), 0);
}

TEST_F(OverlapFeedTest, SpeedUpIsAgainstSerialInEitherOrder) {
  play(20, 4ms);
  EXPECT_FALSE(model().speed_up);
  use(Mode::serial);
  play(20, 8ms);
  EXPECT_DOUBLE_EQ(*model().speed_up, 1);
  use(Mode::overlapped);
  EXPECT_DOUBLE_EQ(*model().speed_up, 2);
  EXPECT_DOUBLE_EQ(*model().share_of_bound, 0.75) << "3 of 4 ms";
  EXPECT_DOUBLE_EQ(*model().bound_ms, 3);
}

// Two frames that end shortly one after the other: their stages take longer than the time between.
TEST_F(OverlapFeedTest, SerialAloneIsNoSpeedUp) {
  use(Mode::serial);
  play(20, 8ms);
  EXPECT_FALSE(model().speed_up) << "no other mode was measured";
  EXPECT_TRUE(model().serial_known);
  EXPECT_FALSE(model().overlapped_known);
  use(Mode::staged);
  play(20, 4ms);
  use(Mode::serial);
  EXPECT_DOUBLE_EQ(*model().speed_up, 1);
}

TEST_F(OverlapFeedTest, AFewFramesAreNoSpeedUp) {
  use(Mode::serial);
  play(20, 8ms);
  use(Mode::overlapped);
  play(7, 4ms);
  EXPECT_FALSE(model().speed_up) << "of the mode just switched to";
  EXPECT_FALSE(model().overlapped_known);
  play(1, 4ms);
  EXPECT_DOUBLE_EQ(*model().speed_up, 2);
  edit("eq=contrast=1.1");
  use(Mode::serial);
  play(7, 8ms);
  use(Mode::overlapped);
  play(20, 4ms);
  EXPECT_FALSE(model().speed_up) << "of serial";
  EXPECT_FALSE(model().serial_known);
}

TEST_F(OverlapFeedTest, ABoundThatIsBeatenIsNoBound) {
  play(2, 1ms);
  ASSERT_TRUE(model().bound_ms);
  EXPECT_FALSE(model().share_of_bound);
  use(Mode::overlapped, 3);
  play(100, 3ms);
  EXPECT_DOUBLE_EQ(*model(3).share_of_bound, 1);
}

TEST_F(OverlapFeedTest, AnotherMemoryHasFiguresOfItsOwn) {
  play(20, 4ms);
  use(Mode::serial);
  play(20, 8ms);
  use(Mode::overlapped, 2, HostMemory::pageable);
  play(20, 12ms);
  EXPECT_FALSE(model().speed_up) << "serial was not measured with pageable memory";
  EXPECT_EQ(model().rows.back().name, "page-locked, 2 lanes");
  EXPECT_DOUBLE_EQ(*model().rows.back().measured_ms, 4);
  EXPECT_TRUE(model().rows[1].now);
  EXPECT_TRUE(model().rows[1].end_to_end) << "nothing of it overlaps";
}

TEST_F(OverlapFeedTest, AnotherChainOrSizeMakesAllFiguresVoid) {
  const auto measure_both = [&] {
    use(Mode::overlapped);
    play(5, 4ms);
    use(Mode::serial);
    play(5, 8ms);
    return measured(Mode::overlapped, 2) && measured(Mode::serial, 1);
  };
  ASSERT_TRUE(measure_both());
  edit("negate");
  EXPECT_TRUE(measured(Mode::overlapped, 2) && measured(Mode::serial, 1)) << "the same chain";
  edit("negate,eq=contrast=1.5");
  EXPECT_FALSE(measured(Mode::overlapped, 2) || measured(Mode::serial, 1));
  ASSERT_TRUE(measure_both());
  edit("negate,eq=contrast=1.5", 128);
  EXPECT_FALSE(measured(Mode::overlapped, 2) || measured(Mode::serial, 1));
  ASSERT_TRUE(measure_both());
  feed_.clear();
  EXPECT_FALSE(measured(Mode::overlapped, 2) || measured(Mode::serial, 1));
}

TEST_F(OverlapFeedTest, FramesOfTheChainBeforeDoNotCount) {
  edit("eq=contrast=1.5");
  --revision_;
  play(20, 4ms);
  EXPECT_FALSE(measured(Mode::overlapped, 2));
}

TEST_F(OverlapFeedTest, WhatTheDisplayHeldComesLateAndCountsInItsPlace) {
  std::vector<ProcessedFrame> frames;
  for (int n = 0; n < 20; ++n, now_ += 4ms)
    frames.push_back(frame(now_));
  std::swap(frames[3], frames[15]);
  frames.erase(frames.begin() + 8);
  for (const ProcessedFrame& one : frames)
    add(one, {});
  feed_.renew();
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 2), 4);
}

TEST_F(OverlapFeedTest, ALateFrameOfTheModeBeforeIsLeftOut) {
  const ProcessedFrame late = frame(now_);
  play(10, 4ms);
  use(Mode::serial);
  play(10, 8ms);
  add(late, {});
  play(10, 8ms);
  EXPECT_DOUBLE_EQ(*measured(Mode::serial, 1), 8);
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 2), 4);
}

TEST_F(OverlapFeedTest, PausesAreNotFrameTimes) {
  play(10, 4ms);
  now_ += 3s;
  play(10, 4ms);
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 2), 4) << "that nobody told of";
  feed_.interrupted();
  now_ += 100ms;
  play(10, 4ms);
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 2), 4);
}

TEST_F(OverlapFeedTest, OnlyTheLastTwoSecondsCount) {
  play(10, 4ms);
  play(250, 10ms);
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 2), 10);
}

TEST_F(OverlapFeedTest, DecodingIsComparedWithDecodingAlone) {
  play(10, 4ms);
  resident_ = false;
  play(10, 9ms);
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 2), 9);
  EXPECT_EQ(model().terms.front().name, "decode");
  resident_ = true;
  EXPECT_DOUBLE_EQ(*measured(Mode::overlapped, 2), 4);
  EXPECT_EQ(model().terms.front().name, "upload");
}

TEST_F(OverlapFeedTest, PacedTheLastBurstCounts) {
  play(5, 4ms, true);
  now_ += 200ms;
  play(7, 3ms, true);
  now_ += 200ms;
  play(1, 4ms, true);
  const auto stretch = feed_.find({Mode::overlapped, 2, HostMemory::pinned, false});
  ASSERT_TRUE(stretch);
  EXPECT_TRUE(stretch->burst);
  EXPECT_EQ(stretch->frames.frames, 7);
  EXPECT_DOUBLE_EQ(*stretch->frames.measured_ms(), 3);
  EXPECT_EQ(model().frames, "last burst, 7 frames");
  EXPECT_FALSE(bursts_.one_at_a_time());
}

TEST_F(OverlapFeedTest, OneFrameAtATimeSaysSoAndKeepsTheLastBurst) {
  resident_ = false;
  play(5, 4ms, true);
  for (int n = 0; n < 100; ++n)
    play(1, 40ms, true);
  EXPECT_TRUE(bursts_.one_at_a_time());
  resident_ = true;  // a burst is not held up by decoding
  const OverlapModel shown = model();
  EXPECT_EQ(shown.verdict, "One frame in flight at a time, nothing to overlap; press u.");
  EXPECT_FALSE(shown.speed_up || shown.share_of_bound);
  EXPECT_EQ(shown.frames, "last burst, 6 frames") << "whole, though none is of the last 2 s";
  EXPECT_DOUBLE_EQ(*shown.rows[1].measured_ms, 4);
  EXPECT_EQ(shown.terms.size(), 4U) << "neither decode nor pace hold up a burst";
}

TEST_F(OverlapFeedTest, ABurstWhileNobodyLookedIsKept) {
  FrameOutcome outcome;
  outcome.paced = true;
  for (int n = 0; n < 100; ++n, now_ += n < 6 ? 4ms : 40ms)
    add(frame(now_), outcome);
  mode_ = Mode::serial;
  play(2, 40ms, true);
  const auto stretch = feed_.find({Mode::overlapped, 2, HostMemory::pinned, false});
  ASSERT_TRUE(stretch);
  EXPECT_EQ(stretch->frames.frames, 6);
}

TEST_F(OverlapFeedTest, ABurstInSerialIsFramesOneUponTheOther) {
  use(Mode::serial);
  play(8, 7ms, true);
  const auto stretch = feed_.find({Mode::serial, 1, HostMemory::pinned, false});
  ASSERT_TRUE(stretch);
  EXPECT_EQ(stretch->frames.frames, 8);
  EXPECT_DOUBLE_EQ(*stretch->frames.measured_ms(), 7);
}

TEST_F(OverlapFeedTest, WarmUpDoesNotCount) {
  for (int n = 0; n < 5; ++n, now_ += 50ms) {
    ProcessedFrame warming = frame(now_);
    warming.times.warmup = true;
    add(warming, {});
  }
  feed_.renew();
  EXPECT_FALSE(measured(Mode::overlapped, 2));
  EXPECT_EQ(model().verdict, "Too few frames to say what bounds.");
}

TEST_F(OverlapFeedTest, WithoutDownloadsItIsAnotherKindOfWork) {
  play(10, 4ms);
  auto block = std::make_shared<HostBlock>();
  ProcessedFrame downloaded = frame(now_);
  downloaded.picture.block = block;
  add(downloaded, {});
  feed_.renew();
  EXPECT_FALSE(measured(Mode::overlapped, 2));
}

TEST_F(OverlapFeedTest, RowsNameModesLanesAndTheOtherMemory) {
  const OverlapModel shown = model();
  ASSERT_EQ(shown.rows.size(), 5U);
  EXPECT_EQ(shown.rows[0].name, "serial");
  EXPECT_EQ(shown.rows[0].lanes, 2) << "kept for the way back";
  EXPECT_EQ(shown.rows[1].name, "overlapped, 2 lanes");
  EXPECT_EQ(shown.rows[2].name, "overlapped, 3 lanes") << "one to try";
  EXPECT_EQ(shown.rows[3].name, "staged");
  EXPECT_EQ(shown.rows[4].name, "pageable, 2 lanes");
  EXPECT_EQ(model(8).rows[1].name, "overlapped, 7 lanes");
  EXPECT_EQ(shown.bound_name, "max(H2D, kernel, D2H)");
}

// What the process thread adds never waits for a stretch being worked out, nor is any lost.
TEST_F(OverlapFeedTest, FramesAreAddedWhileAStretchIsWorkedOut) {
  std::atomic<bool> ended{false};
  std::thread adding([&] {
    FrameOutcome outcome;
    for (int n = 0; n < 3000; ++n, now_ += 4ms)
      add(frame(now_), outcome);
    ended = true;
  });
  while (!ended)
    feed_.renew();
  adding.join();
  feed_.renew();
  const auto stretch = feed_.find({Mode::overlapped, 2, HostMemory::pinned, !resident_});
  ASSERT_TRUE(stretch);
  EXPECT_EQ(stretch->frames.frames, 256);
  EXPECT_NEAR(*stretch->frames.measured_ms(), 4, 1e-6);
}

}  // namespace
}  // namespace framelane
