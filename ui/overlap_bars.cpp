#include "ui/overlap_bars.h"

#include <cmath>

namespace framelane {
namespace {

constexpr float kBreak = 9;  // what the mark of a broken bar takes at its end

void draw_break(Canvas& canvas, float right, float y) {
  for (const float x : {right - 6, right - 1})
    canvas.line({x, y + 6}, {x - 4, y + 18}, Theme::kDim, 1.25F);
}

// What leaves the scale keeps its stages' shares; the break says that it is not to scale.
bool draw_end_to_end(Canvas& canvas, const OverlapModel::Row& row, const OverlapScale& scale,
                     float y) {
  double sum = 0;
  for (const OverlapModel::Bar& bar : row.bars)
    sum += bar.ms;
  const bool leaves = scale.leaves(sum);
  const float pixels_a_ms = leaves ? (OverlapScale::kWide - kBreak) / static_cast<float>(sum)
                                   : OverlapScale::kWide / static_cast<float>(scale.end);
  double from = 0;
  for (const OverlapModel::Bar& bar : row.bars) {
    const float x = scale.left + pixels_a_ms * static_cast<float>(from);
    canvas.fill({x, y + 8, pixels_a_ms * static_cast<float>(bar.ms), 8}, stage_color(bar.stage));
    // A hairline between them.
    if (from > 0) canvas.fill({x, y + 8, 1, 8}, rgb_color(0x0F1216));
    from += bar.ms;
  }
  return leaves;
}

bool draw_at_once(Canvas& canvas, const OverlapModel::Row& row, const OverlapScale& scale,
                  float y) {
  const float high = row.bars.size() > 3 ? 4 : 5, pitch = high + 1;
  float top = y + 12 - std::floor((pitch * static_cast<float>(row.bars.size()) - 1) / 2);
  bool leaves = false;
  for (const OverlapModel::Bar& bar : row.bars) {
    const bool too_long = scale.leaves(bar.ms);
    const float right = scale.at(bar.ms) - (too_long ? kBreak : 0);
    canvas.fill({scale.left, top, right - scale.left, high}, stage_color(bar.stage));
    top += pitch;
    leaves = leaves || too_long;
  }
  return leaves;
}

}  // namespace

void draw_dotted(Canvas& canvas, float x, float top, float bottom) {
  const int dots = static_cast<int>(std::ceil((bottom - top) / 4));
  for (int i = 0; i < dots; ++i) {
    const float y = top + 4 * static_cast<float>(i);
    canvas.fill({x, y, 1, std::min(2.0F, bottom - y)}, Theme::kText);
  }
}

void draw_overlap_bars(Canvas& canvas, const OverlapModel::Row& row, const OverlapScale& scale,
                       float y) {
  if (!row.measured_ms) return;
  const bool bar_leaves =
      row.end_to_end ? draw_end_to_end(canvas, row, scale, y) : draw_at_once(canvas, row, scale, y);
  if (bar_leaves || scale.leaves(*row.measured_ms))
    draw_break(canvas, scale.at(scale.end), y);
  else
    canvas.fill({scale.at(*row.measured_ms) - 1, y + 3, 2, 18}, Theme::kText);
}

}  // namespace framelane
