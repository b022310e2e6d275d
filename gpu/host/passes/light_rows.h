#pragma once
#include <cstddef>

#include "gpu/filters/pass_work.h"
#include "gpu/pass_memory.h"

namespace framelane {

// An operation that reads lines (see PointOp) on rows of n samples of R, G and B: point_light.h's
// formulas and bits, in loops that vectorise.
void light_rows(const PointOp& op, const PassMemory& memory, float* const (&rows)[3],
                std::size_t n);

}  // namespace framelane
