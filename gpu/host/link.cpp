#include "gpu/host/link.h"

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

void LinkSimulator::transfer(Direction direction, std::byte* to, const std::byte* from,
                             std::size_t bytes) {
  // In parts, so that a transfer that begins or ends in the other direction is felt.
  constexpr std::size_t kParts = 8;
  Engine& own = direction == Direction::up ? up_ : down_;
  Engine& other = direction == Direction::up ? down_ : up_;
  begin(own);
  auto due = std::chrono::steady_clock::now();
  for (std::size_t part = 0; part < kParts; ++part) {
    const std::size_t first = bytes * part / kParts;
    const std::size_t count = bytes * (part + 1) / kParts - first;
    std::memcpy(to + first, from + first, count);
    due += std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(seconds_for(count, other)));
    std::this_thread::sleep_until(due);
  }
  end(own);
}

}  // namespace framelane
