#pragma once
#include <cstddef>

#include "gpu/filters/pass_work.h"
#include "gpu/pass_memory.h"

namespace framelane {

// Applies a curve to n samples of component c.
void apply_curve(const PointOp& op, const PassMemory& memory, int c, float* row, std::size_t n);

// Applies a lattice to rows of n samples of all three components.
void apply_lattice(const PointOp& op, const PassMemory& memory, float* const (&rows)[3],
                   std::size_t n);

}  // namespace framelane
