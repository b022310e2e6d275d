#include "app/bench_floor.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "app/bench_stats.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;

constexpr int kMemoryCopies = 10;

std::int64_t past_caches(std::size_t picture_bytes) {
  constexpr std::int64_t kLeast = 96 * (1 << 20);
  return 2 * std::max(8 * static_cast<std::int64_t>(picture_bytes), kLeast);
}

// A copy reads and writes every byte.
std::size_t copied(std::int64_t bytes) {
  return static_cast<std::size_t>((bytes + 1) / 2);
}

Nanoseconds nanoseconds(double ms) {
  return Nanoseconds{static_cast<std::int64_t>(ms * 1e6)};
}

}  // namespace

FloorBench::FloorBench(BenchContext& context, const std::vector<SourceFrame>& frames,
                       const std::vector<std::int64_t>& bytes)
    : context_(context),
      frames_(frames),
      bands_(std::max(1, static_cast<int>(std::thread::hardware_concurrency()))),
      results_(context.device, HostMemory::pinned) {
  make_rows(bytes);
  std::int64_t largest = 0;
  for (const Row& row : pictures_)
    largest = std::max(largest, row.bytes);
  results_.reserve(copied(largest), 1);
  result_ = results_.try_acquire();
  Device& device = context.device;
  const std::size_t room = copied(std::max(memory_.bytes, largest)) + 16;  // the kernel rounds up
  from_ = device.allocate(room);
  to_ = device.allocate(room);
  stream_ = device.make_stream();
  begin_ = device.make_timing_event();
  end_ = device.make_timing_event();
  next_ = device.make_timing_event();
  measure_memory();  // first touch
  memory_.rates.clear();
}

FloorBench::~FloorBench() = default;

void FloorBench::make_rows(const std::vector<std::int64_t>& bytes) {
  const bool gpu = context_.extras != nullptr;
  const std::size_t picture = frames_.front().picture.layout.bytes;
  memory_ = {"past caches", gpu ? By::driver : By::host, past_caches(picture), {}};
  std::vector<std::int64_t> sizes = bytes;
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  for (const std::int64_t size : sizes) {
    if (!gpu) {
      pictures_.push_back({"pictures", By::host, size, {}});
      continue;
    }
    pictures_.push_back({"pictures, driver", By::driver, size, {}});
    pictures_.push_back({"pictures, kernel", By::kernel, size, {}});
  }
}

void FloorBench::measure(int skipped, int count) {
  measure_memory();
  for (Row& row : pictures_)
    if (!context_.stopped()) measure_pictures(row, skipped, count);
}

void FloorBench::measure_memory() {
  const auto begin = Host::now();
  for (int i = 0; i < kMemoryCopies; ++i)
    copy(memory_.by, from_->data(), copied(memory_.bytes), 0);
  if (context_.extras != nullptr) stream_->finish();
  memory_.rates.push_back(
      gb_per_s(static_cast<double>(memory_.bytes) * kMemoryCopies, ms_since(begin)));
}

void FloorBench::measure_pictures(Row& row, int skipped, int count) {
  std::vector<double> times;
  for (int i = 0; i < skipped + count; ++i) {
    const double ms = picture_ms(frames_[next_frame_++ % frames_.size()].picture, row);
    if (i >= skipped) times.push_back(ms);
  }
  const auto spread = spread_of(times);
  if (spread && spread->median > 0)
    row.rates.push_back(gb_per_s(static_cast<double>(row.bytes), spread->median));
}

// Each stage waited for, as a frame's are.
double FloorBench::picture_ms(const HostPicture& picture, const Row& row) {
  const std::size_t bytes = picture.layout.bytes;
  const std::byte* from = stream_->upload(from_.get(), picture.first, bytes);
  stream_->finish();
  const double ms = timed_ms(from, bytes, row);
  stream_->download(result_->data, to_->data(), copied(row.bytes));
  stream_->finish();
  return ms;
}

double FloorBench::timed_ms(const std::byte* from, std::size_t from_bytes, const Row& row) {
  if (row.by == By::host) {
    const auto begin = Host::now();
    copy_all(from, from_bytes, row);
    return ms_since(begin);
  }
  stream_->enter_passes();  // behind the upload the event would stand in another queue
  stream_->record(*begin_);
  copy_all(from, from_bytes, row);
  stream_->record(*end_);
  stream_->enter_passes();
  stream_->record(*next_);
  next_->wait();
  const Device& device = context_.device;
  cost_.add(nanoseconds(device.elapsed_ms(*end_, *next_)));
  const Interval whole{Nanoseconds{0}, nanoseconds(device.elapsed_ms(*begin_, *end_))};
  return to_ms(cost_.without(whole).length());
}

// Of a picture that is smaller than half of the bytes, parts are read once more.
void FloorBench::copy_all(const std::byte* from, std::size_t from_bytes, const Row& row) {
  const std::size_t bytes = copied(row.bytes);
  for (std::size_t done = 0; done < bytes; done += from_bytes)
    copy(row.by, from, std::min(from_bytes, bytes - done), done);
}

void FloorBench::copy(By by, const std::byte* from, std::size_t bytes, std::size_t offset) {
  std::byte* to = to_->data() + offset;
  if (by == By::driver) return context_.extras->copy_on_device(*stream_, to, from, bytes);
  if (by == By::kernel) return context_.extras->copy_by_kernel(*stream_, to, from, bytes);
  constexpr std::size_t kBand = std::size_t{1} << 18;
  bands_.run(static_cast<int>((bytes + kBand - 1) / kBand), 1, [&](int band, int) {
    const std::size_t first = static_cast<std::size_t>(band) * kBand;
    std::memcpy(to + first, from + first, std::min(kBand, bytes - first));
  });
}

std::optional<double> FloorBench::ms(std::int64_t bytes) const {
  std::optional<double> least;
  for (const Row& row : pictures_) {
    const auto rate = spread_of(row.rates);
    if (row.bytes != bytes || !rate) continue;
    const double ms = static_cast<double>(bytes) / (rate->median * 1e6);
    least = std::min(least.value_or(ms), ms);
  }
  return least;
}

BenchTable FloorBench::table() const {
  BenchTable table{"floor",
                   "device copies, bytes read and written added up: of more than caches hold, and "
                   "of pictures uploaded just before, each timed as a pass is",
                   {{"copy", "Copy", "copy", 0},
                    {"bytes", "Bytes", "bytes", 0},
                    {"copy_ms", "MsCopy", "ms", 4},
                    {"gb_per_s", "GBPerS", "GB/s", 1},
                    {"gb_per_s_least", "GBPerSLeast", "least", 1},
                    {"gb_per_s_most", "GBPerSMost", "most", 1},
                    {"repeats", "Repeats", "n", 0}},
                   {}};
  const auto add = [&table](const Row& from) {
    const auto rate = spread_of(from.rates);
    if (!rate) return;
    std::vector<BenchCell> row{from.name, from.bytes,
                               static_cast<double>(from.bytes) / (rate->median * 1e6)};
    append_spread(row, rate);
    row.emplace_back(std::int64_t{rate->count});
    table.add(std::move(row));
  };
  add(memory_);
  for (const Row& row : pictures_)
    add(row);
  return table;
}

}  // namespace framelane
