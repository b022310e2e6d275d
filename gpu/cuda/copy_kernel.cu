#include "gpu/cuda/check.h"
#include "gpu/cuda/copy_kernel.h"

namespace framelane {
namespace {

constexpr unsigned kThreads = 256, kEach = 4;  // 16 KB a block, all of it read before it is written

__global__ void copy_kernel(uint4* to, const uint4* from, std::size_t count) {
  const std::size_t first = std::size_t{blockIdx.x} * kThreads * kEach + threadIdx.x;
  uint4 words[kEach];
#pragma unroll
  for (unsigned i = 0; i < kEach; ++i)
    if (first + i * kThreads < count) words[i] = from[first + i * kThreads];
#pragma unroll
  for (unsigned i = 0; i < kEach; ++i)
    if (first + i * kThreads < count) to[first + i * kThreads] = words[i];
}

}  // namespace

void launch_copy(cudaStream_t stream, std::byte* to, const std::byte* from, std::size_t bytes) {
  const std::size_t count = (bytes + sizeof(uint4) - 1) / sizeof(uint4);
  constexpr std::size_t kBlock = std::size_t{kThreads} * kEach;
  copy_kernel<<<static_cast<unsigned>((count + kBlock - 1) / kBlock), kThreads, 0, stream>>>(
      reinterpret_cast<uint4*>(to), reinterpret_cast<const uint4*>(from), count);
  check(cudaGetLastError(), "launching the copy kernel");
}

}  // namespace framelane
