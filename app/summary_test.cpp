#include "app/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/progress.h"
#include "app/run_json.h"
#include "app/test_rows.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using test::plan_of;
using test::row_of;
using test::run_facts;
using ::testing::HasSubstr;
using ::testing::Not;

Summary steady_run(std::int64_t frames) {
  Summary summary;
  const auto plan = plan_of({"eq"});
  for (std::int64_t n = 0; n < frames; ++n)
    summary.add(row_of(n, plan));
  return summary;
}

TEST(SampleSeries, KeepsMeanAndMaximumOfAllAndThinsTheRest) {
  SampleSeries series;
  const std::size_t count = 3 * SampleSeries::kMost;
  for (std::size_t i = 0; i < count; ++i)
    series.add(static_cast<double>(i % 1000));
  EXPECT_EQ(series.count(), count);
  EXPECT_LT(series.kept(), SampleSeries::kMost);
  EXPECT_NEAR(*series.mean(), 499.5, 1);
  EXPECT_EQ(series.max(), 999);
  EXPECT_NEAR(*series.exceeded_by(0.01), 990, 8);
  EXPECT_NEAR(*series.exceeded_by(0.5), 500, 8);
}

TEST(SampleSeries, PercentilesFollowTheRule) {
  SampleSeries series;
  EXPECT_FALSE(series.exceeded_by(0.5) || series.mean() || series.max());
  for (int ms = 1; ms <= 1000; ++ms)
    series.add(ms);
  EXPECT_EQ(series.exceeded_by(0.97), 31);     // index 969 of 1000, 999, …
  EXPECT_EQ(series.exceeded_by(0.01), 991);    // index 9
  EXPECT_EQ(series.exceeded_by(0.001), 1000);  // index 0
}

TEST(Summary, BoundIsTheLongestStageAndEfficiencyIsAgainstTheMeasuredTime) {
  const Summary summary = steady_run(100);
  ASSERT_EQ(summary.modes().size(), 1U);
  const ModeSummary& mode = summary.modes()[0];
  const BoundTerms terms = mode.bound({});
  EXPECT_EQ(terms.largest(), BoundStage::download);
  EXPECT_DOUBLE_EQ(*terms[BoundStage::decode], 1);
  EXPECT_DOUBLE_EQ(*terms[BoundStage::upload], 2);
  EXPECT_DOUBLE_EQ(*terms[BoundStage::compute], 3);
  EXPECT_DOUBLE_EQ(*terms[BoundStage::download], 4);
  EXPECT_FALSE(terms[BoundStage::copies] || terms[BoundStage::pace]);
  EXPECT_DOUBLE_EQ(mode.serial_ms(), 9);
  EXPECT_DOUBLE_EQ(*mode.measured_ms(), 10);
  EXPECT_DOUBLE_EQ(*mode.processed_fps(), 100);
  EXPECT_DOUBLE_EQ(*mode.efficiency({}), 0.4);
  EXPECT_DOUBLE_EQ(*mode.upload_gb_per_s(), 1);
  EXPECT_DOUBLE_EQ(*mode.download_gb_per_s(), 2);
  EXPECT_FALSE(mode.displayed_fps());
}

TEST(Summary, CopiesBothWaysComeFromTheLinksRate) {
  const Summary summary = steady_run(10);
  LinkRates link;
  link.both = 1.25;
  const ModeSummary& mode = summary.modes()[0];
  EXPECT_DOUBLE_EQ(*mode.bound(link)[BoundStage::copies], 8);
  EXPECT_EQ(mode.bound(link).largest(), BoundStage::copies);
  EXPECT_DOUBLE_EQ(*mode.efficiency(link), 0.8);
  EXPECT_THAT(mode.verdict(link), HasSubstr("bound by copies both ways: 8.000 of "));
}

TEST(Summary, LanesThatWaitForOneEngineAreNotCountedTwice) {
  Summary summary;
  for (std::int64_t n = 0; n < 10; ++n) {
    FrameRow row = row_of(n, nullptr);
    row.times.filter = {n * 10ms, n * 10ms + 20ms};  // each overlaps half of the next
    summary.add(row);
  }
  const ModeSummary& mode = summary.modes()[0];
  EXPECT_DOUBLE_EQ(*mode.filter.mean(), 20);
  EXPECT_DOUBLE_EQ(*mode.bound({})[BoundStage::compute], 11);  // 110 ms over 10 frames
}

