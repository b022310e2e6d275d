#include "gpu/device_pool.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace framelane {

struct DevicePool::State {
  struct Block {
    std::unique_ptr<DeviceBuffer> buffer;
    std::uint64_t use = 0;  // of the pool, in which it was taken last
  };
  Device& device;
  std::mutex mutex;
  std::vector<Block> free;
  std::uint64_t use = 0;

  explicit State(Device& on) : device(on) {}

  // Without wasting more than it uses.
  [[nodiscard]] static bool fits(const DeviceBuffer& buffer, std::size_t bytes) {
    return buffer.bytes() >= bytes && buffer.bytes() <= 2 * bytes;
  }
  // The smallest free block that fits, or null.
  std::unique_ptr<DeviceBuffer> take(std::size_t bytes) {
    std::lock_guard lock(mutex);
    auto best = free.end();
    for (auto it = free.begin(); it != free.end(); ++it) {
      const bool smaller = best == free.end() || it->buffer->bytes() < best->buffer->bytes();
      if (fits(*it->buffer, bytes) && smaller) best = it;
    }
    if (best == free.end()) return nullptr;
    std::unique_ptr<DeviceBuffer> found = std::move(best->buffer);
    free.erase(best);
    return found;
  }
  [[nodiscard]] int count(std::size_t bytes) {
    std::lock_guard lock(mutex);
    return static_cast<int>(
        std::ranges::count_if(free, [&](const Block& one) { return fits(*one.buffer, bytes); }));
  }
  void give_back(std::unique_ptr<DeviceBuffer> buffer) {
    std::lock_guard lock(mutex);
    free.push_back({std::move(buffer), use});
  }
};

DevicePool::DevicePool(Device& device) : state_(std::make_shared<State>(device)) {}

std::shared_ptr<DeviceBuffer> DevicePool::acquire(std::size_t bytes) {
  std::unique_ptr<DeviceBuffer> buffer = state_->take(bytes);
  if (!buffer) buffer = state_->device.allocate(bytes);
  return {buffer.release(), [state = state_](DeviceBuffer* done) {
            state->give_back(std::unique_ptr<DeviceBuffer>(done));
          }};
}

void DevicePool::reserve(std::size_t bytes, int blocks) {
  for (int missing = blocks - state_->count(bytes); missing > 0; --missing)
    state_->give_back(state_->device.allocate(bytes));
}

void DevicePool::trim(std::uint64_t uses) {
  std::vector<State::Block> gone;  // goes after the lock
  std::lock_guard lock(state_->mutex);
  const std::uint64_t now = ++state_->use;
  const auto kept = std::ranges::partition(
      state_->free, [&](const State::Block& one) { return now - one.use <= uses; });
  std::ranges::move(kept, std::back_inserter(gone));
  state_->free.erase(kept.begin(), kept.end());
}

}  // namespace framelane
