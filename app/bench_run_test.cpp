// The benchmarks themselves, small, on the CPU device with a simulated link.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <sstream>

#include "app/bench.h"
#include "app/bench_filters.h"
#include "app/bench_pipeline.h"
#include "app/bench_transfer.h"
#include "gpu/errors.h"
#include "gpu/open_device.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using ::testing::ElementsAre, ::testing::HasSubstr, ::testing::Key;

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
  // Of the chain's filters; without one of all that there are.
  BenchReport filters_report(int width, int height, const char* chain = nullptr) {
    BenchOptions options = quick_options(BenchKind::filters);
    options.width = width;
    options.height = height;
    if (chain != nullptr) options.chain = parse_chain(chain);
    BenchReport report = report_for(options.kind);
    BenchContext with = context(options);
    bench_filters(with, plan_filters(options, false), report);
    return report;
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
  const BenchReport report = filters_report(64, 48);
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
  const BenchReport report = filters_report(64, 48, "gblur=sigma=3,negate");
  const Json rows = report_json(report)["tables"]["filters"]["rows"];
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0]["filter"], "gblur=sigma=3");
  EXPECT_EQ(rows[1]["filter"], "negate");
  EXPECT_EQ(rows[2]["filter"], "gblur=sigma=3,negate");
  EXPECT_EQ(rows[2]["passes"], 2);
  for (const Json& row : rows)
    EXPECT_EQ(row["bytes"], 64 * 48 * 3);  // 1.5 bytes a pixel, in and out
}

// A picture that caches hold is read quicker than memory: a filter would look better than it can
// be beside a copy that no cache holds.
TEST_F(BenchRuns, AFiltersFloorIsACopyOfAsManyBytesOfThePicturesItGets) {
  const BenchReport report = filters_report(320, 240, "negate,scale=160:120,scale=640:480");
  const Json tables = report_json(report)["tables"];
  std::map<std::int64_t, double> copies;
  for (const Json& row : tables["floor"]["rows"])
    if (row["copy"] == "pictures") copies[row["bytes"]] = row["copy_ms"];
  const std::int64_t picture = 320 * 240 * 3 / 2;
  EXPECT_THAT(copies, ElementsAre(Key(picture + picture / 4), Key(2 * picture), Key(5 * picture)));
  EXPECT_EQ(tables["floor"]["rows"][0]["copy"], "past caches");
  for (const Json& row : tables["filters"]["rows"])
    EXPECT_EQ(row["floor_ms"], copies[row["bytes"]]) << row["filter"];
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
