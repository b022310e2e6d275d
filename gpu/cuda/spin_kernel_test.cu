#include "gpu/cuda/check.h"
#include "gpu/cuda/spin_kernel_test.h"

namespace framelane {
namespace {

__device__ std::uint64_t global_ns() {
  std::uint64_t ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

__global__ void spin_kernel(std::uint64_t length_ns, std::uint64_t* took) {
  const std::uint64_t begin = global_ns();
  std::uint64_t passed = 0;
  while (passed < length_ns)
    passed = global_ns() - begin;
  *took = passed;
}

}  // namespace

void launch_spin(cudaStream_t stream, std::chrono::nanoseconds length, std::uint64_t* took) {
  spin_kernel<<<1, 1, 0, stream>>>(static_cast<std::uint64_t>(length.count()), took);
  check(cudaGetLastError(), "launching the spin kernel");
}

}  // namespace framelane
