#include "gpu/cuda/run_pass.h"

#include <string>
#include <variant>

#include "gpu/cuda/check.h"
#include "gpu/cuda/passes/passes.h"
#include "gpu/errors.h"

namespace framelane {

void run_pass_on_cuda(const Pass& pass, std::span<const ImageView> in,
                      std::span<const ImageView> out, const PassMemory& memory,
                      cudaStream_t stream) {
  const CudaPassCall call{in, out, memory, stream};
  std::visit([&](const auto& work) { launch(work, call); }, pass.work);
  const cudaError_t status = cudaGetLastError();
  if (status != cudaSuccess)
    throw DeviceError("pass " + pass.name + ": its kernel was not started: " +
                      cudaGetErrorString(status) + "; --device cpu works without a GPU");
}

void run_nothing_on_cuda(cudaStream_t stream) {
  launch_nothing(stream);
  check(cudaGetLastError(), "cudaLaunchKernel");
}

}  // namespace framelane
