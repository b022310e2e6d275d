// What a tool that watches the device is told of the pipeline's stages, and what the pipeline does
// on a device whose copies and passes have queues of their own.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gpu/chain.h"
#include "gpu/filters/test_filters.h"
#include "gpu/forwarding_device_test.h"
#include "gpu/pipeline.h"

namespace framelane {
namespace {

// The CPU device, with the spans written down.
class WatchedDevice final : public test::ForwardingDevice {
 public:
  explicit WatchedDevice(const char* choice = "cpu", bool queues = false)
      : ForwardingDevice(choice), queues_(queues) {}
  [[nodiscard]] bool shares_queues() const override { return queues_; }
  [[nodiscard]] float elapsed_ms(const Event& from, const Event& to) const override {
    EXPECT_TRUE(from.ready() && to.ready()) << "CUDA refuses to read such events";
    return ForwardingDevice::elapsed_ms(from, to);
  }
  void begin_span(std::string_view stage, std::int64_t frame) override {
    told += std::string(stage) + " " + std::to_string(frame) + " (";
  }
  void end_span() override { told += ")"; }

  std::string told;

 private:
  bool queues_;
};

class PipelineSpans : public testing::Test {
 protected:
  PipelineSpans() {
    facts_.format = find_pixel_format("yuv420p");
    facts_.width = 16;
    facts_.height = 8;
    sources_.reserve(layout().bytes, 1);
    picture_ = {facts_, layout(), sources_.try_acquire(), nullptr};
    picture_.first = picture_.block->data;
    std::fill_n(picture_.first, layout().bytes, std::byte{100});
  }
  [[nodiscard]] PictureLayout layout() const {
    return packed_layout(*facts_.format, facts_.width, facts_.height);
  }
  void plan(const std::string& chain) {
    pipeline_.set_plan(plan_chain(parse_chain(chain, filters_with_tests()), facts_, {}));
  }
  // What is told of submitting one frame; its results are taken.
  std::string submit(bool preroll = false) {
    device_.told.clear();
    SourceFrame frame;
    frame.picture = picture_;
    frame.preroll = preroll;
    frame.index = next_++;
    pipeline_.submit(std::move(frame), 0);
    for (const ProcessedFrame& result : pipeline_.collect())
      indices_.push_back(result.index);
    return device_.told;
  }

