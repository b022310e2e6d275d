#pragma once
#include "gpu/filters/scale_work.h"
#include "gpu/host/passes/code_sums.h"
#include "gpu/host/passes/passes.h"

namespace framelane {

// Scales a picture of codes of more than 8 bits into one of such codes; code_sums.h says how exact
// that is. False, and nothing done, where the samples, how far a picture shrinks, or the processor
// do not allow it.
bool scale_codes(const ScaleWork& work, const HostPassCall& call);

}  // namespace framelane
