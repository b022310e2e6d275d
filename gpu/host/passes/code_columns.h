#pragma once
#include <vector>

#include "gpu/filters/scale_work.h"
#include "gpu/host/passes/code_sums.h"

namespace framelane {

// An axis' weights in the order that CodeSums make sums across in, for rows of samples of 16 bits,
// `step` components side by side.
class CodeColumns {
 public:
  CodeColumns(const ScaleAxis& axis, const std::byte* table, int step);

  // Whether a step's samples lie in a window, for every window's outputs.
  [[nodiscard]] bool usable() const { return outputs_ > 0; }
  [[nodiscard]] CodeTaps taps(int shift) const;

 private:
  bool place_windows(const int* firsts);
  void order_weights(const float* weights, int taps);

  int step_, used_, wanted_, count_;  // outputs: in the picture, in whole blocks
  int outputs_ = 0;                   // of a window
  std::vector<std::int32_t> bases_;
  std::vector<std::uint8_t> places_;
  std::vector<float> weights_;
};

}  // namespace framelane
