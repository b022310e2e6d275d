// Scopes counted by the pipeline, in every mode, on each device.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "gpu/busy_machine_test.h"
#include "gpu/filters/test_filters.h"
#include "gpu/filters/testing.h"
#include "gpu/host/scopes/count.h"
#include "gpu/open_device.h"
#include "gpu/pipeline.h"

#ifndef FRAMELANE_TEST_DEVICE
#define FRAMELANE_TEST_DEVICE "cpu"
#endif

namespace framelane {
namespace {

using testing::facts_of;
using testing::make_scene;
using testing::Raw;

constexpr ScopeWants kAllAfter{true, true, true, ScopeSide::after};
constexpr ScopeWants kAllBefore{true, true, true, ScopeSide::before};

// A device, its pools and a few different pictures.
class Bench {
 public:
  explicit Bench(const FrameFacts& facts, const std::string& device = FRAMELANE_TEST_DEVICE)
      : facts_(facts), opened_(open_device(parse_device_choice(device))) {
    const PictureLayout layout = packed_layout(*facts.format, facts.width, facts.height);
    sources_.reserve(layout.bytes, kPictures);
    for (unsigned n = 0; n < kPictures; ++n) {
      HostPicture picture{facts, layout, sources_.try_acquire(), nullptr};
      picture.first = picture.block->data;
      fill(picture, make_scene(facts, n + 1));
      pictures_.push_back(picture);
    }
  }
  [[nodiscard]] SourceFrame frame(int n) const {
    SourceFrame frame;
    frame.picture = pictures_[static_cast<std::size_t>(n % kPictures)];
    frame.index = n;
    frame.pts = std::chrono::milliseconds(40) * n;
    frame.duration = std::chrono::milliseconds(40);
    return frame;
  }
  [[nodiscard]] const FrameFacts& facts() const { return facts_; }
  [[nodiscard]] Device& device() { return *opened_.device; }
  [[nodiscard]] HostPool& results() { return results_; }

 private:
  static constexpr int kPictures = 5;
  static void fill(const HostPicture& picture, const Raw& raw) {
    const auto* from = raw.data();
    for (int p = 0; p < picture.facts.format->plane_count; ++p) {
      const auto row =
          static_cast<std::size_t>(picture.facts.format->plane_row_bytes(p, picture.facts.width));
      const auto& plane = picture.layout.planes[static_cast<std::size_t>(p)];
      for (int y = 0; y < picture.facts.format->plane_rows(p, picture.facts.height);
           ++y, from += row)
        std::memcpy(picture.first + plane.offset + static_cast<std::size_t>(y) * plane.pitch_bytes,
                    from, row);
    }
  }
  FrameFacts facts_;
  OpenedDevice opened_;
  HostPool sources_{device(), HostMemory::pinned};
  HostPool results_{device(), HostMemory::pinned};
  std::vector<HostPicture> pictures_;
};

// Feeds a pipeline as the process thread does.
class Feed {
 public:
  Feed(Bench& bench, const std::string& chain, const ScopeWants& wants)
      : bench_(bench),
        chain_(parse_chain(chain, filters_with_tests())),
        pipeline_(bench.device(), bench.results(), 80, ClockChain::Clock::now()) {
    want(wants);
  }
  void want(const ScopeWants& wants) {
    drain();
    pipeline_.set_plan(plan_chain(chain_, bench_.facts(), {}, wants));
  }
  void configure(const PipelineSettings& settings) {
    drain();
    pipeline_.configure(settings);
  }
  void keep_on_device() { pipeline_.set_results(ResultPlace::device, 3); }
  void submit(SourceFrame frame, bool count_scopes = true) {
    while (!pipeline_.can_submit())
      collect();
    pipeline_.submit(std::move(frame), 0, count_scopes);
  }
  void submit_range(int first, int last) {
    for (int n = first; n < last; ++n)
      submit(bench_.frame(n));
  }
  void finish() {
    drain();
    if (pipeline_.has_lookahead()) pipeline_.flush();
    drain();
  }
  std::vector<ProcessedFrame> results;

 private:
  void drain() {
    while (pipeline_.in_flight() > 0)
      collect();
  }
  void collect() {
    for (ProcessedFrame& frame : pipeline_.collect()) {
      if (!keep_) results.clear();
      results.push_back(std::move(frame));
    }
  }
  Bench& bench_;
  Chain chain_;
  Pipeline pipeline_;

