#pragma once
#include <cuda_runtime.h>

#include <source_location>

namespace framelane {

// Throws DeviceError naming the call, the runtime's reason and the place. Clears an error that is
// not sticky, so that it is not blamed on a later call.
void check(cudaError_t status, const char* call,
           std::source_location where = std::source_location::current());

}  // namespace framelane
