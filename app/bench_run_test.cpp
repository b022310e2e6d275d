// The benchmarks themselves, small, on the CPU device with a simulated link.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <sstream>

#include "app/bench.h"
#include "app/bench_filters.h"
#include "app/bench_pipeline.h"
#include "app/bench_transfer.h"
#include "gpu/busy_machine_test.h"
#include "gpu/errors.h"
#include "gpu/open_device.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using ::testing::HasSubstr;
using Stage = std::pair<std::size_t, std::size_t>;  // batch, stage

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

BenchOptions quick_options(BenchKind kind) {
  BenchOptions options;
  options.kind = kind;
  options.repeats = 2;
  options.quick = true;
  return options;
}

// A context whose signal comes when a repeat begins.
class BenchRuns : public testing::Test {
 protected:
  BenchReport report_for(BenchKind kind) {
    BenchReport report;
    report.kind = name_of(kind);
    report.device = opened_.device->facts();
    return report;
  }
  BenchContext context(const BenchOptions& options, const std::string& stop_at = "never") {
    return {*opened_.device, nullptr, options, stop_, [this, stop_at](const std::string& text) {
              if (text.find(stop_at) != std::string::npos) stop_ = SIGINT;
            }};
  }
  static TransferPlan tiny_plan() {
    TransferPlan plan = plan_transfer({false, 0.2, 0, std::uint64_t{1} << 30}, true);
    for (TransferGroup& group : plan.groups)
      for (TransferRow& row : group.rows)
        row.loop.batches = 10;
    return plan;
  }

  std::atomic<int> stop_{0};
  OpenedDevice opened_ = open_device(parse_device_choice("cpu:link=0.4"));
};

std::vector<std::string> lines_of(const std::string& text, char end = '\n') {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line, end);)
    lines.push_back(line);
  return lines;
}

// Every number of the JSON, written with its column's decimals, is in the CSV's row and in the
// printed line.
void expect_agreement(const BenchReport& report) {
  const Json json = Json::parse(json_text(report_json(report)));
  const std::string text = report_text(report);
  const std::vector<std::string> csv = lines_of(report_csv(report));
  std::size_t line = 1;
  for (const BenchTable& table : report.tables) {
    const Json& rows = json["tables"][table.key]["rows"];
    ASSERT_EQ(rows.size(), table.rows.size());
    for (const Json& row : rows) {
      const std::string record = csv.at(line++);
      ASSERT_EQ(row.size(), table.columns.size());
      for (const BenchColumn& column : table.columns) {
        const Json& value = row[column.key];
        if (!value.is_number_float()) continue;
        const std::string shown = fmt::format("{:.{}f}", value.get<double>(), column.decimals);
        EXPECT_THAT(record, HasSubstr("," + shown));
        EXPECT_TRUE(column.head.empty() || text.find(shown) != std::string::npos) << shown;
      }
    }
  }
  EXPECT_EQ(line, csv.size());
}

const BenchTable& table_of(const BenchReport& report, const std::string& key) {
  return *std::find_if(report.tables.begin(), report.tables.end(),
                       [&](const BenchTable& table) { return table.key == key; });
}

TEST_F(BenchRuns, TransferFillsEveryTableAndComparesEveryMode) {
  const BenchOptions options = quick_options(BenchKind::transfer);
  BenchReport report = report_for(options.kind);
  BenchContext with = context(options);
  const TransferPlan plan = tiny_plan();
  bench_transfer(with, plan, report);
  for (const char* key : {"copies", "terms", "modes", "kernels", "chunks"})
    EXPECT_FALSE(table_of(report, key).rows.empty()) << key;
  EXPECT_EQ(table_of(report, "terms").rows.size(), plan.groups.size());
  EXPECT_EQ(table_of(report, "modes").rows.size(), plan.groups.front().rows.size());
  EXPECT_EQ(report.same_pixels, true);
  EXPECT_THAT(report_text(report), HasSubstr("Results are equal in all modes"));
  expect_agreement(report);
}