 public:
  bool keep_ = true;
};

std::vector<PipelineSettings> every_setting() {
  return {{Mode::serial, 1},     {Mode::overlapped, 1}, {Mode::overlapped, 2},
          {Mode::overlapped, 4}, {Mode::staged, 1},     {Mode::staged, 3}};
}

// All for one layout, the two that differ most for the others.
std::vector<PipelineSettings> settings_for(std::string_view format) {
  if (format == "yuv420p") return every_setting();
  return {{Mode::overlapped, 2}, {Mode::staged, 3}};
}

// The tables are those of that picture, counted once more here.
void expect_tables_of(const std::shared_ptr<const ScopeTables>& tables, const HostPicture& picture,
                      const ScopeWants& wants, ScopeSide side, int most_samples) {
  ASSERT_TRUE(tables);
  BandPool bands(1);
  const ImageView view = view_of(stored_format(*picture.facts.format, picture.facts.width,
                                               picture.facts.height, picture.layout),
                                 picture.first);
  for (const Scope scope : kAllScopes) {
    const auto counted = tables->table(scope);
    ASSERT_EQ(!counted.empty(), wants.has(scope, side)) << name_of(scope);
    if (counted.empty()) continue;
    const ScopeWork work = scope_work(scope, picture.facts, most_samples);
    std::vector<std::uint32_t> again(scope_table_size(work));
    count_on_host(work, view, again.data(), bands, nullptr);
    EXPECT_TRUE(std::ranges::equal(counted, again)) << name_of(scope);
    EXPECT_EQ(tables->samples(scope),
              scope_samples(work, picture.facts.width, picture.facts.height));
  }
}

class PipelineScopes : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(FRAMELANE_TEST_DEVICE) == "cpu") return;
    const auto listed = list_devices();
    if (!listed.front().unavailable.empty()) GTEST_SKIP() << listed.front().unavailable;
  }
};

class PipelineScopesChains : public PipelineScopes,
                             public ::testing::WithParamInterface<const char*> {};

