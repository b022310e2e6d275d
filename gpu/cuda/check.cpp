#include "gpu/cuda/check.h"

#include <string>

#include "gpu/errors.h"

namespace framelane {

void check(cudaError_t status, const char* call, std::source_location where) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();
  const std::string file = where.file_name();
  throw DeviceError("CUDA: " + std::string(call) + " failed: " + cudaGetErrorString(status) + " (" +
                    cudaGetErrorName(status) + ", " + file.substr(file.rfind('/') + 1) + ":" +
                    std::to_string(where.line()) +
                    "); try --device cpu, or fewer --lanes if memory is short");
}

}  // namespace framelane