TEST_F(BenchRuns, ASignalEndsTransferWithWhatIsMeasured) {
  const BenchOptions options = quick_options(BenchKind::transfer);
  BenchReport report = report_for(options.kind);
  BenchContext with = context(options, "repeat 2 of 2, kernel");
  const TransferPlan plan = tiny_plan();
  bench_transfer(with, plan, report);
  const auto repeats = [&](const char* key) {
    return table_of(report, key).rows.front().back().whole;
  };
  EXPECT_EQ(repeats("modes"), 2);
  EXPECT_EQ(repeats("kernels"), 1);
  expect_agreement(report);
}

TEST_F(BenchRuns, ASignalBeforeAnythingIsMeasuredLeavesNoRows) {
  stop_ = SIGINT;
  for (const BenchKind kind : {BenchKind::transfer, BenchKind::pipeline, BenchKind::filters}) {
    const BenchOptions options = quick_options(kind);
    BenchReport report = report_for(kind);
    BenchContext with = context(options);
    if (kind == BenchKind::transfer) bench_transfer(with, tiny_plan(), report);
    if (kind == BenchKind::pipeline) bench_pipeline(with, plan_pipeline(options, false), report);
    if (kind == BenchKind::filters) bench_filters(with, plan_filters(options, false), report);
    for (const BenchTable& table : report.tables)
      EXPECT_TRUE(table.rows.empty()) << name_of(kind) << ' ' << table.key;
  }
}

TEST_F(BenchRuns, PipelineMeasuresEveryVariant) {
  BenchOptions options = quick_options(BenchKind::pipeline);
  options.width = 64;
  options.height = 48;
  BenchReport report = report_for(options.kind);
  BenchContext with = context(options);
  PipelinePlan plan = plan_pipeline(options, false);
  plan.stretch_ms = 10;
  bench_pipeline(with, plan, report);
  const BenchTable& table = table_of(report, "pipeline");
  ASSERT_EQ(table.rows.size(), plan.variants.size());
  const Json json = report_json(report)["tables"]["pipeline"];
  EXPECT_THAT(json["title"].get<std::string>(), HasSubstr(kBenchChain));
  for (const Json& row : json["rows"]) {
    EXPECT_GT(row["fps"], 0);
    EXPECT_TRUE(row["upload_ms"].is_number() && row["passes_ms"].is_number() &&
                row["download_ms"].is_number() && row["copies_ms"].is_number());
    EXPECT_TRUE(row["mode"] != "serial" || row["speed_up"] == 1.0);
    EXPECT_EQ(row["repeats"], 2);
  }
  expect_agreement(report);
}

TEST_F(BenchRuns, FiltersMeasuresEachBesideADeviceCopy) {
  BenchOptions options = quick_options(BenchKind::filters);
  options.width = 64;
  options.height = 48;
  BenchReport report = report_for(options.kind);
  BenchContext with = context(options);
  bench_filters(with, plan_filters(options, false), report);
  EXPECT_EQ(table_of(report, "floor").rows.size(), 1U);
  EXPECT_EQ(table_of(report, "filters").rows.size(), shipped_filters().size());
  const Json json = report_json(report)["tables"]["filters"]["rows"];
  for (const Json& row : json) {
    EXPECT_GE(row["passes"], 1);
    EXPECT_GT(row["ms"], 0) << row["filter"];
    EXPECT_GT(row["bytes"], 64 * 48 * 3 / 2) << row["filter"];
  }
  expect_agreement(report);
}

TEST_F(BenchRuns, FiltersOfAChainAreMeasuredAloneAndTogether) {
  BenchOptions options = quick_options(BenchKind::filters);
  options.width = 64;
  options.height = 48;
  options.chain = parse_chain("gblur=sigma=3,negate");
  BenchReport report = report_for(options.kind);
  BenchContext with = context(options);
  bench_filters(with, plan_filters(options, false), report);
  const Json rows = report_json(report)["tables"]["filters"]["rows"];
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0]["filter"], "gblur=sigma=3");
  EXPECT_EQ(rows[1]["filter"], "negate");
  EXPECT_EQ(rows[2]["filter"], "gblur=sigma=3,negate");
  EXPECT_EQ(rows[2]["passes"], 2);
  for (const Json& row : rows)
    EXPECT_EQ(row["bytes"], 64 * 48 * 3);  // 1.5 bytes a pixel, in and out
}

