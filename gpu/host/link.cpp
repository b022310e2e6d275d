#include "gpu/host/link.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

namespace framelane {

void LinkSimulator::begin(Engine& engine) {
  std::unique_lock lock(mutex_);
  const auto ticket = engine.next_ticket++;
  turn_.wait(lock, [&] { return engine.serving == ticket; });
}

void LinkSimulator::end(Engine& engine) {
  std::lock_guard lock(mutex_);
  ++engine.serving;
  turn_.notify_all();
}

double LinkSimulator::seconds_for(std::size_t bytes, const Engine& other) {
  std::lock_guard lock(mutex_);
  const double factor = other.busy() ? link_.duplex : 1.0;
  return static_cast<double>(bytes) / (link_.gb_per_s * 1e9 * factor);
}

// So many that a transfer that begins or ends in the other direction is felt, and that none takes
// over 50 ms: a cancel is looked for between them.
std::size_t LinkSimulator::parts_for(std::size_t bytes) const {
  constexpr std::size_t kLeastParts = 8;
  constexpr double kLongestPart = 0.05;
  const double longest = static_cast<double>(bytes) / (link_.gb_per_s * 1e9 * link_.duplex);
  return std::max(kLeastParts, static_cast<std::size_t>(longest / kLongestPart) + 1);
}

void LinkSimulator::transfer(Direction direction, std::byte* to, const std::byte* from,
                             std::size_t bytes, const std::atomic<bool>& cancel) {
  Engine& own = direction == Direction::up ? up_ : down_;
  Engine& other = direction == Direction::up ? down_ : up_;
  begin(own);
  auto due = std::chrono::steady_clock::now();
  const std::size_t parts = parts_for(bytes);
  for (std::size_t part = 0; part < parts && !cancel; ++part) {
    const std::size_t first = bytes * part / parts;
    const std::size_t count = bytes * (part + 1) / parts - first;
    std::memcpy(to + first, from + first, count);
    due += std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(seconds_for(count, other)));
    std::this_thread::sleep_until(due);
  }
  end(own);
}

}  // namespace framelane
