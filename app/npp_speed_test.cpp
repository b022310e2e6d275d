#include "app/npp_speed_test.h"

#ifdef FRAMELANE_HAS_NPP
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstring>
#include <random>
#include <span>

#include "app/bench_context.h"
#include "gpu/cuda/npp_operations_test.h"
#endif

namespace framelane {

const NppTime* quickest(const NppReport& report, NppWork work) {
  const NppTime* best = nullptr;
  for (const NppTime& time : report.times)
    if (time.work == work && time.us && (best == nullptr || time.us->median < best->us->median))
      best = &time;
  return best;
}

#ifdef FRAMELANE_HAS_NPP

namespace {

class NppBench {
 public:
  NppBench(Device& device, const Npp& npp)
      : device_(device),
        stream_(device.make_stream()),
        begin_(device.make_timing_event()),
        end_(device.make_timing_event()),
        to_(device.allocate(kNppPictureBytes)),
        buffers_{npp, npp_context(*stream_), bytes_of(*to_), nullptr} {
    scratch_ = device.allocate(npp_scratch_bytes(npp, buffers_.context));
    buffers_.scratch = bytes_of(*scratch_);
    fill_pictures();
    for (const NppOperation& operation : operations_)
      times_.push_back({operation.work, operation.name, {}, {}});
  }

  // Repeats of all operations, interleaved, behind a warm-up.
  std::vector<NppTime> measure() {
    for (const auto begin = Host::now(); Host::now() - begin < kWarmup;)
      run_all();
    std::vector<std::vector<double>> samples(operations_.size());
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
      const std::vector<std::optional<double>> round = run_all();
      for (std::size_t i = 0; i < round.size(); ++i)
        if (round[i]) samples[i].push_back(*round[i]);
    }
    for (std::size_t i = 0; i < times_.size(); ++i)
      if (times_[i].failed.empty()) times_[i].us = spread_of(samples[i]);
    return times_;
  }

 private:
  using Host = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kWarmup{static_cast<int>(kBenchWarmupMs)};
  static constexpr int kRepeats = 7, kLaunches = 24, kPictures = 8;

  static Npp8u* bytes_of(const DeviceBuffer& buffer) {
    return reinterpret_cast<Npp8u*>(buffer.data());
  }
  void fill_pictures() {
    std::mt19937_64 random(1);
    std::vector<std::byte> noise(kNppPictureBytes);
    for (auto& picture : pictures_) {
      for (std::size_t i = 0; i < noise.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t word = random();
        std::memcpy(&noise[i], &word, sizeof word);
      }
      picture = device_.allocate(kNppPictureBytes);
      (void)stream_->upload(picture.get(), noise.data(), kNppPictureBytes);
      stream_->finish();
    }
  }
  // One that NPP refuses is left out from then on.
  std::vector<std::optional<double>> run_all() {
    std::vector<std::optional<double>> us(operations_.size());
    for (std::size_t i = 0; i < us.size(); ++i)
      if (times_[i].failed.empty()) us[i] = launch_us(operations_[i], times_[i].failed);
    return us;
  }
  // The one before the first event keeps the device busy until the next is there.
  std::optional<double> launch_us(const NppOperation& operation, std::string& failed) {
    for (int i = -1; i < kLaunches; ++i) {
      if (i == 0) stream_->record(*begin_);
      const NppStatus status = operation.launch(buffers_, picture(i));
      if (!refused(status)) continue;
      failed = status_text(status);
      stream_->finish();
      return std::nullopt;
    }
    stream_->record(*end_);
    end_->wait();
    return 1000.0 * device_.elapsed_ms(*begin_, *end_) / kLaunches;
  }
  const Npp8u* picture(int number) {
    return bytes_of(*pictures_[static_cast<std::size_t>(number + kPictures) % kPictures]);
  }

  Device& device_;
  std::unique_ptr<Stream> stream_;
  std::unique_ptr<Event> begin_, end_;
  std::unique_ptr<DeviceBuffer> to_, scratch_;
  NppBuffers buffers_;
  std::array<std::unique_ptr<DeviceBuffer>, kPictures> pictures_;
  std::span<const NppOperation> operations_ = npp_operations();
  std::vector<NppTime> times_;
};

}  // namespace

NppReport measure_npp(Device& device) {
  NppReport report;
  try {
    const Npp npp = load_npp();
    const NppLibraryVersion& version = *npp.version();
    report.version = fmt::format("{}.{}.{}", version.major, version.minor, version.build);
    report.times = NppBench(device, npp).measure();
  } catch (const NppMissing& missing) {
    report.unavailable = missing.what();
  }
  return report;
}

#else

NppReport measure_npp(Device&) {
  return {{}, "built without NPP: the toolkit that compiled this had no headers of it", {}};
}

#endif

}  // namespace framelane