TEST(Summary, ResultsOfOneFrameShareItsDecodeAndItsUpload) {
  Summary single, doubled;
  for (std::int64_t n = 0; n < 10; ++n) {
    const FrameRow frame = row_of(n, nullptr);
    single.add(frame);
    doubled.add(frame);
    FrameRow second = frame;
    second.times.download = {frame.times.download->end, frame.times.download->end + 1ms};
    doubled.add(second);
  }
  LinkRates link;
  link.both = 1.25;
  const BoundTerms one = single.modes()[0].bound(link), two = doubled.modes()[0].bound(link);
  EXPECT_DOUBLE_EQ(*two[BoundStage::decode], *one[BoundStage::decode] / 2);
  EXPECT_DOUBLE_EQ(*two[BoundStage::upload], *one[BoundStage::upload] / 2);
  const FrameTimes& times = row_of(0, nullptr).times;
  EXPECT_NEAR(*two[BoundStage::copies],
              (static_cast<double>(times.bytes_up) / 2 + static_cast<double>(times.bytes_down)) /
                  (*link.both * 1e6),
              1e-9);
}

TEST(Summary, WarmupIsCountedAndLeftOut) {
  Summary summary;
  for (std::int64_t n = 0; n < 20; ++n) {
    FrameRow row = row_of(n, nullptr);
    row.times.warmup = n < 5;
    if (n < 5) row.times.upload = {0ms, 900ms};
    summary.add(row);
  }
  const ModeSummary& mode = summary.modes()[0];
  EXPECT_EQ(mode.warmup, 5);
  EXPECT_EQ(mode.frames, 15);
  EXPECT_EQ(mode.between.count(), 14U);
  EXPECT_EQ(mode.upload.max(), 2);
  EXPECT_EQ(summary.processed(), 20);
}

TEST(Summary, EachSettingHasItsOwnAndTheGapBetweenThemIsNoFrame) {
  Summary summary;
  for (std::int64_t n = 0; n < 10; ++n) {
    FrameRow row = row_of(n, nullptr);
    if (n >= 5) row.times.mode = Mode::serial;
    if (n >= 5) row.finished += 700ms;
    summary.add(row);
  }
  ASSERT_EQ(summary.modes().size(), 2U);
  EXPECT_EQ(summary.modes()[1].between.max(), 10);
  EXPECT_THAT(summary.modes()[1].verdict({}), HasSubstr("the stages add up to 9.000 ms"));
}

TEST(Summary, AnInterruptionIsNoFrameTime) {
  Summary summary;
  summary.add(row_of(0, nullptr));
  summary.interrupted();
  summary.add(row_of(1000, nullptr));
  summary.add(row_of(1001, nullptr));
  EXPECT_EQ(summary.modes()[0].between.count(), 1U);
  EXPECT_EQ(summary.modes()[0].between.max(), 10);
}

TEST(Summary, DroppedAndDisplayedFramesAreCountedApart) {
  Summary summary;
  for (std::int64_t n = 0; n < 9; ++n) {
    FrameRow row = row_of(n, nullptr);
    row.displayed = n % 3 != 1;
    row.dropped = n % 3 == 1;
    row.pace = 10ms;
    if (row.dropped) row.times = {};
    summary.add(row);
  }
  ASSERT_EQ(summary.modes().size(), 1U);
  const ModeSummary& mode = summary.modes()[0];
  EXPECT_EQ(summary.processed(), 6);
  EXPECT_EQ(summary.dropped(), 3);
  EXPECT_EQ(summary.displayed(), 6);
  EXPECT_DOUBLE_EQ(*mode.displayed_fps(), 1000.0 * 5 / 80);
  EXPECT_EQ(mode.bound({}).largest(), BoundStage::pace);
  EXPECT_FALSE(mode.efficiency({}));
  EXPECT_THAT(mode.verdict({}), HasSubstr("bound by pace: 10.000 of "));
}

TEST(Summary, AFrameOvertakenAfterItWasProcessedCountsAsProcessed) {
  Summary summary;
  const auto plan = plan_of({"eq"});
  for (std::int64_t n = 0; n < 9; ++n) {
    FrameRow row = row_of(n, plan);
    row.displayed = n % 3 != 1;
    row.dropped = n % 3 == 1;
    row.times.warmup = n < 3;
    summary.add(row);
  }
  const ModeSummary& mode = summary.modes()[0];
  EXPECT_EQ(summary.dropped(), 3);
  EXPECT_EQ(mode.warmup, 3);
  EXPECT_EQ(mode.frames, 6);
  EXPECT_EQ(mode.download.count(), 6U);
  EXPECT_EQ(mode.bytes_up, 12'000'000U);
  EXPECT_DOUBLE_EQ(*mode.processed_fps(), 100);
}

