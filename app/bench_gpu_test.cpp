// The transfer benchmark on a GPU: `--quick` as a user runs it, and what overlapping must reach.
// Every figure is printed. Skipped, with the reason, where there is no GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "app/bench.h"
#include "app/bench_transfer.h"
#include "gpu/link_rates.h"
#include "gpu/memory_facts.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;

class BenchOnGpu : public testing::Test {
 protected:
  void SetUp() override {
    const auto listed = list_devices();
    if (!listed.front().unavailable.empty()) GTEST_SKIP() << listed.front().unavailable;
    options_.command = Command::bench;
    options_.quiet = true;
    options_.device = parse_device_choice("cuda:0");
    options_.device.spin = true;
    options_.bench.quick = true;
  }
  // Runs it as the command does, prints it, and holds it to its time.
  BenchReport run_quick(BenchKind kind) {
    options_.bench.kind = kind;
    const auto begin = Host::now();
    BenchReport report = run_bench(options_, never_);
    const double seconds = std::chrono::duration<double>(Host::now() - begin).count();
    fmt::print("{}bench {} --quick took {:.1f} s\n\n", report_text(report), report.kind, seconds);
    EXPECT_LT(seconds, 20);
    EXPECT_EQ(report.repeats_done, 5);
    for (const BenchTable& table : report.tables)
      EXPECT_FALSE(table.rows.empty()) << table.key;
    return report;
  }

  std::atomic<int> never_{0};
  Options options_;
};

TEST_F(BenchOnGpu, QuickTransferMeasuresEveryModeAndFindsEqualResults) {
  EXPECT_EQ(run_quick(BenchKind::transfer).same_pixels, true);
}

TEST_F(BenchOnGpu, QuickPipelineMeasuresEveryVariant) {
  (void)run_quick(BenchKind::pipeline);
}

TEST_F(BenchOnGpu, QuickFiltersMeasuresEveryFilter) {
  const BenchReport report = run_quick(BenchKind::filters);
  EXPECT_EQ(report.tables.back().rows.size(), shipped_filters().size());
}

TransferRow row_of(int lanes, std::size_t bytes) {
  TransferRow row;
  row.name = fmt::format("{} streams", lanes);
  row.loop = {Mode::overlapped, lanes, LoopAllocation::none, false, bytes, 100};
  return row;
}

struct Reached {
  double share = 0, steady = 0;  // of the two-way rate of the same run
};

Reached reached_by(const GroupSamples& samples, std::size_t row, const TransferGroup& group) {
  const double both = samples.terms()->both;
  const Spread total = *spread_of(samples.rows[row].total_ms);
  const Reached reached{both * group.rows[row].loop.batches / total.median,
                        both / spread_of(samples.rows[row].steady_ms)->median};
  fmt::print(
      "{}, {}: {:.1f} ms ({:.1f} to {:.1f}), {:.4f} of the two-way rate, {:.4f} without the "
      "first and last {}\n",
      group.name, group.rows[row].name, total.median, total.least, total.most, reached.share,
      reached.steady, group.rows[row].loop.lanes);
  return reached;
}

// A hundred batches each way, two-way rate and modes interleaved.
TEST_F(BenchOnGpu, OverlappingReachesTheTwoWayRate) {
  const OpenedDevice opened = open_device(options_.device);
  const TransferMachine machine{true,
                                measure_link(*opened.device, HostMemory::pinned).both.value_or(1),
                                opened.device->facts().memory_bytes, free_memory_bytes()};
  const std::size_t bytes = batch_bytes_for(machine, false);
  TransferPlan plan;
  plan.groups = {{"modes",
                  "light kernel",
                  HostMemory::pinned,
                  bytes,
                  0,
                  8,
                  {row_of(2, bytes), row_of(4, bytes)}},
                 {"kernels",
                  "kernel of 3.6 ms",
                  HostMemory::pinned,
                  bytes,
                  3.6,
                  8,
                  {row_of(2, bytes), row_of(4, bytes)}}};
  BenchContext context{*opened.device, nullptr, options_.bench, never_, [](const std::string&) {}};
  const std::vector<GroupSamples> samples = measure_groups(context, plan);
  for (std::size_t g = 0; g < samples.size(); ++g) {
    const TransferTerms terms = *samples[g].terms();
    fmt::print("{}, {} a batch: tH {:.3f}, tK {:.3f}, tD {:.3f}, both {:.3f} ms ({:.1f} GB/s)\n",
               plan.groups[g].name, size_text(bytes), terms.up, terms.kernel, terms.down,
               terms.both, gb_per_s(2 * static_cast<double>(bytes), terms.both));
    for (const GroupSamples::Row& row : samples[g].rows)
      EXPECT_FALSE(row.wrong) << *row.wrong;
  }
  EXPECT_GE(reached_by(samples[0], 0, plan.groups[0]).share, 0.94);
  EXPECT_GE(reached_by(samples[0], 1, plan.groups[0]).share, 0.96);
  const Reached two = reached_by(samples[1], 0, plan.groups[1]);
  const Reached four = reached_by(samples[1], 1, plan.groups[1]);
  EXPECT_GE(four.share, 0.93);
  EXPECT_GE(four.steady, 0.95);
  EXPECT_LT(two.share, four.share);  // two lanes cannot hide three stages
}

}  // namespace
}  // namespace framelane
