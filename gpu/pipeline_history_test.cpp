#include "gpu/pipeline_fixture_test.h"

// What passes keep from picture to picture: state, history and lookahead.

namespace framelane {
namespace {

using namespace test;  // NOLINT(google-build-using-namespace)

// Passes that hand something on from each picture to the next, alone and around others.
constexpr const char* kStateful[] = {"hqdn3d=8:6:60:40", "gblur=sigma=1,hqdn3d=8:6:60:40,negate",
                                     "hqdn3d=luma_tmp=40,yadif=mode=send_field,hqdn3d=2",
                                     "bwdif,tmix=frames=2,hqdn3d",
                                     "hqdn3d=luma_tmp=90,deflicker=size=4,negate"};

TEST_F(PipelineTest, StateGoesFromEachPictureToTheNextInEveryMode) {
  Bench bench(FRAMELANE_TEST_DEVICE, {"yuv420p", 67, 51});
  for (const char* chain : kStateful) {
    const auto expected = run_chain(bench, chain, {Mode::serial, 1}, 40);
    Feed later(bench, chain);
    later.submit_range(20, 40);
    later.finish();
    EXPECT_NE(later.results.front().hash, expected[expected.size() / 2].hash)
        << chain << ": it does not matter what came before";
    for (const PipelineSettings& settings : every_setting())
      EXPECT_EQ(run_chain(bench, chain, settings, 40), expected)
          << chain << ": " << name_of(settings.mode) << " with " << settings.lanes << " lanes";
  }
}

TEST_F(PipelineTest, ModeChangesWhileRunningKeepTheState) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  for (const char* chain : kStateful) {
    const auto expected = run_chain(bench, chain, {Mode::serial, 1}, 200);
    Feed feed(bench, chain);
    const auto settings = every_setting();
    for (int n = 0; n < 200; n += 5) {
      feed.configure(settings[static_cast<std::size_t>(n / 5) % settings.size()]);
      feed.submit_range(n, n + 5);
    }
    feed.finish();
    EXPECT_EQ(feed.results, expected) << chain;
  }
}

TEST_F(PipelineTest, StateBeginsAnewWhereTheHistoryDoes) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  for (const char* chain : kStateful)
    for (const PipelineSettings& settings : every_setting()) {
      const auto once = hashes_of(run_chain(bench, chain, settings, 9));
      Feed feed(bench, chain);
      feed.configure(settings);
      feed.submit_range(20, 25);
      feed.drain();
      feed.results.clear();
      feed.pipeline().restart_history();
      for (int round = 0; round < 3; ++round)
        for (int n = 0; n < 9; ++n) {
          SourceFrame frame = bench.frame(n);
          frame.starts_loop = n == 0 && round > 0;
          feed.submit(std::move(frame));
        }
      feed.finish();
      std::vector<Hash> expected;
      for (int round = 0; round < 3; ++round)
        expected.insert(expected.end(), once.begin(), once.end());
      EXPECT_EQ(hashes_of(feed.results), expected) << chain;
    }
}

TEST_F(PipelineTest, PrerollFillsTheState) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  for (const char* chain : {"hqdn3d=8:6:60:40", "hqdn3d=8:6:60:40,negate", "hqdn3d,hqdn3d=9"})
    for (const PipelineSettings& settings : every_setting()) {
      const auto played = run_chain(bench, chain, settings, 8);
      Feed feed(bench, chain);
      feed.configure(settings);
      feed.submit_preroll(0, 3, 8);
      feed.finish();
      EXPECT_EQ(hashes_of(feed.results), hashes_of(played, 3)) << chain;
    }
}

TEST_F(PipelineTest, NothingIsAllocatedAfterWarmUpForState) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  for (const PipelineSettings& settings : every_setting()) {
    Feed feed(bench, "gblur=sigma=1,hqdn3d,yadif=mode=send_field,hqdn3d");
    feed.configure(settings);
    feed.submit_range(0, 40);
    const auto warm = bench.device().allocations().device;
    feed.submit_range(40, 100);
    feed.finish();
    EXPECT_EQ(bench.device().allocations().device, warm);
  }
}

TEST_F(PipelineTest, LookaheadAndTwoOutputsGiveEveryResultOnceInOrder) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  const std::string chain = "eq=contrast=1.1,test_double_rate,gblur=sigma=1";
  const auto expected = run_chain(bench, chain, {Mode::serial, 1}, 30);
  ASSERT_EQ(expected.size(), 60U);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(expected[i].index, static_cast<std::int64_t>(i));
    EXPECT_EQ(expected[i].source, static_cast<std::int64_t>(i / 2));
    EXPECT_EQ(expected[i].pts, std::chrono::milliseconds(20) * static_cast<int>(i));
  }
  for (const PipelineSettings& settings : every_setting())
    EXPECT_EQ(run_chain(bench, chain, settings, 30), expected)
        << name_of(settings.mode) << " with " << settings.lanes << " lanes";
}

TEST_F(PipelineTest, ALoopWrapCompletesLookaheadAndBeginsHistoryAnew) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  const std::string chain = "test_double_rate,tmix=frames=4";
  const auto once = run_chain(bench, chain, {Mode::overlapped, 3}, 9);
  Feed feed(bench, chain);
  feed.configure({Mode::overlapped, 3});
  for (int round = 0; round < 3; ++round)
    for (int n = 0; n < 9; ++n) {
      SourceFrame frame = bench.frame(n);
      frame.starts_loop = n == 0 && round > 0;
      feed.submit(std::move(frame));
    }
  feed.finish();
  ASSERT_EQ(feed.results.size(), 3 * once.size());
  for (std::size_t i = 0; i < feed.results.size(); ++i)
    EXPECT_EQ(feed.results[i].hash, once[i % once.size()].hash) << "result " << i;
}

TEST_F(PipelineTest, PrerollFillsTheHistoryAndGivesNoResult) {
  Bench bench(FRAMELANE_TEST_DEVICE);
  const std::string chain = "gblur=sigma=1,tmix=frames=3,negate";
  const auto played = run_chain(bench, chain, {Mode::serial, 1}, 12);
  for (const PipelineSettings& settings : every_setting()) {
    Feed feed(bench, chain);
    feed.configure(settings);
    feed.submit_preroll(4, 6, 12);
    feed.finish();
    ASSERT_EQ(feed.results.size(), 6U);
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_EQ(feed.results[i].hash, played[i + 6].hash);
  }
}

}  // namespace
}  // namespace framelane
