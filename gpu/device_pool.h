#pragma once
#include <cstddef>
#include <memory>
#include <vector>

#include "gpu/device.h"

namespace framelane {

// Device memory for pictures, reused instead of freed. The last reference to a block returns it, so
// drop a reference only when the device has finished with the block. Thread-safety: blocks may be
// dropped on any thread; acquire(), reserve()
// and trim() belong to one thread at a time.
class DevicePool {
 public:
  explicit DevicePool(Device& device);

  // A block of at least `bytes`. Allocates only when no free one fits. Throws DeviceError when
  // memory is short.
  [[nodiscard]] std::shared_ptr<DeviceBuffer> acquire(std::size_t bytes);
  // Makes sure that acquire() gives so many more blocks of that size without allocating.
  void reserve(std::size_t bytes, int blocks);
  // Frees what is not in use, as after a change of picture size.
  void trim();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace framelane
