// The transfer benchmark's loops, on the CPU device with a simulated link.
#include "app/bench_loops.h"

#include <gtest/gtest.h>

#include "gpu/busy_machine_test.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

constexpr std::size_t kBytes = 64 * kBatchRow;

LoopCase loop_of(Mode mode, int lanes, int batches,
                 LoopAllocation allocation = LoopAllocation::none) {
  return {mode, lanes, allocation, false, kBytes, batches};
}

class BenchLoops : public testing::Test {
 protected:
  OpenedDevice opened_ = open_device(parse_device_choice("cpu:link=0.05"));
  BatchRig rig_{*opened_.device, nullptr, {HostMemory::pinned, kBytes, 4}};
  BatchKernel kernel_{kBytes, 1, 1};
};

bool overlap(const Interval& a, const Interval& b) {
  return a.start < b.end && b.start < a.end;
}

// How many pairs of stages of different batches were under way at the same time.
int overlaps(const std::vector<BatchStages>& batches, std::size_t stage, std::size_t other) {
  int count = 0;
  for (std::size_t a = 0; a < batches.size(); ++a)
    for (std::size_t b = 0; b < batches.size(); ++b)
      if (a != b && overlap(batches[a][stage], batches[b][other])) ++count;
  return count;
}

TEST_F(BenchLoops, EveryModeGivesEachBatchItsOwnResult) {
  for (const LoopCase& loop : {loop_of(Mode::serial, 1, 11), loop_of(Mode::overlapped, 2, 11),
                               loop_of(Mode::overlapped, 4, 11), loop_of(Mode::staged, 4, 11),
                               loop_of(Mode::overlapped, 3, 11, LoopAllocation::device)}) {
    EXPECT_EQ(check_loop(rig_, loop, kernel_), std::nullopt) << name_of(loop.mode);
    EXPECT_EQ(check_loop(rig_, loop, BatchKernel(kBytes, 2, 4)), std::nullopt);
  }
}

TEST_F(BenchLoops, AWrongResultIsFound) {
  ASSERT_EQ(check_loop(rig_, loop_of(Mode::serial, 1, 1), kernel_), std::nullopt);
  const BatchRig::Lane& lane = rig_.lane(0);
  EXPECT_TRUE(rig_.holds(lane, 0, kBytes, true));
  EXPECT_FALSE(rig_.holds(lane, 0, kBytes, false));
  EXPECT_FALSE(rig_.holds(lane, 1, kBytes, true));
  lane.result->data[kBytes - 1] ^= std::byte{1};
  EXPECT_FALSE(rig_.holds(lane, 0, kBytes, true));
}

TEST_F(BenchLoops, SerialOverlapsNothing) {
  std::vector<BatchStages> batches;
  ASSERT_EQ(check_loop(rig_, loop_of(Mode::serial, 1, 6), kernel_, &batches), std::nullopt);
  ASSERT_EQ(batches.size(), 6U);
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b)
      EXPECT_EQ(overlaps(batches, a, b), 0);
}

TEST_F(BenchLoops, StreamsAndEnginesUploadOneBatchWhileAnotherIsDownloaded) {
  for (const LoopCase& loop : {loop_of(Mode::overlapped, 2, 6), loop_of(Mode::overlapped, 4, 6),
                               loop_of(Mode::staged, 4, 6)}) {
    const auto overlapped = [&] {
      std::vector<BatchStages> batches;
      EXPECT_EQ(check_loop(rig_, loop, kernel_, &batches), std::nullopt);
      return overlaps(batches, 0, 2) > 0;
    };
    EXPECT_TRUE(test::holds_once(overlapped)) << name_of(loop.mode) << ", " << loop.lanes;
  }
}

TEST_F(BenchLoops, EndsAreLeftOutOnlyWhereSomethingIsLeft) {
  EXPECT_TRUE(run_loop(rig_, loop_of(Mode::overlapped, 2, 6), kernel_).steady_ms);
  EXPECT_FALSE(run_loop(rig_, loop_of(Mode::overlapped, 2, 5), kernel_).steady_ms);
  const LoopTimes times = run_loop(rig_, loop_of(Mode::serial, 1, 6), kernel_);
  EXPECT_LT(4 * *times.steady_ms, times.total_ms);
}

TEST_F(BenchLoops, AKernelsWeightFollowsWhatIsAskedFor) {
  const auto kernel = [&](double ms) {
    return kernel_taking(ms, rig_.stream(0), kBytes, rig_.source(0), rig_.lane(0).out->data());
  };
  const BatchKernel least = kernel(0);
  EXPECT_EQ(least.passes(), 1);
  EXPECT_EQ(least.operations(), 1);
  EXPECT_TRUE(test::holds_once([&] { return kernel(50).passes() > 2; }));
}

}  // namespace
}  // namespace framelane
