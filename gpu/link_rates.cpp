#include "gpu/link_rates.h"

#include <algorithm>
#include <array>

#include "gpu/host_pool.h"

namespace framelane {
namespace {

constexpr std::size_t kMostBytes = std::size_t{32} << 20;
constexpr std::size_t kProbeBytes = std::size_t{256} << 10;
constexpr double kLongestCopyMs = 4;
constexpr int kRepeats = 5;

// One copy each way, on streams of their own.
class Copies {
 public:
  Copies(Device& device, HostMemory memory) : device_(device), pool_(device, memory) {
    pool_.reserve(kMostBytes, 2);
    for (Way& way : ways_) {
      way.host = pool_.try_acquire();
      way.buffer = device.allocate(kMostBytes);
      way.stream = device.make_stream();
      way.begin = device.make_timing_event();
      way.end = device.make_timing_event();
    }
  }
  void queue(bool up, std::size_t bytes) {
    Way& way = ways_[up ? 0 : 1];
    way.stream->record(*way.begin);
    if (up) {
      way.stream->upload(way.buffer.get(), way.host->data, bytes);
    } else {
      way.stream->download(way.host->data, way.buffer->data(), bytes);
    }
    way.stream->record(*way.end);
  }
  double finish_ms(bool up) {
    const Way& way = ways_[up ? 0 : 1];
    way.end->wait();
    return static_cast<double>(device_.elapsed_ms(*way.begin, *way.end));
  }
  // From the first begin to the last end.
  double finish_both_ms() {
    const auto& [up, down] = ways_;
    up.end->wait();
    down.end->wait();
    const float begin = device_.elapsed_ms(*up.begin, *down.begin);
    const float up_end = device_.elapsed_ms(*up.begin, *up.end);
    const float down_end = device_.elapsed_ms(*up.begin, *down.end);
    return static_cast<double>(std::max(up_end, down_end) - std::min(0.0F, begin));
  }

 private:
  struct Way {
    HostBlockRef host;
    std::unique_ptr<DeviceBuffer> buffer;
    std::unique_ptr<Stream> stream;
    std::unique_ptr<Event> begin, end;
  };
  Device& device_;
  HostPool pool_;
  std::array<Way, 2> ways_;
};

template <typename Measure>
double median_of(Measure measure) {
  std::array<double, kRepeats> times{};
  for (double& time : times)
    time = measure();
  std::nth_element(times.begin(), times.begin() + kRepeats / 2, times.end());
  return times[kRepeats / 2];
}

double gb_per_s(std::size_t bytes, double ms) {
  return static_cast<double>(bytes) / (ms * 1e6);
}

}  // namespace

LinkRates measure_link(Device& device, HostMemory memory) {
  if (device.facts().copy_engines == 0) return {};
  Copies copies(device, memory);
  const auto one_way = [&](bool up, std::size_t bytes) {
    copies.queue(up, bytes);
    return copies.finish_ms(up);
  };
  (void)one_way(true, kProbeBytes);
  const double probe_ms = std::max(one_way(true, kProbeBytes), 1e-3);
  const double wanted = static_cast<double>(kProbeBytes) * kLongestCopyMs / probe_ms;
  const auto bytes = static_cast<std::size_t>(
      std::clamp(wanted, static_cast<double>(kProbeBytes), static_cast<double>(kMostBytes)));
  LinkRates rates;
  rates.up = gb_per_s(bytes, median_of([&] { return one_way(true, bytes); }));
  rates.down = gb_per_s(bytes, median_of([&] { return one_way(false, bytes); }));
  rates.both = gb_per_s(2 * bytes, median_of([&] {
                          copies.queue(true, bytes);
                          copies.queue(false, bytes);
                          return copies.finish_both_ms();
                        }));
  return rates;
}

}  // namespace framelane
