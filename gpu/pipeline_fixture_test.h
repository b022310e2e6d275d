#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/chain.h"
#include "gpu/filters/test_filters.h"
#include "gpu/open_device.h"
#include "gpu/pipeline.h"

#ifndef FRAMELANE_TEST_DEVICE
#define FRAMELANE_TEST_DEVICE "cpu"
#endif

// For the tests of the pipeline, which run on each device.
namespace framelane::test {

using Hash = std::uint64_t;

// FNV-1a over the rows of every plane, without padding.
inline Hash hash_of(const HostPicture& picture) {
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
inline Hash hash_of(Device& device, const DeviceResult& result) {
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

// Feeds a pipeline as the process thread does: every lane kept busy, a lane's result taken when the
// lane works again, in order.
class Feed {
 public:
  Feed(Bench& bench, const std::string& chain, OutputFormat output = {})
      : bench_(bench), pipeline_(bench.device(), bench.results(), 40, run_start_) {
    pipeline_.set_plan(plan_chain(parse_chain(chain, filters_with_tests()), bench.facts(), output));
  }
  [[nodiscard]] Pipeline& pipeline() { return pipeline_; }
  [[nodiscard]] ClockChain::Clock::time_point run_start() const { return run_start_; }
  void submit(SourceFrame frame) {
    if (!pipeline_.can_submit()) pipeline_.free_oldest();
    pipeline_.submit(std::move(frame), 0);
    if (pipeline_.has_freed()) collect();
  }
  void submit_range(int first, int last) {
    for (int n = first; n < last; ++n)
      submit(bench_.frame(n));
  }
  // The frames before `from` only fill histories and states.
  void submit_preroll(int first, int from, int last) {
    for (int n = first; n < last; ++n) {
      SourceFrame frame = bench_.frame(n);
      frame.preroll = n < from;
      submit(std::move(frame));
    }
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
  ClockChain::Clock::time_point run_start_ = ClockChain::Clock::now();
  Bench& bench_;
  Pipeline pipeline_;
};

inline std::vector<PipelineSettings> every_setting() {
  std::vector<PipelineSettings> all{{Mode::serial, 1}};
  for (const int lanes : {1, 2, 3, 4, 8})
    all.push_back({Mode::overlapped, lanes});
  for (const int lanes : {1, 2, 4})
    all.push_back({Mode::staged, lanes});
  return all;
}

inline std::vector<Result> run_chain(Bench& bench, const std::string& chain,
                                     const PipelineSettings& settings, int frames) {
  Feed feed(bench, chain);
  feed.configure(settings);
  feed.submit_range(0, frames);
  feed.finish();
  return feed.results;
}

inline std::vector<Hash> hashes_of(const std::vector<Result>& results, std::size_t first = 0) {
  std::vector<Hash> hashes;
  for (std::size_t i = first; i < results.size(); ++i)
    hashes.push_back(results[i].hash);
  return hashes;
}

// A device whose copies wait for a copy engine.
inline constexpr const char* kHasEngines =
    std::string_view(FRAMELANE_TEST_DEVICE) == "cpu" ? "cpu:link=1" : FRAMELANE_TEST_DEVICE;
inline constexpr const char* kChain =
    "eq=contrast=1.3:brightness=0.05,gblur=sigma=1.2,tmix=frames=3";

class PipelineTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::string(FRAMELANE_TEST_DEVICE) == "cpu") return;
    const auto listed = list_devices();
    if (!listed.front().unavailable.empty()) GTEST_SKIP() << listed.front().unavailable;
  }
};

class PipelineFormats : public PipelineTest, public ::testing::WithParamInterface<Shape> {};

}  // namespace framelane::test
