#include "gpu/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "gpu/busy_machine_test.h"
#include "gpu/chain.h"
#include "gpu/filters/test_filters.h"
#include "gpu/open_device.h"

#ifndef FRAMELANE_TEST_DEVICE
#define FRAMELANE_TEST_DEVICE "cpu"
#endif

namespace framelane {
namespace {

using Hash = std::uint64_t;

// FNV-1a over the rows of every plane, without padding.
Hash hash_of(const HostPicture& picture) {
  Hash hash = 14695981039346656037ULL;
  const PixelFormat& format = *picture.facts.format;
  for (int p = 0; p < format.plane_count; ++p) {
    const auto bytes = static_cast<std::size_t>(format.plane_row_bytes(p, picture.facts.width));
    for (int y = 0; y < format.plane_rows(p, picture.facts.height); ++y) {
      const std::byte* row = picture.plane(p) + static_cast<std::size_t>(y) * picture.pitch(p);
      for (std::size_t x = 0; x < bytes; ++x)
        hash = (hash ^ static_cast<Hash>(row[x])) * 1099511628211ULL;
    }
  }
  return hash;
}

struct Shape {
  const char* format = "yuv420p";
  int width = 66;
  int height = 50;
};

// A device, its pools and frames of fixed noise.
class Bench {
 public:
  explicit Bench(const std::string& spec, Shape shape = {}) : shape_(shape) {
    opened_ = open_device(parse_device_choice(spec));
    sources_ = std::make_unique<HostPool>(device(), HostMemory::pinned);
    results_ = std::make_unique<HostPool>(device(), HostMemory::pinned);
    facts_.format = find_pixel_format(shape.format);
    facts_.width = shape.width;
    facts_.height = shape.height;
    layout_ = packed_layout(*facts_.format, shape.width, shape.height);
    sources_->reserve(layout_.bytes, kPictures);
    for (int n = 0; n < kPictures; ++n) {
      HostPicture picture;
      picture.facts = facts_;
      picture.layout = layout_;
      picture.block = sources_->try_acquire();
      picture.first = picture.block->data;
      fill(picture, n);
      pictures_.push_back(picture);
    }
  }
  [[nodiscard]] Device& device() { return *opened_.device; }
  [[nodiscard]] HostPool& results() { return *results_; }
  [[nodiscard]] const FrameFacts& facts() const { return facts_; }

  SourceFrame frame(int n) {
    SourceFrame frame;
    frame.picture = pictures_[static_cast<std::size_t>(n % kPictures)];
    frame.index = n;
    frame.pts = std::chrono::milliseconds(40) * n;
    frame.duration = std::chrono::milliseconds(40);
    return frame;
  }

 private:
  static constexpr int kPictures = 37;

  void fill(const HostPicture& picture, int n) const {
    std::minstd_rand random(static_cast<unsigned>(n + 1));
    const PixelFormat& format = *facts_.format;
    for (int p = 0; p < format.plane_count; ++p)
      for (int y = 0; y < format.plane_rows(p, shape_.height); ++y) {
        std::byte* row =
            picture.first + layout_.planes[static_cast<std::size_t>(p)].offset +
            static_cast<std::size_t>(y) * layout_.planes[static_cast<std::size_t>(p)].pitch_bytes;
        for (int x = 0; x < format.plane_row_bytes(p, shape_.width); x += format.bytes_per_sample)
          store(row + x, format, static_cast<int>(random() >> 8));
      }
  }
  static void store(std::byte* at, const PixelFormat& format, int value) {
    const int code = (value & format.max_code()) << format.shift;
    at[0] = static_cast<std::byte>(code & 255);
    if (format.bytes_per_sample == 2) at[1] = static_cast<std::byte>(code >> 8);
  }

  Shape shape_;
  OpenedDevice opened_;
  std::unique_ptr<HostPool> sources_;
  std::unique_ptr<HostPool> results_;
  FrameFacts facts_;
  PictureLayout layout_;
  std::vector<HostPicture> pictures_;
};

// Of a result on the device, read back by a stream that knows of it by its event alone.
Hash hash_of(Device& device, const DeviceResult& result) {
  std::vector<std::byte> bytes(result.format.layout.bytes);
  const auto stream = device.make_stream();
  stream->wait(*result.written);
  stream->download(bytes.data(), result.data, bytes.size());
  stream->finish();
  HostPicture picture;
  picture.facts = result.facts;
  picture.layout = result.format.layout;
  picture.first = bytes.data();
  return hash_of(picture);
}

struct Result {
  std::int64_t index = 0;
  std::int64_t source = 0;
  Nanoseconds pts{0};
  Hash hash = 0;
  FrameTimes times;
  friend bool operator==(const Result& a, const Result& b) {
    return a.index == b.index && a.source == b.source && a.pts == b.pts && a.hash == b.hash;
  }
  friend void PrintTo(const Result& r, std::ostream* out) {
    *out << "#" << r.index << " of source " << r.source << " hash " << std::hex << r.hash;
  }
};

// Feeds a pipeline as the process thread does: every lane kept busy, results taken in order.
class Feed {
 public:
  Feed(Bench& bench, const std::string& chain, OutputFormat output = {})
      : bench_(bench), pipeline_(bench.device(), bench.results(), 40, ClockChain::Clock::now()) {
    pipeline_.set_plan(plan_chain(parse_chain(chain, filters_with_tests()), bench.facts(), output));
  }
  [[nodiscard]] Pipeline& pipeline() { return pipeline_; }
  void submit(SourceFrame frame) {
    while (!pipeline_.can_submit())
      collect();
    pipeline_.submit(std::move(frame), 0);
  }
  void submit_range(int first, int last) {
    for (int n = first; n < last; ++n)
      submit(bench_.frame(n));
  }
  void drain() {
    while (pipeline_.in_flight() > 0)
      collect();
  }
  void finish() {
    drain();
    if (pipeline_.has_lookahead()) pipeline_.flush();
    drain();
    let_go();
  }
  void configure(const PipelineSettings& settings) {
    drain();
    pipeline_.configure(settings);
  }
  // Where results go from the next submit on; on the device they are held as a viewer does.
  void set_results(ResultPlace place) { pipeline_.set_results(place, kHeld); }
  // What is read of results that are in both places is the one on the device.
  void let_go() {
    for (const ProcessedFrame& frame : held_)
      results.push_back(
          {frame.index, frame.source->index, frame.pts, hash_held(frame), frame.times});
    held_.clear();
  }
  std::vector<Result> results;

