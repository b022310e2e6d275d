#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>

#include "app/assets_folder.h"
#include "app/bench_filters.h"
#include "app/bench_plan.h"
#include "app/bench_report.h"
#include "app/bench_transfer.h"
#include "app/bound.h"
#include "gpu/errors.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(BenchStats, MedianLeastAndMost) {
  EXPECT_FALSE(spread_of({}));
  const Spread odd = *spread_of({3, 1, 2});
  EXPECT_EQ(odd.median, 2);
  EXPECT_EQ(odd.least, 1);
  EXPECT_EQ(odd.most, 3);
  EXPECT_EQ(odd.count, 3);
  EXPECT_EQ(spread_of({4, 1, 2, 9})->median, 3);
  EXPECT_EQ(spread_of({7})->median, 7);
}

TEST(BenchStats, RatesAreInPowersOfTen) {
  EXPECT_DOUBLE_EQ(gb_per_s(5e9, 100), 50);
}

TEST(BenchStats, RoundedNumbersPrintAsTheyAre) {
  EXPECT_EQ(rounded(1.2345, 2), 1.23);
  EXPECT_EQ(rounded(1.235, 0), 1);
  EXPECT_EQ(fmt::format("{:.3f}", rounded(0.12349, 3)), "0.123");
}

BenchReport sample_report() {
  BenchReport report;
  report.kind = "transfer";
  report.device.name = "Some GPU";
  report.device.link = "PCIe Gen5 x16";
  report.device.copy_engines = 3;
  report.wait = "spin";
  report.repeats = report.repeats_done = 5;
  BenchTable table{"modes",
                   "title",
                   {{"mode", "Mode", "mode", 0},
                    {"total_ms", "MsTotal", "total ms", 2},
                    {"batches", "Batches", "batches", 0},
                    {"hidden", "Hidden", "", 1}},
                   {}};
  table.add({"a \"quoted\", name", 1234.5678, 100, 7.77});
  table.add({"b", BenchCell(), 3, BenchCell()});
  report.tables.push_back(std::move(table));
  report.tables.push_back({"other", "t", {{"x", "X", "x", 1}}, {}});
  report.tables.back().add({2.25});
  return report;
}

TEST(BenchReport, TextHasTheMachineTheRepeatsAndAlignedColumns) {
  const std::string text = report_text(sample_report());
  EXPECT_THAT(text, HasSubstr("Some GPU, PCIe Gen5 x16, asyncEngineCount 3"));
  EXPECT_THAT(text, HasSubstr("5 repeats, variants interleaved"));
  EXPECT_THAT(text, HasSubstr("--wait spin"));
  EXPECT_THAT(text, HasSubstr("  mode              total ms  batches\n"
                              "  a \"quoted\", name   1234.57      100\n"
                              "  b                        -        3\n"));
  EXPECT_THAT(text, Not(HasSubstr("7.8")));
}

TEST(BenchReport, ATableWithoutRowsIsNotPrinted) {
  BenchReport report = sample_report();
  report.tables.back().rows.clear();
  EXPECT_THAT(report_text(report), Not(HasSubstr("\nt\n")));
}

TEST(BenchReport, JsonHoldsTheNumbersThatAreShown) {
  const auto json = Json::parse(json_text(report_json(sample_report())));
  const auto& rows = json["tables"]["modes"]["rows"];
  EXPECT_EQ(rows[0]["total_ms"], 1234.57);
  EXPECT_EQ(rows[0]["batches"], 100);
  EXPECT_EQ(rows[0]["hidden"], 7.8);
  EXPECT_TRUE(rows[1]["total_ms"].is_null());
  EXPECT_EQ(json["device"]["copy_engines"], 3);
  EXPECT_TRUE(json["same_pixels"].is_null());
}

TEST(BenchReport, CsvQuotesAndSaysWhatATableHasNot) {
  EXPECT_EQ(report_csv(sample_report()),
            "Table,Mode,MsTotal,Batches,Hidden,X\r\n"
            "modes,\"a \"\"quoted\"\", name\",1234.57,100,7.8,NA\r\n"
            "modes,b,NA,3,NA,NA\r\n"
            "other,NA,NA,NA,NA,2.3\r\n");
}

