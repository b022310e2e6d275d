#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/filters/scale_work.h"

namespace framelane {

// The taps of an axis in the order that eight outputs at a time are made in, where the inputs of
// eight neighbours lie close enough to be picked from registers.
class ScaleColumns {
 public:
  ScaleColumns(const ScaleAxis& axis, const ScaleTaps& table);

  // Whether the processor and the axis allow it; else sum_across() does the work.
  [[nodiscard]] bool usable() const { return usable_; }
  // As sum_across(), which gives the same values; row has kScaleSlack samples to spare.
  void sum(const float* row, float* sums) const;

 private:
  void fill(const ScaleAxis& axis, const ScaleTaps& table);

  bool usable_ = false;
  bool near_ = true;  // eight outputs begin at inputs of one register
  int count_, taps_;
  std::vector<int> bases_;            // of each eight
  std::vector<std::int32_t> places_;  // where each output's taps begin, from its eight's base on
  std::vector<float> weights_;        // of an eight: tap by tap
};

}  // namespace framelane
