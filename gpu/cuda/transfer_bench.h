#pragma once
#include <memory>

#include "gpu/cuda/cuda_device.h"
#include "gpu/transfer_extras.h"

namespace framelane {

// For the device of that ordinal. Throws DeviceError.
[[nodiscard]] std::unique_ptr<TransferExtras> make_cuda_transfer_extras(int ordinal, HostWait wait);

}  // namespace framelane
