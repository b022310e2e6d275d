#include "gpu/pipeline_fixture_test.h"

// Where results go, and that memory is asked for while warming up alone.

namespace framelane {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

TEST_F(PipelineTest, NothingIsAllocatedAfterWarmUp) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  for (const PipelineSettings& settings : every_setting()) {
    Feed feed(bench, "eq=contrast=1.2,gblur=sigma=1,sobel,tmix=frames=3,negate");
    feed.configure(settings);
    feed.submit_range(0, 40);
    const AllocationCounts warm = bench.device().allocations();
    const auto arenas = bench.results().counts().arena_allocations;
    feed.submit_range(40, 140);
    feed.finish();
    EXPECT_EQ(bench.device().allocations().device, warm.device);
    EXPECT_EQ(bench.device().allocations().page_locked, warm.page_locked);
    EXPECT_EQ(bench.results().counts().arena_allocations, arenas);
  }
}

TEST_F(PipelineTest, NothingIsAllocatedWhenAFilterIsToggledBack) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  const auto plan_of = [&](const char* chain) {
    return plan_chain(parse_chain(chain, filters_with_tests()), bench.facts(), {});
  };
  for (const PipelineSettings& settings : every_setting()) {
    Feed feed(bench, "gblur=sigma=1,sobel");
    feed.configure(settings);
    feed.submit_range(0, 20);
    std::uint64_t once = 0;
    for (int round = 0; round < 4; ++round)
      for (const char* chain : {"!gblur=sigma=1,sobel", "tmix=frames=3", "gblur=sigma=1,sobel"}) {
        feed.finish();
        feed.pipeline().set_plan(plan_of(chain));
        feed.submit_range(0, 20);
        feed.finish();
        const auto allocated = bench.device().allocations().device;
        if (round == 0) once = allocated;
        EXPECT_EQ(allocated, once) << chain;
      }
  }
}

TEST_P(PipelineFormats, ResultsOnTheDeviceAreThoseDownloadedAndCanBeHeld) {
  Bench bench(FRAMELANE_TEST_DEVICE, GetParam());
  for (const char* chain : {kChain, "negate", ""}) {
    const auto expected = run_chain(bench, chain, {Mode::serial, 1}, 20);
    for (const PipelineSettings& settings : every_setting())
      for (const ResultPlace place : {ResultPlace::both, ResultPlace::device}) {
        Feed feed(bench, chain);
        feed.configure(settings);
        feed.set_results(place);
        feed.submit_range(0, 20);
        feed.finish();
        ASSERT_EQ(feed.results, expected)
            << chain << ": " << name_of(settings.mode) << " with " << settings.lanes << " lanes";
      }
  }
}

TEST_F(PipelineTest, WithoutADownloadNothingIsSaidOfIt) {
  for (const PipelineSettings& settings : every_setting()) {
    Bench bench(FRAMELANE_TEST_DEVICE);
    Feed feed(bench, "negate");
    feed.configure(settings);
    feed.set_results(ResultPlace::device);
    feed.submit_range(0, 10);
    feed.finish();
    ASSERT_EQ(feed.results.size(), 10U);
    for (const Result& result : feed.results) {
      EXPECT_TRUE(result.times.upload && result.times.filter && result.times.latency);
      EXPECT_FALSE(result.times.download || result.times.download_waited);
      EXPECT_EQ(result.times.bytes_down, 0U);
    }
    EXPECT_EQ(bench.results().counts().blocks, 0) << "no memory is page-locked for nobody";
  }
}

TEST_F(PipelineTest, WhereResultsGoCanChangeBetweenAnyTwoFrames) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  const auto expected = run_chain(bench, kChain, {Mode::serial, 1}, 120);
  for (const PipelineSettings& settings : every_setting()) {
    Feed feed(bench, kChain);
    feed.configure(settings);
    constexpr ResultPlace kPlaces[] = {ResultPlace::host, ResultPlace::both, ResultPlace::device};
    for (int n = 0; n < 120; ++n) {
      feed.set_results(kPlaces[n * n % 7 % 3]);
      feed.submit(bench.frame(n));
    }
    feed.finish();
    EXPECT_EQ(feed.results, expected);
  }
}

TEST_F(PipelineTest, NothingIsAllocatedAfterWarmUpForResultsThatAreHeld) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  for (const PipelineSettings& settings : every_setting()) {
    Feed feed(bench, "gblur=sigma=1,negate");
    feed.configure(settings);
    feed.set_results(ResultPlace::device);
    feed.submit_range(0, settings.lanes + 1);
    const auto warm = bench.device().allocations().device;
    feed.submit_range(settings.lanes + 1, 60);
    feed.finish();
    EXPECT_EQ(bench.device().allocations().device, warm);
  }
}

}  // namespace
}  // namespace framelane
