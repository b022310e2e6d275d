#pragma once
#include <vector>

#include "gpu/host/passes/passes.h"

namespace framelane {

// A wide Gaussian of samples of up to ten bit by way of a coarse grid: binomial means at every
// 2^levels-th sample, a kernel on that grid, and uniform cubic B-splines in between. The kernel is
// the one with which all three together come closest to the exact taps, their cut at 3.5 sigma
// included: what remains is below 0.26 codes an axis of 8-bit samples, below 0.4 of 10-bit ones,
// for any picture (half of the sum of what the taps differ by, times the highest code); half of
// that or less for most sigma. Constant pictures stay constant.
struct CoarseBlur {
  int levels = 0;              // 0: there is no grid coarse enough and close enough
  int radius = 0;              // of the kernel on the grid
  std::vector<float> weights;  // of it, from the centre on; they undo the binomials' factors
  [[nodiscard]] int step() const { return 1 << levels; }
};

[[nodiscard]] CoarseBlur coarse_blur(const WideBlurWork& work, const ImageView& in);

// Rows [first, last) of component c, blurred down or across.
void coarse_down(const CoarseBlur& blur, const HostPassCall& call, int c, int first, int last);
void coarse_across(const CoarseBlur& blur, const HostPassCall& call, int c, int first, int last);

}  // namespace framelane
