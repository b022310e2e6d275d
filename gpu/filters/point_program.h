#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/filters/color.h"

namespace framelane {

// Collects neighbouring point operations into one PointWork. Linear steps with no clamping between
// them are multiplied into one. Thread-safety: one thread at a time.
class PointProgram {
 public:
  // Follows with the conversion from one kind of picture to another, alpha included.
  void convert(const FrameFacts& from, const FrameFacts& to);
  // Its table, if it has one, counts among `tables`.
  void append(const PointOp& op, std::span<const PassTableRef> tables = {});
  void append_alpha(float gain, float offset);

  [[nodiscard]] bool empty() const;
  [[nodiscard]] int count() const { return static_cast<int>(ops_.size()); }
  [[nodiscard]] const std::vector<PassTableRef>& tables() const { return tables_; }
  // The finished program, conversions without effect left out.
  [[nodiscard]] PointWork finish() const;

 private:
  std::vector<PointOp> ops_;
  std::vector<PassTableRef> tables_;
  float alpha_gain_ = 1, alpha_offset_ = 0;
};

// Which components of a pixel a program mixes: none, chroma with chroma, or any with any.
enum class PointCoupling : std::uint8_t { none, chroma, all };
[[nodiscard]] PointCoupling coupling_of(const PointWork& work);

}  // namespace framelane
