#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>

namespace framelane {

// A plain copy within the device's memory that keeps many reads under way: what a pass's kernel is
// measured against, also where the driver's own copy is not made for what caches hold. Rounds
// `bytes` up to 16; both ends are aligned to as much. Throws DeviceError.
void launch_copy(cudaStream_t stream, std::byte* to, const std::byte* from, std::size_t bytes);

}  // namespace framelane
