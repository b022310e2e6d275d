#include "gpu/cuda/passes/passes.h"

namespace framelane {
namespace {

__global__ void nothing_kernel() {}

}  // namespace

void launch_nothing(cudaStream_t stream) {
  nothing_kernel<<<1, 1, 0, stream>>>();
}

}  // namespace framelane
