#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/device.h"

namespace framelane {

// Device memory for pictures, reused instead of freed. The last reference to a block returns it, so
// drop a reference only when the device has finished with the block. Thread-safety: blocks may be
// dropped on any thread; acquire(), reserve() and trim() belong to one thread at a time.
class DevicePool {
 public:
  explicit DevicePool(Device& device);

  // A block of at least `bytes`. Allocates only when no free one fits. Throws DeviceError when
  // memory is short.
  [[nodiscard]] std::shared_ptr<DeviceBuffer> acquire(std::size_t bytes);
  // Makes sure that acquire() gives so many more blocks of that size without allocating.
  void reserve(std::size_t bytes, int blocks);
  // Another use of the pool begins. Frees blocks that none of the latest `uses` of it took and that
  // are not in use: 0 frees all of those, as after a change of picture size.
  void trim(std::uint64_t uses);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace framelane
