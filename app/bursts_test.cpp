#include "app/bursts.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

using namespace std::chrono_literals;

// Frames of 6 ms on the device.
class BurstsTest : public testing::Test {
 protected:
  [[nodiscard]] FrameTimes times(Nanoseconds at) const {
    FrameTimes made;
    made.mode = mode_;
    made.lanes = lanes_;
    made.memory = memory_;
    made.upload = {at, at + 2ms};
    made.filter = {at + 2ms, at + 3ms};
    made.download = {at + 3ms, at + 6ms};
    return made;
  }
  void play(int frames, Nanoseconds every, bool paced = true) {
    for (int n = 0; n < frames; ++n, at_ += every)
      bursts_.add(next_++, times(at_), paced);
  }
  void expect_last(std::int64_t first, std::int64_t last) const {
    const auto burst = bursts_.last();
    ASSERT_TRUE(burst);
    EXPECT_EQ(burst->first_frame, first);
    EXPECT_EQ(burst->last_frame, last);
    EXPECT_EQ(burst->frames(), last - first + 1);
  }

  Bursts bursts_;
  Mode mode_ = Mode::overlapped;
  int lanes_ = 2;
  HostMemory memory_ = HostMemory::pinned;
  std::int64_t next_ = 0;
  Nanoseconds at_ = 10ms;
};

TEST_F(BurstsTest, FramesThatReachTheDeviceBeforeThoseBeforeHaveLeftItAreABurst) {
  play(3, 40ms);
  EXPECT_FALSE(bursts_.last());
  play(4, 4ms);
  expect_last(3, 6);
  EXPECT_EQ(bursts_.last()->at.start, 130ms);
  EXPECT_EQ(bursts_.last()->at.end, 148ms);
  EXPECT_TRUE(bursts_.last()->going_on);
  at_ += 40ms;
  play(1, 40ms);
  expect_last(3, 6);
  EXPECT_FALSE(bursts_.last()->going_on);
}

TEST_F(BurstsTest, TimeSpentWaitingForTheEngineIsOnTheDevice) {
  play(1, 7ms);
  FrameTimes waited = times(at_);
  bursts_.add(next_++, waited, true);
  EXPECT_FALSE(bursts_.last());
  at_ += 7ms;
  waited = times(at_);
  waited.upload_waited = 2ms;
  bursts_.add(next_++, waited, true);
  expect_last(1, 2);
}

TEST_F(BurstsTest, InSerialTheHostMayTakeAQuarterOfAFramesTime) {
  mode_ = Mode::serial;
  play(2, 7500us);
  expect_last(0, 1);
  play(1, 40ms);
  play(3, 7600us);
  expect_last(0, 2);
}

TEST_F(BurstsTest, InSerialShortFramesLeaveTheHostTimeToHandTheNextOver) {
  FrameTimes times;
  for (const auto& at : {0us, 260us, 520us, 900us}) {
    times.filter = {at, at + 10us};
    bursts_.add(next_++, times, true);
  }
  expect_last(0, 2);
}

TEST_F(BurstsTest, OneAtATimeIsPacedWithFewerThanHalfOfTheLastTwoSecondsInBursts) {
  play(1, 40ms);
  EXPECT_FALSE(bursts_.one_at_a_time()) << "of one frame nothing is known";
  play(1, 40ms);
  EXPECT_TRUE(bursts_.one_at_a_time());
  play(2, 4ms);
  EXPECT_FALSE(bursts_.one_at_a_time()) << "half of them";
  at_ += 40ms;
  play(1, 40ms);
  EXPECT_TRUE(bursts_.one_at_a_time());
  play(20, 4ms);
  EXPECT_FALSE(bursts_.one_at_a_time());
  at_ += 1900ms;
  play(2, 40ms);
  EXPECT_FALSE(bursts_.one_at_a_time());
  at_ += 200ms;
  play(1, 40ms);
  EXPECT_TRUE(bursts_.one_at_a_time()) << "the burst is longer ago";
  expect_last(5, 24);
}

TEST_F(BurstsTest, UnpacedItIsNotThePaceThatKeepsThemApart) {
  play(10, 40ms, false);
  EXPECT_FALSE(bursts_.one_at_a_time());
}

TEST_F(BurstsTest, ALongBurstIsKnownWholeWhenItsBeginningIsOutOfTheWindow) {
  play(3000, 4ms);
  expect_last(0, 2999);
  EXPECT_EQ(bursts_.last()->at.start, 10ms);
}

TEST_F(BurstsTest, OtherSettingsOrAnotherPaceBeginAnewWithTheirWarmUp) {
  const auto expect_anew = [&](bool paced, bool warmup) {
    FrameTimes other = times(at_);
    other.warmup = warmup;
    bursts_.add(next_++, other, paced);
    EXPECT_FALSE(bursts_.last());
    play(2, 4ms, paced);
    EXPECT_TRUE(bursts_.last());
  };
  play(5, 4ms);
  mode_ = Mode::staged;
  expect_anew(true, false);
  lanes_ = 3;
  expect_anew(true, true);
  memory_ = HostMemory::pageable;
  expect_anew(true, false);
  expect_anew(false, true);
  mode_ = Mode::serial;
  expect_anew(true, false);
  lanes_ = 4;
  play(1, 4ms);
  EXPECT_TRUE(bursts_.last()) << "serial has one lane, however many are kept for the way back";
}

TEST_F(BurstsTest, WarmUpDoesNotCount) {
  for (int n = 0; n < 5; ++n, at_ += 4ms) {
    FrameTimes warming = times(at_);
    warming.warmup = true;
    bursts_.add(next_++, warming, true);
  }
  EXPECT_FALSE(bursts_.last() || bursts_.one_at_a_time());
}

TEST_F(BurstsTest, WhatTheDisplayHeldComesLateAndCountsInItsPlace) {
  const std::int64_t held = next_++;
  const Nanoseconds at = std::exchange(at_, at_ + 4ms);
  play(3, 4ms);
  expect_last(1, 3);
  bursts_.add(held, times(at), true);
  expect_last(0, 3);
  const FrameTimes late = times(at_);
  const std::int64_t index = next_++;
  lanes_ = 3;
  play(3, 4ms);
  bursts_.add(index, late, true);
  expect_last(5, 7);
}

TEST_F(BurstsTest, AGapInTheFramesOrAnInterruptionEndsABurst) {
  play(3, 4ms);
  ++next_;
  play(2, 4ms);
  expect_last(4, 5);
  bursts_.interrupted();
  EXPECT_FALSE(bursts_.last()->going_on);
  play(1, 4ms);
  expect_last(4, 5);
  play(1, 4ms);
  expect_last(6, 7);
}

TEST_F(BurstsTest, AfterAPauseOneAtATimeStaysWhatItWas) {
  play(50, 40ms);
  bursts_.interrupted();
  EXPECT_TRUE(bursts_.one_at_a_time());
  at_ += 1h;
  play(1, 40ms);
  EXPECT_TRUE(bursts_.one_at_a_time());
}

TEST_F(BurstsTest, ClearedNothingIsKnown) {
  play(5, 4ms);
  bursts_.clear();
  EXPECT_FALSE(bursts_.last() || bursts_.one_at_a_time());
  next_ = 0;
  play(2, 4ms);
  expect_last(0, 1);
}

}  // namespace
}  // namespace framelane