TEST(BenchReport, NumbersHaveAPointInEveryLocale) {
  const auto everything = [] {
    const BenchReport report = sample_report();
    return report_text(report) + report_csv(report) + json_text(report_json(report));
  };
  const test::TempDir folder;
  const std::string made =
      fmt::format("localedef -i de_DE -f UTF-8 {}/de_DE.UTF-8 >/dev/null 2>&1", folder.path());
  const std::string expected = everything();
  setenv("LOCPATH", folder.path().c_str(), 1);
  const bool comma =
      std::system(made.c_str()) == 0 && std::setlocale(LC_ALL, "de_DE.UTF-8") != nullptr;
  if (comma) {
    EXPECT_EQ(everything(), expected);
  }
  std::setlocale(LC_ALL, "C");
  unsetenv("LOCPATH");
  if (!comma) GTEST_SKIP() << "no locale with a decimal comma can be made here";
}

constexpr TransferTerms kTerms{5, 3.6, 4, 7};

TEST(TransferBound, SerialIsTheSum) {
  EXPECT_DOUBLE_EQ(bound_of(kTerms, Mode::serial, 2).ms, 12.6);
}

TEST(TransferBound, TwoEnginesOverlapBothCopiesAsFastAsTheLinkTakesThemTogether) {
  const TransferBound bound = bound_of(kTerms, Mode::overlapped, 2);
  EXPECT_EQ(bound.ms, 7);
  EXPECT_EQ(bound.stage, "both copies at once");
  EXPECT_EQ(bound_of({5, 9, 4, 7}, Mode::staged, 3).stage, "kernel");
  EXPECT_THAT(overlap_name(2), HasSubstr("max(H2D, kernel, D2H)"));
}

TEST(TransferBound, OneEngineTakesTheCopiesOneAfterTheOther) {
  const TransferBound bound = bound_of(kTerms, Mode::overlapped, 1);
  EXPECT_EQ(bound.ms, 9);
  EXPECT_EQ(bound.stage, "H2D + D2H");
  EXPECT_THAT(overlap_name(1), HasSubstr("max(H2D + D2H, kernel)"));
}

// An H200 with a PCIe Gen5 link, as measured.
TransferMachine big_machine() {
  return {true, 99.8, std::uint64_t{140} << 30, std::uint64_t{100} << 30};
}

const TransferGroup& group_named(const TransferPlan& plan, const std::string& table) {
  return *std::find_if(plan.groups.begin(), plan.groups.end(),
                       [&](const TransferGroup& group) { return group.table == table; });
}

std::vector<std::string> row_names(const TransferGroup& group) {
  std::vector<std::string> names;
  for (const TransferRow& row : group.rows)
    names.push_back(row.name);
  return names;
}

TEST(TransferPlan, AGpuGetsTheLecturesTable) {
  const TransferPlan plan = plan_transfer(big_machine(), false);
  const TransferGroup& light = group_named(plan, "modes");
  EXPECT_EQ(light.bytes, std::size_t{256} << 20);
  for (const TransferRow& row : light.rows)
    EXPECT_EQ(row.loop.batches, 100);
  for (const char* name : {"serial", "2 streams (double-buffered)", "3 streams", "4 streams",
                           "8 streams", "staged, 4 sets", "4 streams, priorities",
                           "4 streams, cudaMalloc", "4 streams, cudaMallocAsync"})
    EXPECT_THAT(row_names(light), Contains(name));
}

TEST(TransferPlan, KernelsGoFromBoundByCopiesToBoundByTheKernel) {
  std::vector<double> weights;
  const TransferPlan plan = plan_transfer(big_machine(), false);
  for (const TransferGroup& group : plan.groups)
    if (group.table == "kernels") weights.push_back(group.kernel_ms);
  ASSERT_EQ(weights.size(), 4U);
  EXPECT_NEAR(weights[0], 0.54, 0.01);
  EXPECT_NEAR(weights[2], 3.6, 0.01);
  EXPECT_GT(weights[3], 2 * 268.4 / 99.8);
}

