#pragma once
#include "gpu/filters/testing.h"

namespace framelane::testing {

// What the GPU's kernels compute, by their formulas on the CPU; passes that they do not take run as
// ever. `count` counts those that they take.
[[nodiscard]] PassRunner short_runner(int& count);  // of short programs
[[nodiscard]] PassRunner tone_runner(int& count);   // of those for light
[[nodiscard]] PassRunner luma_runner(int& count);   // of lattices with entries of luma

}  // namespace framelane::testing
