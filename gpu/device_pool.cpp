#include "gpu/device_pool.h"

#include <algorithm>
#include <mutex>

namespace framelane {

struct DevicePool::State {
  Device& device;
  std::mutex mutex;
  std::vector<std::unique_ptr<DeviceBuffer>> free;

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
      const bool smaller = best == free.end() || (*it)->bytes() < (*best)->bytes();
      if (fits(**it, bytes) && smaller) best = it;
    }
    if (best == free.end()) return nullptr;
    std::unique_ptr<DeviceBuffer> found = std::move(*best);
    free.erase(best);
    return found;
  }
  [[nodiscard]] int count(std::size_t bytes) {
    std::lock_guard lock(mutex);
    return static_cast<int>(
        std::ranges::count_if(free, [&](const auto& buffer) { return fits(*buffer, bytes); }));
  }
  void give_back(std::unique_ptr<DeviceBuffer> buffer) {
    std::lock_guard lock(mutex);
    free.push_back(std::move(buffer));
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

void DevicePool::trim() {
  std::vector<std::unique_ptr<DeviceBuffer>> gone;
  std::lock_guard lock(state_->mutex);
  gone.swap(state_->free);
}

}  // namespace framelane
