// Whether the stage times are true: against a kernel of known length, and against what NVIDIA's
// own profiling interface says of the same copies and kernels in the same run. Every figure is
// printed. Skipped, with the reason, where there is no GPU or no CUPTI.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

#include "gpu/chain.h"
#include "gpu/cuda/check.h"
#include "gpu/cuda/cuda_stream.h"
#include "gpu/cuda/cupti_records_test.h"
#include "gpu/cuda/spin_kernel_test.h"
#include "gpu/open_device.h"
#include "gpu/pipeline.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

double us(Nanoseconds time) {
  return static_cast<double>(time.count()) / 1000;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Why this machine cannot run these tests; empty when it can.
std::string no_gpu() {
  return list_devices().front().unavailable;
}

OpenedDevice open_gpu() {
  DeviceChoice choice = parse_device_choice("cuda:0");
  choice.spin = true;
  return open_device(choice);
}

// A number that a kernel writes and the host reads.
class SharedNumber {
 public:
  SharedNumber() {
    void* memory = nullptr;
    check(cudaHostAlloc(&memory, sizeof(std::uint64_t), cudaHostAllocMapped), "cudaHostAlloc");
    number_ = static_cast<std::uint64_t*>(memory);
  }
  ~SharedNumber() { (void)cudaFreeHost(number_); }
  SharedNumber(const SharedNumber&) = delete;
  SharedNumber& operator=(const SharedNumber&) = delete;
  [[nodiscard]] std::uint64_t* get() const { return number_; }

 private:
  std::uint64_t* number_ = nullptr;
};

// Timed as a pass is: events of the device around it, placed on the run's clock.
TEST(StageTimes, AKernelOfKnownLengthIsTimedWithinTwoPercent) {
  if (const std::string reason = no_gpu(); !reason.empty()) GTEST_SKIP() << reason;
  const OpenedDevice opened = open_gpu();
  Device& device = *opened.device;
  CudaStream stream(0, HostWait::spin);
  ClockChain clock(device, ClockChain::Clock::now());
  const auto begin = device.make_timing_event(), end = device.make_timing_event();
  const SharedNumber took;
  launch_spin(stream.get(), 1ms, took.get());  // loads the kernel
  stream.finish();
  for (const Nanoseconds length : {Nanoseconds{500us}, Nanoseconds{2ms}, Nanoseconds{8ms}}) {
    std::vector<double> off;
    for (int repeat = 0; repeat < 21; ++repeat) {
      (void)clock.renew_if_due(stream);
      stream.record(*begin);
      launch_spin(stream.get(), length, took.get());
      stream.record(*end);
      stream.finish();
      const Nanoseconds timed =
          clock.position(clock.base(), *end) - clock.position(clock.base(), *begin);
      off.push_back(us(timed - Nanoseconds{*took.get()}) / us(length));
    }
    const auto [least, most] = std::minmax_element(off.begin(), off.end());
    std::printf("spin of %.0f us: timed %+.3f %% (%+.3f to %+.3f) longer than it took\n",
                us(length), 100 * median(off), 100 * *least, 100 * *most);
    EXPECT_LE(std::abs(median(off)), 0.02);
  }
}

constexpr int kFrames = 300;

// A stage of every frame, by both.
struct Compared {
  std::string name;
  std::vector<double> ours, theirs;  // microseconds
};

// One frame's records; kernels in the order they were launched.
struct FrameRecords {
  std::optional<CuptiRecord> upload, download;
  std::vector<CuptiRecord> kernels;
};

// The host submits one frame after the other: what follows a frame's upload, up to the next one,
// is that frame's, whatever the lanes did at the same time.
std::vector<FrameRecords> by_frame(const std::vector<CuptiRecord>& records, std::uint64_t bytes) {
  std::vector<FrameRecords> frames;
  for (const CuptiRecord& record : records) {
    const bool upload = record.kind == CuptiRecord::Kind::upload;
    if (upload && record.bytes == bytes) frames.emplace_back().upload = record;
    if (upload || frames.empty()) continue;
    if (record.kind == CuptiRecord::Kind::kernel)
      frames.back().kernels.push_back(record);
    else
      frames.back().download = record;
  }
  return frames;
}

class StagesAgainstCupti : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = no_gpu(); !reason.empty()) GTEST_SKIP() << reason;
    try {
      records_.emplace();  // before the context, as the interface likes it
    } catch (const std::exception& error) {
      GTEST_SKIP() << error.what();
    }
    opened_ = open_gpu();
    facts_.format = find_pixel_format("yuv420p");
    facts_.width = 3840;
    facts_.height = 2160;
    layout_ = packed_layout(*facts_.format, facts_.width, facts_.height);
    sources_.emplace(*opened_.device, HostMemory::pinned);
    results_.emplace(*opened_.device, HostMemory::pinned);
    sources_->reserve(layout_.bytes, 8);
  }

  SourceFrame next_frame() {
    SourceFrame frame;
    frame.picture = {facts_, layout_, sources_->try_acquire(), nullptr};
    frame.picture.first = frame.picture.block->data;
    return frame;
  }
  // The times of frames taken through a pipeline as the process thread does it.
  std::vector<FrameTimes> times_of(const PipelineSettings& settings,
                                   const std::shared_ptr<const ChainPlan>& plan) {
    Pipeline pipeline(*opened_.device, *results_, 8, ClockChain::Clock::now());
    pipeline.configure(settings);
    pipeline.set_plan(plan);
    std::vector<FrameTimes> times;
    const auto collect = [&] {
      for (const ProcessedFrame& frame : pipeline.collect())
        times.push_back(frame.times);
    };
    while (times.size() < kFrames) {
      if (pipeline.can_submit())
        pipeline.submit(next_frame(), 0);
      else
        collect();
    }
    while (pipeline.in_flight() > 0)
      collect();
    return times;
  }
  void compare(const PipelineSettings& settings);

  std::optional<CuptiRecords> records_;
  OpenedDevice opened_;
  FrameFacts facts_;
  PictureLayout layout_;
  std::optional<HostPool> sources_, results_;
};

