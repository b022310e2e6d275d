#pragma once
#include "gpu/filters/pass_work.h"

namespace framelane {

// The sampled Gaussian exp(-k^2 / (2 sigma^2)), cut off at 3.5 sigma (beyond lie 0.05 % of it, less
// than a fifth of an 8-bit code of any edge) and normalised to a sum of 1. Outside the picture the
// nearest sample is repeated, which FFmpeg's recursive gblur approximates too.

// Below, nothing is left but the centre: a neighbour weighs less than 4.3e-6. From here on it
// counts in kernels of 16 bits too (whole_sums.h).
inline constexpr double kLeastSigma = 0.201;

[[nodiscard]] int gaussian_radius(double sigma);         // 0 below kLeastSigma
[[nodiscard]] double gaussian_norm(double sigma);        // the centre's weight
[[nodiscard]] TileKernel gaussian_kernel(double sigma);  // radius at most kMaxTileRadius

}  // namespace framelane
