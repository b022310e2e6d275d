#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>

#include "gpu/image_view.h"

// What launching a pass asks of its pictures and of the device.
namespace framelane {

// The threads of a block of point filters.
inline constexpr dim3 kPointThreads(32, 8);

// Blocks beside each other.
inline unsigned blocks(int size, int per_block) {
  return static_cast<unsigned>((size + per_block - 1) / per_block);
}

inline bool is_420(const ImageView& view) {
  return view.yuv && view.color_count == 3 && view.log2_chroma_w == 1 && view.log2_chroma_h == 1;
}
// Without alpha, and with two rows above each of chroma.
inline bool is_whole_420(const ImageView& view) {
  return is_420(view) && view.data[3] == nullptr && view.height % 2 == 0;
}

inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0, value = 0;
  (void)cudaGetDevice(&device);
  (void)cudaDeviceGetAttribute(&value, attribute, device);
  return value;
}
// At least one.
inline unsigned processors() {
  const int found = device_attribute(cudaDevAttrMultiProcessorCount);
  return found > 0 ? static_cast<unsigned>(found) : 1U;
}

// Whether a block may have so much shared memory: beyond 48 KiB the device must have it and be
// told.
template <typename Kernel>
bool may_share(Kernel kernel, std::size_t bytes) {
  if (bytes <= 48 * 1024) return true;
  const int most = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  // The most, not what is wanted here: other threads want other sizes.
  if (static_cast<int>(bytes) > most) return false;
  if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most) ==
      cudaSuccess)
    return true;
  (void)cudaGetLastError();  // another kernel does it
  return false;
}

}  // namespace framelane