TEST(Summary, TimeSpentOutsideTheStagesIsSaid) {
  Summary summary;
  for (std::int64_t n = 0; n < 10; ++n) {
    FrameRow row = row_of(n, nullptr);
    row.finished = n * 100ms;
    summary.add(row);
  }
  EXPECT_THAT(summary.modes()[0].verdict({}), HasSubstr("no stage bounds: 100.000 ms a frame"));
}

// Of ten frames of 10 ms each every fourth was shown, for drawing one takes 40 ms.
TEST(Summary, DrawingThatTakesLongerThanFramesLastBounds) {
  Summary summary;
  for (std::int64_t n = 0; n < 41; ++n) {
    FrameRow row = row_of(n, n % 4 < 2 ? plan_of({"eq"}) : nullptr);
    row.pace = 10ms;
    row.displayed = n % 4 == 0;
    row.dropped = n % 4 != 0;
    row.times.present = n % 4 == 0 ? std::optional(38ms) : std::nullopt;
    summary.add(row);
  }
  const ModeSummary& mode = summary.modes()[0];
  EXPECT_EQ(mode.bound({}).largest(), BoundStage::present);
  EXPECT_EQ(mode.verdict({}), "bound by present: 38.000 of 40.000 ms a frame");
  EXPECT_EQ(summary.dropped(), 30);
  EXPECT_EQ(summary.unprocessed(), 20);
  EXPECT_THAT(summary_text(run_facts(), {}, summary),
              HasSubstr("21 processed, 11 displayed, 30 dropped (20 of them before the filters)"));
}

TEST(Summary, WaitingForTheDisplayIsNoBound) {
  Summary summary;
  for (std::int64_t n = 0; n < 40; ++n) {
    FrameRow row = row_of(n, nullptr);
    row.pace = 10ms;
    row.displayed = n != 20;
    row.dropped = n == 20;
    row.times.present = 10ms + n % 3 * 1us;
    summary.add(row);
  }
  EXPECT_EQ(summary.modes()[0].bound({}).largest(), BoundStage::pace);
}

TEST(Summary, ABoundIsNeverSaidToBePartOfLessTime) {
  const std::string words = to_words({Finding::Kind::bound, BoundStage::decode, 0.381, 0.371, 0});
  EXPECT_EQ(words,
            "bound by decode: busy for all of the 0.371 ms a frame (its own mean is 0.381 ms)");
}

TEST(Summary, TheFirstFramesDecodeIsNotHeldAgainstTheTimeAfterIt) {
  Summary summary;
  for (std::int64_t n = 0; n < 20; ++n) {
    FrameRow row = row_of(n, nullptr);
    row.times.decode = n == 0 ? 50ms : 9ms;
    summary.add(row);
  }
  EXPECT_EQ(summary.modes()[0].verdict({}), "bound by decode: 9.000 of 10.000 ms a frame");
}

TEST(Summary, PassesAreNamed) {
  const Summary summary = steady_run(3);
  ASSERT_EQ(summary.modes()[0].passes.size(), 1U);
  EXPECT_EQ(summary.modes()[0].passes[0].name, "eq");
  EXPECT_DOUBLE_EQ(*summary.modes()[0].passes[0].ms.mean(), 3);
}

