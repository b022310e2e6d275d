#pragma once
#include "gpu/cuda/passes/passes.h"

namespace framelane {

// Launches a point pass as a short program where the pictures are 4:2:0 of layouts it knows and the
// program is short enough; false where not, and nothing is launched.
[[nodiscard]] bool launch_short(const PointWork& work, const CudaPassCall& call);

}  // namespace framelane
