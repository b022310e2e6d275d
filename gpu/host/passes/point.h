#pragma once
#include <cstdint>
#include <vector>

#include "gpu/filters/point_program.h"
#include "gpu/host/passes/passes.h"

namespace framelane {

// Applies a plain program to rows of n samples. Null components are absent; no operation may need
// them.
void apply_rows(const PointWork& work, float* const (&rows)[3], std::size_t n);

// Whether every sample of the output is a function of one stored sample of the input; then one
// table a component does the work.
[[nodiscard]] bool takes_tables(const PointWork& work, const HostPassCall& call);
void run_tables(const PointWork& work, const HostPassCall& call);

// The same for luma alone, of a program that mixes it with nothing and pictures of the same planes.
[[nodiscard]] bool takes_luma_table(const PointWork& work, const HostPassCall& call);
void run_luma_table(const PointWork& work, const HostPassCall& call);

}  // namespace framelane
