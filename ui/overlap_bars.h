#pragma once
#include <algorithm>

#include "ui/canvas.h"
#include "ui/overlap_model.h"

namespace framelane {

// The common scale of the panel's bars, from 0 ms at `left` to `end` ms.
struct OverlapScale {
  static constexpr float kWide = 122;
  float left = 0;
  double end = 1;
  [[nodiscard]] float at(double ms) const {
    return left + kWide * static_cast<float>(std::min(ms / end, 1.0));
  }
  [[nodiscard]] bool leaves(double ms) const { return ms > end; }
};
// A row's bars in a row 24 high: one after the other, or under each other, the tick of what was
// measured, and a break where they leave the scale.
void draw_overlap_bars(Canvas& canvas, const OverlapModel::Row& row, const OverlapScale& scale,
                       float y);
// 2 on, 2 off, from top to bottom.
void draw_dotted(Canvas& canvas, float x, float top, float bottom);

}  // namespace framelane
