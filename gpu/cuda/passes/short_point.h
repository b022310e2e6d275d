#pragma once
#include "gpu/cuda/passes/passes.h"

namespace framelane {

// Launches a point pass as a short program where the pictures are 4:2:0 of layouts it knows and the
// program is short enough; false where not, and nothing is launched.
[[nodiscard]] bool launch_short(const PointWork& work, const CudaPassCall& call);

// The same to 8-bit R G B A with interpolated chroma, in memory or in a surface of the picture's
// size.
[[nodiscard]] bool launch_short_rgba(const PointWork& work, const CudaPassCall& call);
[[nodiscard]] bool launch_short_rgba(const PointWork& work, const ImageView& in,
                                     const PassMemory& memory, cudaSurfaceObject_t surface,
                                     cudaStream_t stream);

}  // namespace framelane