TEST(SummaryText, SaysWhatWasMeasured) {
  RunTotals totals;
  totals.wall = 1s;
  totals.decode.decoded = 100;
  totals.device_fallback = "no NVIDIA driver";
  const std::string text = summary_text(run_facts(), totals, steady_run(100));
  for (const char* part : {"clip \"one\", ünï.mp4, 64x48 yuv420p", "100 processed",
                           "0 picture bytes copied by the CPU", "no NVIDIA driver",
                           "overlapped, 2 lanes, pinned: 100 frames",
                           "source 25.00, processed 100.00", "download 4.000", "verdict"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(SummaryText, AChangeOfThePicturesSizeIsTold) {
  Summary summary;
  for (std::int64_t n = 0; n < 60; ++n)
    summary.add(row_of(n, plan_of({"eq"}, n < 20 || n >= 40 ? 64 : 32)));
  EXPECT_EQ(summary.changes_counted(), 2);
  EXPECT_THAT(summary_text(run_facts(), {}, summary),
              HasSubstr("changes to 32x48 yuv420p from frame 20, 64x48 yuv420p from frame 40\n"));
  EXPECT_THAT(summary_text(run_facts(), {}, steady_run(9)), Not(HasSubstr("changes to")));
}

TEST(SummaryText, OfSeveralInputsEachIsNamedAndOnlyChangesWithinOneAreTold) {
  Summary summary;
  RunFacts last = run_facts();
  const auto begin = [&](const char* name, int rate) {
    last.input.name = name;
    last.input.frame_rate = {rate, 1};
    summary.next_input(last.input);
  };
  for (const int width : {64, 32, 64}) {
    begin(width == 32                ? "two.mp4"
          : summary.inputs().empty() ? "one.mp4"
                                     : "three.mp4",
          width == 32 ? 50 : 25);
    for (std::int64_t n = 0; n < 20; ++n)
      summary.add(row_of(n, plan_of({"eq"}, width == 32 && n >= 10 ? 16 : width)));
  }
  const std::string text = summary_text(last, {}, summary);
  for (const char* part : {"input 1    one.mp4, ", "input 2    two.mp4, ", "input 3    three.mp4, ",
                           "changes to 16x48 yuv420p from frame 10 of input 2\n", "60 processed",
                           "source 25.00 to 50.00"})
    EXPECT_THAT(text, HasSubstr(part));
  while (summary.inputs().size() < 30)
    begin("another.mp4", 25);
  EXPECT_THAT(summary_text(last, {}, summary), HasSubstr("and 22 more inputs\n"));
}

TEST(SummaryText, ARotationIsTold) {
  RunFacts facts = run_facts();
  EXPECT_THAT(summary_text(facts, {}, {}), Not(HasSubstr("for showing")));
  facts.input.frame.rotation = 270;
  EXPECT_THAT(summary_text(facts, {}, {}), HasSubstr(", turned 270 degrees for showing"));
}

TEST(SummaryText, WhereDecodingBoundsItIsSaidWhatTheRestWouldReach) {
  Summary whole, decode_alone;
  for (std::int64_t n = 0; n < 20; ++n) {
    FrameRow row = row_of(n, plan_of({"eq"}));
    row.times.decode = 9ms;
    whole.add(row);
    row.times.upload = row.times.filter = row.times.download = std::nullopt;
    decode_alone.add(row);
  }
  RunFacts facts = run_facts();
  facts.input.decoder_threads = 2;
  EXPECT_THAT(
      summary_text(facts, {}, whole),
      HasSubstr("limit      the decoder, 2 threads: 100.0 fps; without it at most 250.0, by "
                "download (try --resident N)\n"));
  EXPECT_THAT(summary_text(facts, {}, decode_alone),
              HasSubstr("the decoder, 2 threads: 100.0 fps; nothing else takes time here"));
  EXPECT_THAT(summary_text(facts, {}, steady_run(20)), Not(HasSubstr("limit      ")));
  for (int input = 0; input < 2; ++input)
    whole.next_input(facts.input);
  EXPECT_THAT(summary_text(facts, {}, whole), HasSubstr("limit      the decoder: 100.0 fps"))
      << "the threads are of one input alone";
}

TEST(SummaryText, NothingProcessedIsStillASummary) {
  EXPECT_THAT(summary_text(run_facts(), {}, {}), HasSubstr("0 processed"));
}

TEST(RunJson, HoldsTheSameNumbers) {
  RunTotals totals;
  totals.decode.copied_bytes = 7;
  RunFacts facts = run_facts();
  facts.input.name = "stray \xff byte";
  const auto json = nlohmann::json::parse(json_text(summary_json(facts, totals, steady_run(100))));
  EXPECT_EQ(json["schema"], 1);
  EXPECT_EQ(json["totals"]["cpu_copied_bytes"], 7);
  EXPECT_TRUE(json["totals"]["device_allocations_after_warmup"].is_null());
  const auto& mode = json["modes"][0];
  EXPECT_EQ(mode["mode"], "overlapped");
  EXPECT_DOUBLE_EQ(mode["bound"]["terms_ms"]["passes"].get<double>(), 3);
  EXPECT_TRUE(mode["bound"]["terms_ms"]["pace"].is_null());
  EXPECT_DOUBLE_EQ(mode["efficiency"].get<double>(), 0.4);
  EXPECT_DOUBLE_EQ(mode["percentiles"]["1%"]["ms"].get<double>(), 10);
  EXPECT_DOUBLE_EQ(mode["percentiles"]["average"]["fps"].get<double>(), 100);
  EXPECT_EQ(mode["stages"]["passes"][0]["name"], "eq");
  EXPECT_EQ(json["input"]["width"], 64);
}

TEST(Progress, SaysFramesRateTimeLeftAndBound) {
  EXPECT_EQ(progress_text(50, 350, 100, "decode"),
            "50 of 350 frames, 100.0 fps, 0:03 left, bound by decode");
  EXPECT_EQ(progress_text(50, {}, 100, ""), "50 frames, 100.0 fps");
  EXPECT_EQ(progress_text(0, 7200, 1, ""), "0 of 7200 frames, 1.0 fps, 2:00:00 left");
}

}  // namespace
}  // namespace framelane
