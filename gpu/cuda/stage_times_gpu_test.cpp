// Whether the stage times are true: against a kernel of known length, and against what NVIDIA's
// own profiling interface says of the same copies and kernels. Every figure is
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

// A stage's lengths, microseconds: by framelane in runs that nobody recorded, and in recorded ones
// by framelane and by CUPTI. Recording puts work of its own around each kernel, which framelane's
// events, further outside than CUPTI's, then count.
struct Compared {
  std::string name;
  std::vector<double> ours, ours_recorded, theirs;
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
    if (record.kind == CuptiRecord::Kind::download) frames.back().download = record;
    const bool pass = record.kind == CuptiRecord::Kind::kernel &&
                      record.name.find("nothing_kernel") == std::string::npos;
    if (pass) frames.back().kernels.push_back(record);
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
      if (!pipeline.can_submit()) pipeline.free_oldest();
      pipeline.submit(next_frame(), 0);
      if (pipeline.has_freed()) collect();
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

// Prints it; the difference of the medians and what is allowed.
std::pair<double, double> print_agreement(const Compared& stage) {
  const double theirs = median(stage.theirs), ours = median(stage.ours);
  const double allowed = std::max(0.03 * theirs, 5.0);
  std::printf(
      "  %-9s CUPTI %8.2f us, framelane %8.2f us, %+6.2f us (%.1f allowed); %.2f us while "
      "CUPTI recorded\n",
      stage.name.c_str(), theirs, ours, ours - theirs, allowed, median(stage.ours_recorded));
  return {ours - theirs, allowed};
}

void expect_agreement(const Compared& stage) {
  const auto [off, allowed] = print_agreement(stage);
  EXPECT_LE(std::abs(off), allowed) << stage.name;
}

// Stages in a frame's order: upload, the passes, download.
std::vector<Compared> stages_of(const ChainPlan& plan) {
  std::vector<Compared> stages{{"upload", {}, {}, {}}};
  for (const Pass& pass : plan.passes)
    stages.push_back({pass.name, {}, {}, {}});
  stages.push_back({"download", {}, {}, {}});
  return stages;
}

std::vector<double> lengths(const FrameTimes& times) {
  std::vector<double> all{us(times.upload->length())};
  for (const Interval& pass : times.passes)
    all.push_back(us(pass.length()));
  all.push_back(us(times.download->length()));
  return all;
}

std::vector<double> lengths(const FrameRecords& seen) {
  std::vector<double> all{us(Nanoseconds{seen.upload->length_ns})};
  for (const CuptiRecord& kernel : seen.kernels)
    all.push_back(us(Nanoseconds{kernel.length_ns}));
  all.push_back(us(Nanoseconds{seen.download->length_ns}));
  return all;
}

void append(std::vector<Compared>& stages, const std::vector<double>& lengths,
            std::vector<double> Compared::*to) {
  ASSERT_EQ(lengths.size(), stages.size()) << "a kernel a pass is what these filters are";
  for (std::size_t s = 0; s < stages.size(); ++s)
    (stages[s].*to).push_back(lengths[s]);
}

void StagesAgainstCupti::compare(const PipelineSettings& settings) {
  constexpr int kRuns = 3;
  const auto plan = plan_chain(parse_chain("eq=contrast=1.1,gblur=sigma=2"), facts_, {});
  std::vector<Compared> stages = stages_of(*plan);
  for (int run = 0; run < kRuns; ++run) {
    records_->pause();
    for (const FrameTimes& times : times_of(settings, plan))
      if (!times.warmup) append(stages, lengths(times), &Compared::ours);
    records_->resume();
    (void)records_->take();
    const std::vector<FrameTimes> recorded = times_of(settings, plan);
    const std::vector<FrameRecords> seen = by_frame(records_->take(), layout_.bytes);
    ASSERT_EQ(seen.size(), recorded.size()) << "CUPTI saw another number of uploads";
    for (std::size_t n = 0; n < recorded.size(); ++n) {
      if (recorded[n].warmup) continue;
      ASSERT_TRUE(seen[n].upload && seen[n].download);
      append(stages, lengths(recorded[n]), &Compared::ours_recorded);
      append(stages, lengths(seen[n]), &Compared::theirs);
    }
  }
  std::printf("%s, %d lanes, 4K 4:2:0, CUPTI %s:\n", name_of(settings.mode), settings.lanes,
              records_->version().c_str());
  for (const Compared& stage : stages)
    expect_agreement(stage);
}

TEST_F(StagesAgainstCupti, SerialStagesAgree) {
  compare({Mode::serial, 1});
}

TEST_F(StagesAgainstCupti, OverlappedStagesAgree) {
  compare({Mode::overlapped, 4});
}

}  // namespace
}  // namespace framelane