TEST_P(PipelineScopesChains, AreThoseOfTheSourceAndOfTheResultInEveryMode) {
  for (const char* format : {"yuv420p", "yuv420p10le", "rgb24"}) {
    Bench bench(facts_of(format, 131, 67));
    const int most = bench.device().facts().scope_samples;
    for (const ScopeWants& wants : {kAllAfter, kAllBefore, ScopeWants{false, true, false}})
      for (const PipelineSettings& settings : settings_for(format)) {
        Feed feed(bench, GetParam(), wants);
        feed.configure(settings);
        feed.submit_range(0, 7);
        feed.finish();
        ASSERT_GE(feed.results.size(), 7U);
        const bool same = feed.results.front().plan->passes.empty();
        for (const ProcessedFrame& frame : feed.results) {
          const ScopeWants all = same ? ScopeWants{wants.histogram, wants.waveform,
                                                   wants.vectorscope, ScopeSide::after}
                                      : wants;
          expect_tables_of(frame.scopes.after, frame.picture, all, ScopeSide::after, most);
          if (same)
            EXPECT_EQ(frame.scopes.before, frame.scopes.after);
          else if (wants.has(Scope::histogram))
            expect_tables_of(frame.scopes.before, frame.source->picture, wants, ScopeSide::before,
                             most);
        }
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Chains, PipelineScopesChains,
                         ::testing::Values("", "eq=contrast=1.3:brightness=0.05",
                                           "gblur=sigma=1.2,tmix=frames=3,negate",
                                           "test_double_rate,exposure=exposure=0.3",
                                           "test_halve,unsharp"),
                         [](const auto& test) { return "chain_" + std::to_string(test.index); });

TEST_F(PipelineScopes, ChangeNothingOfTheFramesAndTheirTimesStandApart) {
  Bench bench(facts_of("yuv420p", 322, 242));
  for (const PipelineSettings& settings : every_setting()) {
    Feed plain(bench, "eq=contrast=1.2,gblur=sigma=1", {});
    Feed scoped(bench, "eq=contrast=1.2,gblur=sigma=1", kAllAfter);
    for (Feed* feed : {&plain, &scoped}) {
      feed->configure(settings);
      feed->submit_range(0, 12);
      feed->finish();
      ASSERT_EQ(feed->results.size(), 12U);
    }
    std::array<Nanoseconds, kScopes> costs{};
    for (std::size_t i = 0; i < 12; ++i) {
      const ProcessedFrame &a = plain.results[i], &b = scoped.results[i];
      EXPECT_EQ(std::memcmp(a.picture.first, b.picture.first, 322), 0);
      EXPECT_TRUE(a.scopes.empty());
      for (const ScopeTime& time : a.times.scopes)
        EXPECT_FALSE(time.cost());
      for (std::size_t s = 0; s < kScopes; ++s) {
        const ScopeTime& time = b.times.scopes.at(s);
        ASSERT_TRUE(time.after);
        EXPECT_GE(time.after->start, b.times.passes.back().end);
        ASSERT_TRUE(time.cost());
        EXPECT_GE(time.cost()->count(), 0);
        costs.at(s) += *time.cost();
      }
      const auto& both = b.times.scopes[static_cast<std::size_t>(Scope::histogram)];
      ASSERT_TRUE(both.before);
      EXPECT_GE(both.before->start, b.times.upload->end);
      EXPECT_LE(both.before->end, b.times.passes.front().start);
      EXPECT_EQ(*both.cost(), both.before->length() + both.after->length());
      EXPECT_EQ(b.times.filter->start, b.times.passes.front().start);
      EXPECT_EQ(b.times.filter->end, b.times.passes.back().end);
    }
    // One frame's may be less than what its events take where other programs use the device.
    for (const Nanoseconds cost : costs)
      EXPECT_GT(cost.count(), 0);
  }
}

TEST_F(PipelineScopes, AreLeftOutOfFramesThatAreNotToBeCounted) {
  Bench bench(facts_of("yuv420p", 66, 50));
  Feed feed(bench, "gblur=sigma=1,tmix=frames=3", kAllAfter);
  for (int n = 0; n < 9; ++n) {
    SourceFrame frame = bench.frame(n);
    frame.preroll = n < 2;
    feed.submit(std::move(frame), n % 2 == 0);
  }
  feed.finish();
  ASSERT_EQ(feed.results.size(), 7U);
  for (const ProcessedFrame& frame : feed.results)
    EXPECT_EQ(frame.scopes.empty(), frame.source->index % 2 != 0) << frame.source->index;
}

TEST_F(PipelineScopes, SwitchedOnAndOffWhilePlayingLoseNoFrame) {
  Bench bench(facts_of("yuv420p", 66, 50));
  Feed feed(bench, "eq=contrast=1.2", {});
  for (int n = 0; n < 60; n += 6) {
    feed.configure(every_setting()[static_cast<std::size_t>(n / 6) % every_setting().size()]);
    feed.want(n % 12 == 0 ? ScopeWants{} : kAllBefore);
    feed.submit_range(n, n + 6);
  }
  feed.finish();
  ASSERT_EQ(feed.results.size(), 60U);
  for (std::size_t i = 0; i < 60; ++i) {
    EXPECT_EQ(feed.results[i].source->index, static_cast<std::int64_t>(i));
    EXPECT_EQ(feed.results[i].scopes.empty(), i / 6 % 2 == 0);
  }
}

TEST_F(PipelineScopes, AllocateNothingAfterWarmUp) {
  Bench bench(facts_of("yuv420p", 66, 50));
  for (const PipelineSettings& settings : every_setting()) {
    Feed feed(bench, "eq=contrast=1.2,tmix=frames=3", kAllAfter);
    feed.keep_ = false;
    feed.configure(settings);
    feed.submit_range(0, 40);
    const AllocationCounts warm = bench.device().allocations();
    feed.submit_range(40, 140);
    feed.finish();
    EXPECT_EQ(bench.device().allocations().device, warm.device);
    EXPECT_EQ(bench.device().allocations().page_locked, warm.page_locked);
  }
}

TEST_F(PipelineScopes, OfResultsLeftOnTheDeviceComeDownAlone) {
  Bench bench(facts_of("yuv420p", 66, 50));
  Feed downloaded(bench, "negate", kAllAfter), kept(bench, "negate", kAllAfter);
  kept.keep_on_device();
  for (Feed* feed : {&downloaded, &kept}) {
    feed->submit_range(0, 3);
    feed->finish();
    ASSERT_EQ(feed->results.size(), 3U);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(kept.results[i].downloaded());
    for (const Scope scope : kAllScopes)
      EXPECT_TRUE(std::ranges::equal(kept.results[i].scopes.after->table(scope),
                                     downloaded.results[i].scopes.after->table(scope)));
  }
}

TEST_F(PipelineScopes, AreCountedWithoutTimingToo) {
  Bench bench(facts_of("yuv420p", 66, 50));
  Feed feed(bench, "negate", kAllAfter);
  PipelineSettings untimed{Mode::staged, 2};
  untimed.timing = false;
  feed.configure(untimed);
  feed.submit_range(0, 6);
  feed.finish();
  for (const ProcessedFrame& frame : feed.results) {
    expect_tables_of(frame.scopes.after, frame.picture, kAllAfter, ScopeSide::after,
                     bench.device().facts().scope_samples);
    EXPECT_FALSE(frame.times.scopes[0].cost());
  }
}

#ifdef FRAMELANE_TEST_SIMULATED_LINK
// Tables go down on the results' copy engine (100 ms each here), and results wait for them. That is
// waiting, and no part of a result's own copy (12 ms).
TEST(PipelineScopesLink, WaitingForTablesIsNoPartOfAResultsCopy) {
  Bench bench(facts_of("yuv420p", 322, 242), "cpu:link=0.01");
  // On a busy machine a lane that comes too late for its turn is behind copies not known of yet.
  EXPECT_TRUE(test::holds_once([&] {
    Feed feed(bench, "negate", ScopeWants{false, true, false});
    feed.configure({Mode::overlapped, 3});
    feed.submit_range(0, 10);
    feed.finish();
    EXPECT_EQ(feed.results.size(), 10U);
    Nanoseconds waited{0};
    std::vector<Nanoseconds> lengths;
    for (const ProcessedFrame& frame : feed.results) {
      lengths.push_back(frame.times.download->length());
      waited += *frame.times.download_waited;
    }
    std::ranges::sort(lengths);
    return lengths[lengths.size() / 2] < std::chrono::milliseconds(60) &&
           waited > std::chrono::milliseconds(300);
  }));
}
#endif

}  // namespace
}  // namespace framelane
