#pragma once
#include "gpu/filters/scale_work.h"

namespace framelane {

// The inner loops of scaling. Where the processor has AVX2 they use it; the values are the same.

inline constexpr int kScaleSlack = 32;  // samples that sum_down() reads and writes past the last

// sums[x] = weights[0] * rows[0][x] + weights[1] * rows[1][x] + ..., in order.
void sum_down(const float* const* rows, const float* weights, int taps, int width, float* sums);
// All of an axis' outputs from one row, which has `taps` samples to spare.
void sum_across(const float* row, const ScaleAxis& axis, const ScaleTaps& table, float* sums);

}  // namespace framelane