TEST(TransferPlan, EverySizeAndEveryKindOfMemoryIsCopied) {
  const TransferPlan plan = plan_transfer(big_machine(), false);
  EXPECT_EQ(plan.copies.size(), 5U * 6U);
  EXPECT_EQ(std::ranges::max(plan.copies, {}, &CopyCase::bytes).bytes, std::size_t{256} << 20);
  const TransferPlan simulated = plan_transfer({false, 2, 0, std::uint64_t{8} << 30}, false);
  for (const CopyCase& one : simulated.copies)
    EXPECT_TRUE(one.kind == MemoryKind::registered || one.kind == MemoryKind::pageable);
}

TEST(TransferPlan, QuickAndSmallMachinesGetLess) {
  EXPECT_EQ(batch_bytes_for(big_machine(), true), std::size_t{128} << 20);
  TransferMachine slow = big_machine();
  slow.both_gb_per_s = 24;
  EXPECT_EQ(batch_bytes_for(slow, true), std::size_t{32} << 20);
  EXPECT_EQ(batch_bytes_for(slow, false), std::size_t{256} << 20);
  slow.gpu = false;
  EXPECT_LT(batch_bytes_for(slow, true), batch_bytes_for(slow, false));
  TransferMachine small = big_machine();
  small.device_bytes = std::uint64_t{4} << 30;
  EXPECT_LE(16 * batch_bytes_for(small, false), small.device_bytes / 2);
  small.host_bytes = 1;
  EXPECT_GE(batch_bytes_for(small, false), kBatchRow);
}

TEST(TransferPlan, BatchesAreWholeRowsAndNoLaneMeetsItsSourceAgain) {
  for (const bool gpu : {true, false})
    for (const bool quick : {true, false}) {
      TransferMachine machine = big_machine();
      machine.gpu = gpu;
      if (!gpu) machine.both_gb_per_s = 2;
      for (const TransferGroup& group : plan_transfer(machine, quick).groups) {
        EXPECT_EQ(group.bytes % kBatchRow, 0U) << group.name;
        for (const TransferRow& row : group.rows) {
          EXPECT_EQ(row.loop.bytes, group.bytes);
          EXPECT_NE(row.loop.lanes % BatchRig::kSources, 0);
        }
      }
    }
}

TEST(TransferPlan, SizesAreNamedAsPeopleNameThem) {
  EXPECT_EQ(size_text(std::size_t{64} << 20), "64 MiB");
  EXPECT_EQ(size_text(12441600), "12.4 MB");
  EXPECT_EQ(size_text(262144), "256 KiB");
}

TEST(BenchFilters, EveryFiltersExampleHasSomethingToDo) {
  FrameFacts facts;
  facts.format = find_pixel_format("yuv420p");
  facts.width = 64;
  facts.height = 48;
  for (const FilterSpec* filter : shipped_filters())
    EXPECT_FALSE(plan_chain(with_assets(parse_chain(filter->example)), facts, {})->passes.empty())
        << filter->name;
}

std::string refusal_of_filters(const char* chain) {
  BenchOptions options;
  options.chain = parse_chain(chain);
  try {
    (void)plan_filters(options, false);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(BenchFilters, AFiltersNameSelectsIt) {
  for (const FilterSpec* filter : shipped_filters()) {
    BenchOptions options;
    options.chain = parse_chain(filter->name);
    const FiltersPlan plan = plan_filters(options, false);
    FrameFacts facts;
    facts.format = find_pixel_format(plan.format);
    facts.width = plan.width;
    facts.height = plan.height;
    ASSERT_EQ(plan.chains.size(), 1U);
    EXPECT_FALSE(
        plan_chain(with_assets(parse_chain(plan.chains.front())), facts, {})->passes.empty())
        << filter->name;
  }
}

TEST(BenchFilters, WhatDoesNothingIsRefused) {
  EXPECT_THAT(refusal_of_filters("scale=1280:720"), HasSubstr("does nothing to 1280x720"));
  EXPECT_THAT(refusal_of_filters("gblur,!eq=contrast=2"), HasSubstr("switched off"));
  EXPECT_THAT(refusal_of_filters("gblur=sigma=0"), HasSubstr("framelane filters gblur"));
}

}  // namespace
}  // namespace framelane
