#include <algorithm>

#include "gpu/busy_machine_test.h"
#include "gpu/pipeline_fixture_test.h"

// Pixels, order and times.

namespace framelane {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

TEST_P(PipelineFormats, EveryModeGivesTheSamePixelsInOrder) {
  Bench bench(FRAMELANE_TEST_DEVICE, GetParam());
  const auto expected = run_chain(bench, kChain, {Mode::serial, 1}, 40);
  ASSERT_EQ(expected.size(), 40U);
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(expected[i].source, static_cast<std::int64_t>(i));
  EXPECT_NE(expected[10].hash, expected[11].hash);
  for (const PipelineSettings& settings : every_setting())
    EXPECT_EQ(run_chain(bench, kChain, settings, 40), expected)
        << name_of(settings.mode) << " with " << settings.lanes << " lanes";
}

INSTANTIATE_TEST_SUITE_P(Shapes, PipelineFormats,
                         testing::Values(Shape{"yuv420p", 66, 50}, Shape{"yuv420p", 161, 121},
                                         Shape{"yuv420p10le", 67, 33}, Shape{"yuv444p", 65, 49},
                                         Shape{"gray", 63, 31}, Shape{"gbrp", 64, 48},
                                         Shape{"rgb24", 63, 41}, Shape{"nv12", 62, 46},
                                         Shape{"yuv420p", 1, 1}),
                         [](const auto& shape) {
                           return std::string(shape.param.format) + "_" +
                                  std::to_string(shape.param.width) + "x" +
                                  std::to_string(shape.param.height);
                         });

TEST_F(PipelineTest, ModeChangesWhileRunningKeepPixelsOrderAndHistory) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  const auto expected = run_chain(bench, kChain, {Mode::serial, 1}, 500);
  Feed feed(bench, kChain);
  const auto settings = every_setting();
  for (int n = 0; n < 500; n += 20) {
    feed.configure(settings[static_cast<std::size_t>(n / 20) % settings.size()]);
    feed.submit_range(n, n + 20);
  }
  feed.finish();
  EXPECT_EQ(feed.results, expected);
}

TEST_F(PipelineTest, TablesAreThereForEveryFrameInEveryMode) {
  Bench bench(FRAMELANE_TEST_DEVICE, {"gbrp", 66, 50});
  const char* chain = "test_curve=2,tmix,test_curve=power=0.7";
  const auto expected = run_chain(bench, chain, {Mode::serial, 1}, 24);
  EXPECT_NE(expected[0].hash, run_chain(bench, "tmix", {Mode::serial, 1}, 1)[0].hash);
  for (const PipelineSettings& settings : every_setting())
    EXPECT_EQ(run_chain(bench, chain, settings, 24), expected)
        << name_of(settings.mode) << " with " << settings.lanes << " lanes";
}

TEST_F(PipelineTest, WithoutFiltersTheFrameComesBackBitForBit) {
  Bench bench(FRAMELANE_TEST_DEVICE, {"yuv420p", 161, 121});
  const auto results = run_chain(bench, "", {Mode::overlapped, 3}, 5);
  ASSERT_EQ(results.size(), 5U);
  for (int n = 0; n < 5; ++n)
    EXPECT_EQ(results[static_cast<std::size_t>(n)].hash, hash_of(bench.frame(n).picture));
}

TEST_F(PipelineTest, AFilterThatChangesTheSizeChangesTheResult) {
  Bench bench(FRAMELANE_TEST_DEVICE, {"yuv420p", 66, 50});
  Feed feed(bench, "gblur=sigma=1," + std::string(kHalveFilter.name) + ",eq=contrast=1.2");
  EXPECT_EQ(feed.pipeline().plan()->result.width, 33);
  EXPECT_EQ(feed.pipeline().plan()->result.height, 25);
  feed.configure({Mode::overlapped, 4});
  feed.submit_range(0, 8);
  feed.finish();
  EXPECT_EQ(feed.results.size(), 8U);
}

// No copy begins before the end of one that ended before it did.
void expect_one_engine(const std::vector<Interval>& copies) {
  for (std::size_t i = 1; i < copies.size(); ++i)
    for (std::size_t before = i >= 8 ? i - 8 : 0; before < i; ++before)
      EXPECT_TRUE(copies[before].end > copies[i].end || copies[i].start >= copies[before].end);
}

TEST_F(PipelineTest, TimesAreInOrderAndCopiesOfOneEngineDoNotOverlap) {
  Bench bench(kHasEngines);
  for (const PipelineSettings& settings : every_setting()) {
    std::vector<Interval> uploads, downloads;
    for (const Result& result : run_chain(bench, kChain, settings, 30)) {
      const FrameTimes& times = result.times;
      ASSERT_TRUE(times.upload && times.filter && times.download && times.latency);
      ASSERT_TRUE(times.upload_waited && times.download_waited);
      EXPECT_GE(times.upload_waited->count(), 0);
      ASSERT_EQ(times.passes.size(), 3U);
      EXPECT_LE(times.upload->start, times.upload->end);
      EXPECT_LE(times.upload->end, times.passes.front().start);
      EXPECT_LE(times.filter->end, times.download->start);
      for (std::size_t p = 1; p < times.passes.size(); ++p)
        EXPECT_LE(times.passes[p - 1].end, times.passes[p].start);
      // Not the download: where the event after it stands beside it, others' work may delay that.
      EXPECT_GE(*times.latency,
                times.filter->end - times.upload->start - std::chrono::microseconds(50));
      uploads.push_back(*times.upload);
      downloads.push_back(*times.download);
    }
    expect_one_engine(uploads);
    expect_one_engine(downloads);
  }
}