TEST_F(BenchRuns, AChainOfNothingIsWrongUsageForFilters) {
  BenchOptions options = quick_options(BenchKind::filters);
  options.chain = parse_chain("");
  EXPECT_THROW((void)plan_filters(options, false), UsageError);
}

class BenchCommand : public testing::Test {
 protected:
  void SetUp() override {
    options_.command = Command::bench;
    options_.quiet = true;
    options_.device.spin = true;
    options_.bench = quick_options(BenchKind::filters);
    options_.bench.width = 64;
    options_.bench.height = 48;
  }
  [[nodiscard]] std::string read(const char* name) const { return folder_.text(name); }
  test::TempDir folder_;
  Options options_;
};

TEST_F(BenchCommand, WritesJsonAndCsvAndPrintsTheTables) {
  options_.device = parse_device_choice("cpu");
  options_.bench.json = folder_ / "a.json";
  options_.bench.csv = folder_ / "a.csv";
  const StopSignal stop;
  testing::internal::CaptureStdout();
  EXPECT_EQ(bench_command(options_, stop), 0);
  const std::string printed = testing::internal::GetCapturedStdout();
  const Json json = Json::parse(read("a.json"));
  EXPECT_EQ(json["bench"], "filters");
  EXPECT_EQ(json["repeats_done"], 2);
  EXPECT_THAT(read("a.csv"), HasSubstr("\r\nfilters,"));
  EXPECT_THAT(printed, HasSubstr("each filter alone"));
  EXPECT_THAT(printed, HasSubstr("on the CPU device"));
}

TEST_F(BenchCommand, WithoutAGpuItSimulatesALinkAndSaysSo) {
  if (list_devices().front().unavailable.empty()) GTEST_SKIP() << "there is a GPU";
  const std::atomic<int> stopped{SIGINT};
  options_.bench.kind = BenchKind::transfer;
  const BenchReport report = run_bench(options_, stopped);
  EXPECT_EQ(report.device.kind, "cpu");
  EXPECT_THAT(report.on_cpu, HasSubstr("simulated, 1 GB/s"));
  EXPECT_THAT(report.on_cpu, HasSubstr("CUDA"));
  EXPECT_EQ(report.ended_by, "SIGINT");
  EXPECT_EQ(report.repeats_done, 0);
}

TEST_F(BenchCommand, ASignalIsTheExitStatusAndTheFilesAreComplete) {
  options_.bench.json = folder_ / "a.json";
  const StopSignal stop;
  ASSERT_EQ(std::raise(SIGINT), 0);
  testing::internal::CaptureStdout();
  EXPECT_EQ(bench_command(options_, stop), 128 + SIGINT);
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("ended by SIGINT"));
  EXPECT_EQ(Json::parse(read("a.json"))["ended_by"], "SIGINT");
}

TEST_F(BenchCommand, AFileThatCannotBeMadeIsToldBeforeAnythingIsMeasured) {
  options_.bench.csv = folder_ / "nowhere/a.csv";
  const StopSignal stop;
  try {
    (void)bench_command(options_, stop);
    FAIL() << "accepted";
  } catch (const OutputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--csv"));
    EXPECT_THAT(error.what(), HasSubstr("nowhere"));
  }
}

TEST_F(BenchCommand, AFullDiskIsToldAndNothingElseIsLost) {
  options_.bench.json = "/dev/full";
  options_.bench.csv = folder_ / "a.csv";
  const StopSignal stop;
  testing::internal::CaptureStdout();
  EXPECT_THROW((void)bench_command(options_, stop), OutputError);
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("each filter alone"));
  EXPECT_THAT(read("a.csv"), HasSubstr("\r\nfilters,"));
}

}  // namespace
}  // namespace framelane
