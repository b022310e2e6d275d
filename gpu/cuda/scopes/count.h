#pragma once
#include <cuda_runtime_api.h>

#include <cstdint>

#include "gpu/image_view.h"
#include "gpu/scopes/scope_work.h"

namespace framelane {

// Pixels that a scope counts at most of a frame on the GPU: all of 1920 x 1088, every fifth row of
// 3840 x 2160.
inline constexpr int kCudaScopeSamples = 1920 * 1088;

// Clears a table of scope_table_size() counts in device memory and counts the picture into it, on
// the stream: nothing is allocated and nothing waited for. Throws DeviceError when the launch is
// refused. Thread-safety: may be called from several threads with different streams.
void count_on_cuda(const ScopeWork& work, const ImageView& picture, std::uint32_t* table,
                   cudaStream_t stream);

}  // namespace framelane
