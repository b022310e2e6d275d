#pragma once
#include <memory>
#include <string>
#include <vector>

#include "gpu/device.h"

namespace framelane {

enum class HostWait { block, spin };

// What the CUDA runtime says is there, by ordinal. No devices: `unavailable` says why, in words; so
// it does for a device that does not answer.
struct CudaListing {
  struct Entry {
    DeviceFacts facts;
    std::string unavailable;
  };
  std::vector<Entry> devices;
  std::string unavailable;
};
[[nodiscard]] CudaListing list_cuda_devices();

// Opens the GPU of that ordinal. Throws DeviceMissing with the reason when it is not there or
// cannot be used.
[[nodiscard]] std::unique_ptr<Device> make_cuda_device(int ordinal, HostWait wait);

}  // namespace framelane
