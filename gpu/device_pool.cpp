#include "gpu/device_pool.h"

#include <mutex>

namespace framelane {

struct DevicePool::State {
  Device& device;
  std::mutex mutex;
  std::vector<std::unique_ptr<DeviceBuffer>> free;

  explicit State(Device& on) : device(on) {}

  // The smallest free block that fits without wasting more than it uses, or null.
  std::unique_ptr<DeviceBuffer> take(std::size_t bytes) {
    std::lock_guard lock(mutex);
    auto best = free.end();
    for (auto it = free.begin(); it != free.end(); ++it) {
      const std::size_t size = (*it)->bytes();
      if (size >= bytes && size <= 2 * bytes && (best == free.end() || size < (*best)->bytes()))
        best = it;
    }
    if (best == free.end()) return nullptr;
    std::unique_ptr<DeviceBuffer> found = std::move(*best);
    free.erase(best);
    return found;
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

void DevicePool::trim() {
  std::vector<std::unique_ptr<DeviceBuffer>> gone;
  std::lock_guard lock(state_->mutex);
  gone.swap(state_->free);
}

}  // namespace framelane
