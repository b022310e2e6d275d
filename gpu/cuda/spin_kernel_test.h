#pragma once
#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdint>

namespace framelane {

// For tests: one thread that is busy for `length` by the GPU's own global timer, then writes the
// nanoseconds it took (never less) to `took`, which the GPU can reach. Throws DeviceError.
void launch_spin(cudaStream_t stream, std::chrono::nanoseconds length, std::uint64_t* took);

}  // namespace framelane
