#pragma once

#include <vector>

#include "gpu/filters/color.h"

namespace framelane {

// Collects neighbouring point operations into one PointWork. Linear steps with no clamping between
// them are multiplied into one. Thread-safety: one thread at a time.
class PointProgram {
 public:
  // Follows with the conversion from one kind of picture to another, alpha included.
  void convert(const FrameFacts& from, const FrameFacts& to);
  void append(const PointOp& op);
  void append_alpha(float gain, float offset);

  [[nodiscard]] bool empty() const;
  [[nodiscard]] int count() const { return static_cast<int>(ops_.size()); }
  // The finished program, conversions without effect left out.
  [[nodiscard]] PointWork finish() const;

 private:
  std::vector<PointOp> ops_;
  float alpha_gain_ = 1, alpha_offset_ = 0;
};

}  // namespace framelane