  WatchedDevice device_;
  HostPool sources_{device_, HostMemory::pinned}, results_{device_, HostMemory::pinned};
  Pipeline pipeline_{device_, results_, 8, ClockChain::Clock::now()};
  FrameFacts facts_;
  HostPicture picture_;
  std::int64_t next_ = 40;  // as behind a seek
  std::vector<std::int64_t> indices_;
};

TEST_F(PipelineSpans, EachStageIsNestedInItsFrameAndHasItsNumber) {
  plan("eq=contrast=1.1,gblur=sigma=2");
  EXPECT_EQ(submit(), "frame 40 (upload 40 ()eq 40 ()gblur 40 ()download 40 ())");
  EXPECT_EQ(submit(), "frame 41 (upload 41 ()eq 41 ()gblur 41 ()download 41 ())");
  EXPECT_EQ(indices_, (std::vector<std::int64_t>{0, 1}));
}

TEST_F(PipelineSpans, FramesThatOnlyFillTheHistoryHaveTheirOwnNumber) {
  plan("tmix=frames=2");
  EXPECT_EQ(submit(true).substr(0, 21), "frame 40 (upload 40 (");
  EXPECT_EQ(submit(), "frame 41 (upload 41 ()tmix 41 ()download 41 ())");
  EXPECT_EQ(indices_, (std::vector<std::int64_t>{0}));
}

TEST_F(PipelineSpans, AStageThatWaitedForTheNextFrameKeepsItsNumber) {
  plan("test_double_rate");
  EXPECT_EQ(submit(), "frame 40 (upload 40 ())");
  EXPECT_EQ(submit(), "frame 41 (upload 41 ()test_double_rate 40 ()download 40 ()download 40 ())");
  device_.told.clear();
  pipeline_.flush();
  EXPECT_EQ(pipeline_.collect().size(), 2U);
  EXPECT_EQ(device_.told, "test_double_rate 41 ()download 41 ()download 41 ()");
}

struct Taken {
  std::int64_t index;
  FrameTimes times;
  std::vector<std::byte> luma;  // of a result on the host
};

// Frames through a pipeline of a device with queues of its own, or of one without.
std::vector<Taken> take_through(const PipelineSettings& settings, const std::string& chain,
                                bool queues, ResultPlace place, const ScopeWants& wants) {
  constexpr int kFrames = 90;  // some of them measure beside the frames
  WatchedDevice device("cpu:link=40", queues);
  HostPool sources(device, HostMemory::pinned), results(device, HostMemory::pinned);
  FrameFacts facts;
  facts.format = find_pixel_format("yuv420p");
  facts.width = 64;  // rows without padding
  facts.height = 18;
  const PictureLayout layout = packed_layout(*facts.format, facts.width, facts.height);
  sources.reserve(layout.bytes, kFrames);
  Pipeline pipeline(device, results, kFrames, ClockChain::Clock::now());
  pipeline.configure(settings);
  pipeline.set_results(place, kFrames);
  pipeline.set_plan(plan_chain(parse_chain(chain), facts, {}, wants));
  std::vector<Taken> frames;
  const auto collect = [&] {
    for (const ProcessedFrame& frame : pipeline.collect()) {
      frames.push_back({frame.source->index, frame.times, {}});
      if (frame.picture.first != nullptr)
        frames.back().luma.assign(frame.picture.first, frame.picture.first + 64 * 18);
    }
  };
  for (int n = 0; n < kFrames;) {
    if (!pipeline.can_submit()) pipeline.free_oldest();
    SourceFrame frame;
    frame.picture = {facts, layout, sources.try_acquire(), nullptr};
    frame.picture.first = frame.picture.block->data;
    std::fill_n(frame.picture.first, layout.bytes, static_cast<std::byte>(n));
    frame.index = n++;
    pipeline.submit(std::move(frame), 0, n % 5 == 0);  // scopes of some, as in play
    if (pipeline.has_freed()) collect();
  }
  while (pipeline.in_flight() > 0)
    collect();
  return frames;
}

void expect_possible(const FrameTimes& times, ResultPlace place) {
  ASSERT_TRUE(times.upload && times.upload_waited);
  EXPECT_GE(times.upload->length().count(), 0);
  EXPECT_GE(times.upload_waited->count(), 0);
  EXPECT_EQ(times.download.has_value(), place == ResultPlace::host);
  for (const Interval& pass : times.passes) {
    EXPECT_GE(pass.length().count(), 0);
    EXPECT_GT(pass.end, times.upload->start);
  }
  if (!times.download) return;
  EXPECT_GE(times.download->length().count(), 0);
  EXPECT_GE(times.download_waited->count(), 0);
}

TEST(PipelineQueues, MeasuringBesideTheFramesChangesNoneOfThem) {
  for (const PipelineSettings& settings :
       {PipelineSettings{Mode::serial, 1}, PipelineSettings{Mode::overlapped, 3},
        PipelineSettings{Mode::staged, 2},
        PipelineSettings{Mode::overlapped, 2, HostMemory::pageable}})
    for (const char* chain : {"eq=contrast=1.2,gblur=sigma=2", ""})
      for (const ResultPlace place : {ResultPlace::host, ResultPlace::device})
        for (const ScopeWants& wants : {ScopeWants{}, ScopeWants{true, true, true, {}}}) {
          const auto frames = take_through(settings, chain, true, place, wants);
          const auto plain = take_through(settings, chain, false, place, wants);
          ASSERT_EQ(frames.size(), 90U);
          ASSERT_EQ(plain.size(), 90U);
          for (std::size_t n = 0; n < frames.size(); ++n) {
            EXPECT_EQ(frames[n].index, static_cast<std::int64_t>(n));
            EXPECT_EQ(frames[n].luma, plain[n].luma);
            expect_possible(frames[n].times, place);
          }
        }
}

}  // namespace
}  // namespace framelane
