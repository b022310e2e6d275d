// What overlapping buys at 4K on a GPU, measured: medians of interleaved repeats, the bound's terms
// printed beside every ratio. Skipped, with the reason, where there is no GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "app/engine.h"
#include "app/frame_log.h"
#include "app/row_writer.h"
#include "app/summary.h"
#include "app/trace_file.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr const char* kChain = "eq=contrast=1.1,gblur=sigma=2";
constexpr const char* kPattern = "pattern:3840x2160@60:frames=1500";
constexpr int kRepeats = 5;

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

std::string middle_half(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return fmt::format("{:.3f} to {:.3f}", values[values.size() / 4], values[values.size() * 3 / 4]);
}

struct Measured {
  double fps = 0;
  double wall_ms = 0;    // a frame, warm-up left out
  double serial_ms = 0;  // the sum of its stages
  double bound_ms = 0;   // the device's
  AllocationCounts after_warmup;
};

// Where rows go: nowhere, to the log, to the trace as well.
struct RowFiles {
  FrameLog* log = nullptr;
  RowWriter* trace = nullptr;
};

class Throughput : public testing::Test {
 protected:
  void SetUp() override {
    const auto listed = list_devices();
    if (!listed.front().unavailable.empty()) GTEST_SKIP() << listed.front().unavailable;
    DeviceChoice spin = parse_device_choice("cuda:0");
    spin.spin = true;
    opened_ = open_device(spin);
    link_ = measure_link(*opened_.device, HostMemory::pinned);
    fmt::print("{}, {}: up {:.1f}, down {:.1f}, both ways {:.1f} GB/s\n",
               opened_.device->facts().name, opened_.device->facts().link, *link_.up, *link_.down,
               *link_.both);
    folder_ = fs::temp_directory_path() / fmt::format("framelane_throughput_{}", getpid());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Takes `frames` results of an engine as fast as they come; without a limit, to the end.
  Measured run(const EngineOptions& options, std::int64_t frames = 0) {
    Engine engine(*opened_.device, options);
    Summary summary;
    std::optional<AllocationCounts> warm;
    Host::time_point first, last;
    std::int64_t counted = 0;
    ProcessedItem item;
    while (engine.results().pop(item) == QueueStatus::ok &&
           item.kind == ProcessedItem::Kind::frame) {
      last = Host::now();
      FrameRow row;
      row.frame = item.frame.index;
      row.finished = last - options.run_start;
      row.plan = item.frame.plan;
      row.times = std::move(item.frame.times);
      if (!row.times.warmup && counted++ == 0) {
        first = last;
        warm = opened_.device->allocations();
      }
      summary.add(row);
      item.frame = {};
      if (frames > 0 && counted > frames) break;
    }
    Measured measured;
    measured.wall_ms = std::chrono::duration<double, std::milli>(last - first).count() /
                       static_cast<double>(counted - 1);
    measured.fps = 1000 / measured.wall_ms;
    const ModeSummary& mode = summary.modes().back();
    measured.serial_ms = mode.serial_ms();
    for (const BoundStage stage : kBoundStages)
      if (is_device_stage(stage))
        measured.bound_ms = std::max(measured.bound_ms, mode.bound(link_)[stage].value_or(0));
    const AllocationCounts now = opened_.device->allocations();
    measured.after_warmup = {now.page_locked - warm->page_locked, now.device - warm->device};
    return measured;
  }
  // The next results, each made a row of where there is a file for it.
  static void take(Engine& engine, int frames, const RowFiles& files = {}) {
    ProcessedItem item;
    for (int taken = 0; taken < frames;) {
      const QueueStatus status = engine.results().pop(item);
      if (status == QueueStatus::interrupted) continue;
      ASSERT_EQ(status, QueueStatus::ok);
      ASSERT_EQ(item.kind, ProcessedItem::Kind::frame) << item.error;
      ++taken;
      if (!files.log) continue;
      FrameRow row;
      row.frame = item.frame.index;
      row.plan = item.frame.plan;
      row.times = std::move(item.frame.times);
      EXPECT_TRUE(files.log->push(row));
      if (!files.trace) continue;
      EXPECT_TRUE(files.trace->push(row));
    }
  }
  static EngineOptions options_for(const std::string& input, Mode mode, int lanes) {
    EngineOptions options;
    options.input = input;
    options.chain = parse_chain(kChain);
    options.settings = {mode, lanes};
    options.results_queue = 4;
    return options;
  }
  // The time both copies of a frame need when they run at once.
  [[nodiscard]] double two_way_ms(double bytes_each_way) const {
    return 2 * bytes_each_way / (*link_.both * 1e6);
  }

  OpenedDevice opened_;
  LinkRates link_;
  fs::path folder_;
};

constexpr double kBytes4k420 = 3840.0 * 2160 * 1.5;

TEST_F(Throughput, OverlappingReachesTheLinksBoundAndSerialIsTheSumOfItsStages) {
  const std::vector<std::pair<Mode, int>> settings{
      {Mode::serial, 1}, {Mode::overlapped, 2}, {Mode::overlapped, 4}, {Mode::staged, 4}};
  std::map<std::pair<Mode, int>, std::vector<Measured>> all;
  for (int repeat = 0; repeat < kRepeats; ++repeat)
    for (const auto& [mode, lanes] : settings)
      all[{mode, lanes}].push_back(run(options_for(kPattern, mode, lanes)));
  const double bound = two_way_ms(kBytes4k420);
  fmt::print("4K 4:2:0 in and out, {}: two-way bound {:.3f} ms\n", kChain, bound);
  std::map<std::pair<Mode, int>, double> fps, sums;
  for (const auto& [setting, runs] : all) {
    std::vector<double> rates, stages;
    for (const Measured& one : runs) {
      rates.push_back(one.fps);
      stages.push_back(one.serial_ms);
      EXPECT_EQ(one.after_warmup.device, 0U);
      EXPECT_EQ(one.after_warmup.page_locked, 0U);
    }
    fps[setting] = median(rates);
    sums[setting] = median(stages);
    fmt::print(
        "{:<10} {} lanes: {:7.1f} fps (spread {:.1f} to {:.1f}), {:.3f} ms a frame, {:.2f} of the "
        "bound, stages {:.3f} ms\n",
        name_of(setting.first), setting.second, fps[setting],
        *std::min_element(rates.begin(), rates.end()),
        *std::max_element(rates.begin(), rates.end()), 1000 / fps[setting],
        bound * fps[setting] / 1000, sums[setting]);
  }
  const double four = fps[{Mode::overlapped, 4}];
  const double serial = fps[{Mode::serial, 1}];
  EXPECT_GE(four, 0.90 * 1000 / bound);
  EXPECT_GE(four, 1.6 * serial);
  EXPECT_LE(1000 / serial, 1.10 * sums[std::pair(Mode::serial, 1)]);
}

// Ratios of stretches side by side in one engine, in both orders: clocks are up, memory is the
// same, and what the machine does meanwhile meets them all.
TEST_F(Throughput, TimingEventsCostAtMostOnePercentAndLogAndTraceTwo) {
  constexpr int kRounds = 30;
  constexpr int kSettle = 60, kCounted = 400;  // frames of a stretch
  Engine engine(*opened_.device, options_for("pattern:3840x2160@60", Mode::overlapped, 4));
  const RunFacts facts{opened_.device->facts(), link_, engine.input(), kChain};
  FrameLog log((folder_ / "log.csv").string(), facts);
  const std::string traced = (folder_ / "trace.json").string();
  RowWriter trace("trace", std::make_shared<TraceFile>(traced, facts));
  const std::array<RowFiles, 4> files{{{}, {}, {&log, nullptr}, {&log, &trace}}};
  take(engine, 2000);  // half a second for the clocks
  std::vector<double> events, with_log, with_both, rates;
  for (int round = 0; round < kRounds; ++round) {
    std::array<double, 4> fps{};
    for (std::size_t i = 0; i < fps.size(); ++i) {
      const std::size_t which = round % 2 == 0 ? i : fps.size() - 1 - i;
      PipelineSettings settings{Mode::overlapped, 4};
      settings.timing = which > 0;
      engine.process().set_settings(settings);
      take(engine, kSettle);
      const auto begin = Host::now();
      take(engine, kCounted, files[which]);
      fps[which] = kCounted / std::chrono::duration<double>(Host::now() - begin).count();
    }
    rates.push_back(fps[0]);
    events.push_back(fps[1] / fps[0]);
    with_log.push_back(fps[2] / fps[0]);
    with_both.push_back(fps[3] / fps[0]);
  }
  fmt::print(
      "without timing {:.1f} fps; with it {:.4f} of that (middle half {}), with the log too "
      "{:.4f} ({}), with log and trace {:.4f} ({})\n",
      median(rates), median(events), middle_half(events), median(with_log), middle_half(with_log),
      median(with_both), middle_half(with_both));
  EXPECT_GE(median(events), 0.99);
  EXPECT_GE(median(with_log), 0.98);
  EXPECT_GE(median(with_both), 0.98);
}

TEST_F(Throughput, AResidentLoopMovesByTheSameFactorWhenTheModeChanges) {
  const std::string clip = (folder_ / "clip.mp4").string();
  const std::string make =
      "ffmpeg -v error -nostdin -y -f lavfi -i testsrc2=s=3840x2160:r=60:d=1 -pix_fmt yuv420p "
      "-c:v libx264 -preset ultrafast -b:v 40M " +
      clip;
  ASSERT_EQ(std::system(make.c_str()), 0);
  std::vector<double> factors;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    EngineOptions serial = options_for(clip, Mode::serial, 1);
    EngineOptions four = options_for(clip, Mode::overlapped, 4);
    serial.start.resident = four.start.resident = 30;
    factors.push_back(run(four, 1500).fps / run(serial, 1500).fps);
  }
  fmt::print("resident H.264, overlapped 4 lanes against serial: {:.2f} times\n", median(factors));
  EXPECT_GE(median(factors), 1.6);
}

}  // namespace
}  // namespace framelane
