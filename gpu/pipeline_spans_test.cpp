// What a tool that watches the device is told of the pipeline's stages.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gpu/chain.h"
#include "gpu/filters/test_filters.h"
#include "gpu/open_device.h"
#include "gpu/pipeline.h"
#include "gpu/present_texture.h"

namespace framelane {
namespace {

// The CPU device, with the spans written down.
class WatchedDevice final : public Device {
 public:
  [[nodiscard]] const DeviceFacts& facts() const override { return real().facts(); }
  [[nodiscard]] bool aliases_uploads() const override { return real().aliases_uploads(); }
  [[nodiscard]] bool shares_queues() const override { return real().shares_queues(); }
  [[nodiscard]] std::unique_ptr<Stream> make_stream() override { return real().make_stream(); }
  [[nodiscard]] std::unique_ptr<Event> make_timing_event() override {
    return real().make_timing_event();
  }
  [[nodiscard]] std::unique_ptr<Event> make_event() override { return real().make_event(); }
  [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes) override {
    return real().allocate(bytes);
  }
  [[nodiscard]] bool page_lock(std::byte* memory, std::size_t bytes) override {
    return real().page_lock(memory, bytes);
  }
  void page_unlock(std::byte* memory) override { real().page_unlock(memory); }
  [[nodiscard]] float elapsed_ms(const Event& from, const Event& to) const override {
    return real().elapsed_ms(from, to);
  }
  [[nodiscard]] AllocationCounts allocations() const override { return real().allocations(); }
  [[nodiscard]] PresentTextureOffer offer_present_texture(const std::string& name) override {
    return real().offer_present_texture(name);
  }
  void begin_span(std::string_view stage, std::int64_t frame) override {
    told += std::string(stage) + " " + std::to_string(frame) + " (";
  }
  void end_span() override { told += ")"; }

  std::string told;

 private:
  [[nodiscard]] Device& real() const { return *opened_.device; }
  OpenedDevice opened_ = open_device(parse_device_choice("cpu"));
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

}  // namespace
}  // namespace framelane
