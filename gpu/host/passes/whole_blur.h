#pragma once
#include <span>

#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/whole_sums.h"

namespace framelane {

// Separable blurs of samples of up to ten bits in 16-bit integers: sixteen samples where floats
// have eight. Wide smooth kernels become a binomial and half as many taps, two samples apart, those
// that come closest to the exact ones. Half of the sum of what the taps differ by, times the
// highest code, which bounds what any picture's axis is off by, stays below kWholeOff; what the
// products lose is another 0.002 codes of 8 bits for every tap at most, and 0.008 of 10 bits.
// Constant pictures stay constant.

inline constexpr double kWholeOff = 0.25;

// 1 6 15 20 15 6 1
inline constexpr WholeKernel kWholeBinomial{3, 1, {20480, 30720, 12288, 2048}};

struct WholeAxis {
  bool smoothed = false;  // kWholeBinomial comes before the kernel
  WholeKernel kernel;     // radius 0: there is nothing to do
  [[nodiscard]] int reach() const {
    return kernel.radius * kernel.spacing + (smoothed ? kWholeBinomial.radius : 0);
  }
  // Rows that are summed at once, half of them with the other half.
  [[nodiscard]] int rows() const { return 2 * kernel.spacing; }
};

// taps: exact weights from the centre on, which sum to 1 over both sides.
[[nodiscard]] WholeAxis whole_axis(std::span<const float> taps, int max_code);

// Whether this machine sums integers, of such codes and that many taps.
[[nodiscard]] bool whole_sums_take(int max_code, int radius);
// Whether a picture is of whole codes, not of what another pass will read.
[[nodiscard]] inline bool holds_codes(const ImageView& view) {
  return view.type == SampleType::u8 || view.type == SampleType::u16;
}

// Rows [first, last), both axes.
void whole_rows(const WholeAxis& across, const WholeAxis& down, const HostPassCall& call, int c,
                int first, int last);
// One axis after the other, with a picture of halves in between that holds integers instead.
void whole_rows_down(const WholeAxis& down, const HostPassCall& call, int c, int first, int last);
void whole_rows_from_between(const WholeAxis& across, const HostPassCall& call, int c, int first,
                             int last);
// Across alone.
void whole_rows_across(const WholeAxis& across, const HostPassCall& call, int c, int first,
                       int last);

}  // namespace framelane