// Prints it; the median of the differences and what is allowed.
std::pair<double, double> print_agreement(const Compared& stage) {
  std::vector<double> off;
  std::size_t held = 0;
  for (std::size_t n = 0; n < stage.ours.size(); ++n) {
    off.push_back(stage.ours[n] - stage.theirs[n]);
    if (std::abs(off[n]) <= std::max(0.03 * stage.theirs[n], 5.0)) ++held;
  }
  const double theirs = median(stage.theirs), allowed = std::max(0.03 * theirs, 5.0);
  std::printf(
      "  %-9s CUPTI %8.2f us, framelane %8.2f us, %+6.2f us (%.1f allowed), holds for %zu "
      "of %zu frames\n",
      stage.name.c_str(), theirs, median(stage.ours), median(off), allowed, held, off.size());
  return {median(off), allowed};
}

void expect_agreement(const Compared& stage) {
  const auto [off, allowed] = print_agreement(stage);
  EXPECT_LE(std::abs(off), allowed) << stage.name;
}

void StagesAgainstCupti::compare(const PipelineSettings& settings) {
  const auto plan = plan_chain(parse_chain("eq=contrast=1.1,gblur=sigma=2"), facts_, {});
  (void)records_->take();
  const std::vector<FrameTimes> times = times_of(settings, plan);
  const std::vector<FrameRecords> seen = by_frame(records_->take(), layout_.bytes);
  ASSERT_EQ(seen.size(), times.size()) << "CUPTI saw another number of uploads";
  Compared upload{"upload", {}, {}}, filter{"all", {}, {}}, download{"download", {}, {}};
  std::vector<Compared> passes;
  for (const Pass& pass : plan->passes)
    passes.push_back({pass.name, {}, {}});
  const auto add = [](Compared& to, Nanoseconds ours, std::int64_t theirs_ns) {
    to.ours.push_back(us(ours));
    to.theirs.push_back(us(Nanoseconds{theirs_ns}));
  };
  for (std::size_t n = 0; n < times.size(); ++n) {
    if (times[n].warmup) continue;
    ASSERT_TRUE(seen[n].upload && seen[n].download);
    ASSERT_EQ(seen[n].kernels.size(), passes.size()) << "a kernel a pass is what these filters are";
    add(upload, times[n].upload->length(), seen[n].upload->length_ns);
    add(download, times[n].download->length(), seen[n].download->length_ns);
    std::int64_t kernels_ns = 0;
    for (std::size_t p = 0; p < passes.size(); ++p) {
      kernels_ns += seen[n].kernels[p].length_ns;
      add(passes[p], times[n].passes[p].length(), seen[n].kernels[p].length_ns);
    }
    add(filter, times[n].filter->length(), kernels_ns);
  }
  std::printf("%s, %d lanes, 4K 4:2:0, CUPTI %s:\n", name_of(settings.mode), settings.lanes,
              records_->version().c_str());
  expect_agreement(upload);
  for (const Compared& pass : passes)
    expect_agreement(pass);
  expect_agreement(download);
  (void)print_agreement(filter);  // from first to last: with the host's wait between them in serial
}

TEST_F(StagesAgainstCupti, SerialStagesAgree) {
  compare({Mode::serial, 1});
}

TEST_F(StagesAgainstCupti, OverlappedStagesAgree) {
  compare({Mode::overlapped, 4});
}

}  // namespace
}  // namespace framelane
