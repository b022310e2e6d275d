#pragma once
#include "gpu/filters/scale_work.h"
#include "gpu/host/passes/byte_sums.h"
#include "gpu/host/passes/passes.h"

namespace framelane {

// Scales a picture of bytes into one of bytes with integers; byte_sums.h says how exact that is.
// False, and nothing done, where the samples, the weights, how far a picture shrinks, or the
// processor do not allow it.
bool scale_bytes(const ScaleWork& work, const HostPassCall& call);
// The same with those loops. All give the same bytes.
bool scale_bytes(const ScaleWork& work, const HostPassCall& call, const ByteSums& sums);

// Scales anything, with the sums of the other device.
void scale_floats(const ScaleWork& work, const HostPassCall& call);

}  // namespace framelane
