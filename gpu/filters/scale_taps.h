#pragma once
#include <cstdint>

#include "gpu/filters/scale_work.h"
#include "gpu/pass_memory.h"

namespace framelane {

// The kernels of FFmpeg's scaler, widened by the ratio where a picture shrinks:
//   bilinear: 1 - |d|
//   bicubic: Mitchell and Netravali's cubic (1988, equation 8) with B and C
//   lanczos: sinc(d) sinc(d / width), for |d| < width
enum class ScaleKernel : std::uint8_t { bilinear, bicubic, lanczos };

struct ScaleShape {
  ScaleKernel kernel = ScaleKernel::bicubic;
  double b = 0, c = 0.6;  // bicubic
  double width = 3;       // lanczos: inputs on either side, at least 0.5
};

// Where the kernel ends, at 1:1.
[[nodiscard]] double kernel_reach(const ScaleShape& shape);
[[nodiscard]] double kernel_value(const ScaleShape& shape, double distance);

// From `inputs` samples to `outputs`. `edge`: how far the picture's edge lies before the first
// sample, in samples, on both sides of the conversion: 0.5 but for chroma sited otherwise. Samples
// outside are the nearest inside; weights sum to 1. Both counts are positive.
struct ScaleTable {
  ScaleAxis axis;  // without its table's number
  PassTableRef table;
};
[[nodiscard]] ScaleTable make_scale_table(const ScaleShape& shape, int inputs, int outputs,
                                          double edge);

}  // namespace framelane
