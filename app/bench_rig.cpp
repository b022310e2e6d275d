#include "app/bench_rig.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <thread>

#include "app/bench_stats.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;
constexpr std::size_t kBand = 1 << 20;  // bytes that a thread fills or compares at a time
constexpr int kRigEngines = 3;          // streams of the staged mode

int band_count(std::size_t bytes) {
  return static_cast<int>((bytes + kBand - 1) / kBand);
}

// One of the steps of splitmix64: every word is another.
std::uint64_t noise(std::uint64_t index) {
  std::uint64_t x = (index + 1) * 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  return x ^ (x >> 27);
}

bool same(const std::byte* a, const std::byte* b, std::size_t bytes, std::uint64_t flip) {
  std::uint64_t differs = 0;
  for (std::size_t at = 0; at < bytes; at += sizeof flip) {
    std::uint64_t x = 0, y = 0;
    std::memcpy(&x, a + at, sizeof x);
    std::memcpy(&y, b + at, sizeof y);
    differs |= x ^ y ^ flip;
  }
  return differs == 0;
}

int thread_count() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

BatchRig::BatchRig(Device& device, TransferExtras* extras, Size size)
    : device_(device),
      extras_(extras),
      size_(size),
      bands_(thread_count()),
      sources_(device, size.memory),
      results_(device, size.memory) {
  size_.lanes = std::max(size_.lanes, kLeastLanes);
  sources_.reserve(size_.bytes, kSources);
  results_.reserve(size_.bytes, size_.lanes);
  fill_sources();
  for (int i = 0; i < size_.lanes; ++i) {
    Lane& lane = lanes_.emplace_back();
    lane.result = results_.try_acquire();
    lane.in = device.allocate(size_.bytes);
    lane.out = device.allocate(size_.bytes);
    lane.uploaded = device.make_event();
    lane.computed = device.make_event();
    for (auto& done : lane.done)
      done = device.make_event();
  }
  for (int i = 0; i < std::max(size_.lanes, kRigEngines); ++i)
    streams_.push_back(device.make_stream());
}

BatchRig::~BatchRig() = default;

void BatchRig::fill_sources() {
  for (int i = 0; i < kSources; ++i) {
    noise_.push_back(sources_.try_acquire());
    std::byte* data = noise_.back()->data;
    const std::uint64_t first = static_cast<std::uint64_t>(i) << 40;
    bands_.run(band_count(size_.bytes), 1, [&](int band, int) {
      const std::size_t begin = static_cast<std::size_t>(band) * kBand;
      const std::size_t end = std::min(begin + kBand, size_.bytes);
      for (std::size_t at = begin; at < end; at += sizeof first) {
        const std::uint64_t word = noise(first + at);
        std::memcpy(data + at, &word, sizeof word);
      }
    });
  }
}

Stream& BatchRig::priority_stream(int index, int of) {
  if (static_cast<int>(priority_streams_.size()) != of) {
    priority_streams_.clear();
    for (int rank = 0; rank < of; ++rank)
      priority_streams_.push_back(extras_->make_stream(rank, of));
  }
  return *priority_streams_[static_cast<std::size_t>(index)];
}

bool BatchRig::holds(const Lane& lane, int batch, std::size_t bytes, bool inverted) {
  std::atomic<bool> good{true};
  const std::byte *result = lane.result->data, *expected = source(batch);
  bands_.run(band_count(bytes), 1, [&](int band, int) {
    const std::size_t begin = static_cast<std::size_t>(band) * kBand;
    const std::size_t count = std::min(kBand, bytes - begin);
    if (!same(result + begin, expected + begin, count, inverted ? ~std::uint64_t{0} : 0))
      good = false;
  });
  return good;
}

double BatchRig::copies_ms(Way way, std::size_t bytes, int count) {
  const auto begin = Host::now();
  for (int i = 0; i < count; ++i) {
    if (way != Way::down) stream(0).upload(lane(0).in.get(), source(i), bytes);
    if (way != Way::up)
      stream(1).download(lane(i % size_.lanes).result->data, lane(1).out->data(), bytes);
  }
  if (way != Way::down) stream(0).finish();
  if (way != Way::up) stream(1).finish();
  return ms_since(begin);
}

}  // namespace framelane