 private:
  static constexpr int kHeld = 6;

  [[nodiscard]] Hash hash_held(const ProcessedFrame& frame) const {
    if (!frame.on_device) return hash_of(frame.picture);
    const Hash hash = hash_of(bench_.device(), *frame.on_device);
    EXPECT_TRUE(!frame.downloaded() || hash == hash_of(frame.picture));
    return hash;
  }
  void collect() {
    for (ProcessedFrame& frame : pipeline_.collect())
      held_.push_back(std::move(frame));
    if (held_.size() >= kHeld || (!held_.empty() && !held_.back().on_device)) let_go();
  }
  std::vector<ProcessedFrame> held_;
  Bench& bench_;
  Pipeline pipeline_;
};

std::vector<PipelineSettings> every_setting() {
  std::vector<PipelineSettings> all{{Mode::serial, 1}};
  for (const int lanes : {1, 2, 3, 4, 8})
    all.push_back({Mode::overlapped, lanes});
  for (const int lanes : {1, 2, 4})
    all.push_back({Mode::staged, lanes});
  return all;
}

std::vector<Result> run_chain(Bench& bench, const std::string& chain,
                              const PipelineSettings& settings, int frames) {
  Feed feed(bench, chain);
  feed.configure(settings);
  feed.submit_range(0, frames);
  feed.finish();
  return feed.results;
}

// A device whose copies wait for a copy engine.
constexpr const char* kHasEngines =
    std::string_view(FRAMELANE_TEST_DEVICE) == "cpu" ? "cpu:link=1" : FRAMELANE_TEST_DEVICE;
constexpr const char* kChain = "eq=contrast=1.3:brightness=0.05,gblur=sigma=1.2,tmix=frames=3";

class PipelineTest : public testing::Test {
 protected:
  void SetUp() override {
    if (std::string(FRAMELANE_TEST_DEVICE) == "cpu") return;
    const auto listed = list_devices();
    if (!listed.front().unavailable.empty()) GTEST_SKIP() << listed.front().unavailable;
  }
};

class PipelineFormats : public PipelineTest, public testing::WithParamInterface<Shape> {};

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

// Passes that hand something on from each picture to the next, alone and around others.
constexpr const char* kStateful[] = {"hqdn3d=8:6:60:40", "gblur=sigma=1,hqdn3d=8:6:60:40,negate",
                                     "hqdn3d=luma_tmp=40,yadif=mode=send_field,hqdn3d=2",
                                     "bwdif,tmix=frames=2,hqdn3d",
                                     "hqdn3d=luma_tmp=90,deflicker=size=4,negate"};

std::vector<Hash> hashes_of(const std::vector<Result>& results, std::size_t first = 0) {
  std::vector<Hash> hashes;
  for (std::size_t i = first; i < results.size(); ++i)
    hashes.push_back(results[i].hash);
  return hashes;
}

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
      for (int n = 0; n < 8; ++n) {
        SourceFrame frame = bench.frame(n);
        frame.preroll = n < 3;
        feed.submit(std::move(frame));
      }
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

TEST_F(PipelineTest, WithoutFiltersTheFrameComesBackBitForBit) {
  Bench bench(FRAMELANE_TEST_DEVICE, {"yuv420p", 161, 121});
  const auto results = run_chain(bench, "", {Mode::overlapped, 3}, 5);
  ASSERT_EQ(results.size(), 5U);
  for (int n = 0; n < 5; ++n)
    EXPECT_EQ(results[static_cast<std::size_t>(n)].hash, hash_of(bench.frame(n).picture));
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
    for (int n = 4; n < 12; ++n) {
      SourceFrame frame = bench.frame(n);
      frame.preroll = n < 6;
      feed.submit(std::move(frame));
    }
    feed.finish();
    ASSERT_EQ(feed.results.size(), 6U);
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_EQ(feed.results[i].hash, played[i + 6].hash);
  }
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
      EXPECT_GE(*times.latency,
                times.download->end - times.upload->start - std::chrono::microseconds(50));
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
