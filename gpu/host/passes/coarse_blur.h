#pragma once
#include <vector>

#include "gpu/host/passes/passes.h"

namespace framelane {

// A wide Gaussian of samples of up to ten bit by way of a coarse grid: binomial means at every
// 2^levels-th sample both ways, a kernel on that grid, and uniform cubic B-splines in between. The
// kernel is the one with which all three together come closest to the exact taps, their cut at 3.5
// sigma included. What remains is, for any picture, below 0.28 codes an axis of 8-bit samples and
// below 0.42 of 10-bit ones (half of the sum of what the taps differ by, times the highest code),
// half of that for most sigma. Constant pictures stay constant.
//
// The first of the two passes leaves the grid in the top left corner of the picture in between,
// less half of the highest code so that halves hold it within 0.13 codes; the second blurs it and
// makes the samples of it.

struct CoarseAxis {
  int levels = 0;              // 0: there is no grid coarse enough and close enough
  int radius = 0;              // of the kernel on the grid
  std::vector<float> weights;  // of it, from the centre on
};

[[nodiscard]] int coarse_levels(double sigma, int max_code);
[[nodiscard]] CoarseAxis coarse_axis(double sigma, int max_code);

// Where the grid's samples lie: sample j at j << levels, from kGridBefore on. All that lies further
// out is beyond the picture's ends altogether, and equals the outermost one.
inline constexpr int kGridBefore = -2;
struct GridAxis {
  int levels = 0, size = 0;  // size: of the picture
  [[nodiscard]] int step() const { return 1 << levels; }
  [[nodiscard]] int intervals() const { return (size + step() - 1) >> levels; }
  [[nodiscard]] int last() const { return intervals() + 2; }
  [[nodiscard]] int samples() const { return last() - kGridBefore + 1; }
  [[nodiscard]] bool usable() const { return levels > 0 && samples() <= size; }
};

struct CoarseGrid {
  GridAxis across, down;
  [[nodiscard]] bool usable() const { return across.usable() && down.usable(); }
};

// Of component c of the picture between the passes; not usable unless the work is one of two.
[[nodiscard]] CoarseGrid coarse_grid(const WideBlurWork& work, const ImageView& between, int c);

// The first pass: the grid's rows that lie in rows [first, last).
void rows_to_grid(const CoarseGrid& grid, const HostPassCall& call, int c, int first, int last);

// The second pass, of rows [first, last).
class CoarseBlur {
 public:
  CoarseBlur(const WideBlurWork& work, int max_code);
  void rows_from_grid(const CoarseGrid& grid, const HostPassCall& call, int c, int first,
                      int last) const;

 private:
  CoarseAxis across_, down_;
};

}  // namespace framelane