TEST_F(PipelineTest, EveryPassIsTimedBetweenAndAfterTemporalPasses) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  for (const char* chain :
       {"tmix,gblur=sigma=1,tmix,sobel", "test_double_rate,tmix,test_double_rate"})
    for (const Result& result : run_chain(bench, chain, {Mode::overlapped, 3}, 20)) {
      const FrameTimes& times = result.times;
      ASSERT_TRUE(times.upload && times.filter);
      Nanoseconds last = times.upload->start;
      for (const Interval& pass : times.passes) {
        EXPECT_GT(pass.end.count(), 0);
        EXPECT_GE(pass.start, last);
        last = pass.start;
      }
      EXPECT_EQ(times.filter->start, times.passes.front().start);
      EXPECT_LE(last, times.download->start);
    }
}

TEST_F(PipelineTest, SerialLeavesTheHostItsWorkWhileAnUploadIsUnderWay) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  const auto expected = run_chain(bench, kChain, {Mode::serial, 1}, 20);
  Feed feed(bench, kChain);
  std::vector<std::int64_t> collected;
  int calls = 0;
  feed.pipeline().set_meanwhile([&] {
    ++calls;
    if (!feed.pipeline().has_freed()) return;
    for (const ProcessedFrame& frame : feed.pipeline().collect()) {
      EXPECT_EQ(hash_of(frame.picture), expected[collected.size()].hash);
      collected.push_back(frame.source->index);
    }
  });
  feed.configure({Mode::serial, 1});
  feed.submit_range(0, 20);
  EXPECT_EQ(calls, 20);
  EXPECT_EQ(collected.size(), 19U) << "each while the one after it is uploaded";
  EXPECT_TRUE(std::is_sorted(collected.begin(), collected.end()));
  feed.configure({Mode::overlapped, 2});
  feed.submit_range(20, 26);
  EXPECT_EQ(calls, 20);
  feed.finish();
}

TEST_F(PipelineTest, TimingCanBeLeftOut) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  const auto expected = run_chain(bench, kChain, {Mode::serial, 1}, 20);
  PipelineSettings untimed{Mode::overlapped, 4};
  untimed.timing = false;
  const auto results = run_chain(bench, kChain, untimed, 20);
  EXPECT_EQ(results, expected);
  EXPECT_FALSE(results.back().times.upload);
  EXPECT_TRUE(results.back().times.passes.empty());
}

#if defined(FRAMELANE_TEST_SIMULATED_LINK)
// Judged by the intervals in the frame times, never by the wall clock. Copies of 12 ms.

TEST(PipelineOverASimulatedLink, SerialDoesNotWaitForAnUploadBeforeTheHostsOwnWork) {
  Bench bench("cpu:link=0.01", {"yuv420p", 322, 242});
  Feed feed(bench, "negate");
  std::vector<Nanoseconds> called;
  feed.pipeline().set_meanwhile(
      [&] { called.push_back(ClockChain::Clock::now() - feed.run_start()); });
  feed.configure({Mode::serial, 1});
  feed.submit_range(0, 6);
  feed.finish();
  ASSERT_EQ(called.size(), 6U);
  for (std::size_t n = 0; n < called.size(); ++n)
    EXPECT_LT(called[n], feed.results[n].times.upload->end);
}

TEST(PipelineOverASimulatedLink, SerialPreparesAFrameWhileTheOneBeforeItIsDownloaded) {
  Bench bench("cpu:link=0.01", {"yuv420p", 322, 242});
  Feed feed(bench, "negate");
  feed.configure({Mode::serial, 1});
  std::vector<Nanoseconds> submitted;
  for (int n = 0; n < 6; ++n) {
    feed.submit_range(n, n + 1);
    submitted.push_back(ClockChain::Clock::now() - feed.run_start());
  }
  feed.finish();
  ASSERT_EQ(feed.results.size(), 6U);
  int early = 0;
  for (std::size_t n = 0; n < submitted.size(); ++n) {
    const FrameTimes& times = feed.results[n].times;
    early += submitted[n] < times.download->end ? 1 : 0;
    EXPECT_LE(times.upload->end, times.passes.front().start);
    EXPECT_LE(times.filter->end, times.download->start);
    if (n > 0) {
      EXPECT_LE(feed.results[n - 1].times.download->end, times.upload->start);
    }
  }
  EXPECT_GT(early, 0) << "a busy machine may have been late for some";
}

TEST(PipelineOverASimulatedLink, OverlappedModesCopyWhileOthersComputeAndSerialDoesNot) {
  Bench bench("cpu:link=0.01", {"yuv420p", 322, 242});
  const auto overlaps = [](const std::vector<Result>& results) {
    int count = 0;
    for (std::size_t i = 1; i < results.size(); ++i)
      count += results[i].times.upload->start < results[i - 1].times.download->end;
    return count;
  };
  EXPECT_EQ(overlaps(run_chain(bench, "negate", {Mode::serial, 1}, 12)), 0);
  EXPECT_EQ(overlaps(run_chain(bench, "negate", {Mode::overlapped, 1}, 12)), 0);
  for (const PipelineSettings& settings :
       {PipelineSettings{Mode::overlapped, 2}, {Mode::overlapped, 4}, {Mode::staged, 2}})
    EXPECT_TRUE(test::holds_once([&] {
      return overlaps(run_chain(bench, "negate", settings, 12)) >= 6;
    })) << name_of(settings.mode)
        << " with " << settings.lanes << " lanes";
}
#endif

}  // namespace
}  // namespace framelane
