#include "ui/filter_icons.h"

#include <array>
#include <cmath>
#include <numbers>

namespace framelane {

void icon_grip(Canvas& canvas, Rect box, ImU32 color) {
  const float x = std::round(box.x + box.w / 2 - 4), y = std::round(box.y + box.h / 2 - 6);
  for (int i = 0; i < 6; ++i) {
    const float column = static_cast<float>(i % 2) * 5, row = static_cast<float>(i / 2) * 5;
    canvas.fill({x + column, y + row, 2, 2}, color);
  }
}

// Three quarters of a circle, against the clock, with an arrow at its end.
void icon_reset(Canvas& canvas, Rect box, ImU32 color) {
  constexpr float kRadius = 5;
  const ImVec2 centre{box.x + box.w / 2, box.y + box.h / 2};
  std::array<ImVec2, 13> arc;
  for (std::size_t i = 0; i < arc.size(); ++i) {
    const float turn = std::numbers::pi_v<float> * (-0.75F + 1.5F * static_cast<float>(i) / 12);
    arc[i] = {centre.x + kRadius * std::cos(turn), centre.y + kRadius * std::sin(turn)};
  }
  canvas.polyline(arc, color, 1.5F);
  const ImVec2 tip = arc.front();
  canvas.triangle({tip.x - 2.5F, tip.y - 3}, {tip.x + 3, tip.y + 2}, {tip.x - 2.5F, tip.y + 2.5F},
                  color);
}

void icon_closed(Canvas& canvas, Rect box, ImU32 color) {
  const ImVec2 c{box.x + box.w / 2, box.y + box.h / 2};
  canvas.triangle({c.x - 2, c.y - 4}, {c.x + 3, c.y}, {c.x - 2, c.y + 4}, color);
}

void icon_open(Canvas& canvas, Rect box, ImU32 color) {
  const ImVec2 c{box.x + box.w / 2, box.y + box.h / 2};
  canvas.triangle({c.x - 4, c.y - 2}, {c.x + 4, c.y - 2}, {c.x, c.y + 3}, color);
}

void icon_remove(Canvas& canvas, Rect box, ImU32 color) {
  const ImVec2 c{box.x + box.w / 2, box.y + box.h / 2};
  canvas.line({c.x - 4, c.y - 4}, {c.x + 4, c.y + 4}, color, 1.5F);
  canvas.line({c.x - 4, c.y + 4}, {c.x + 4, c.y - 4}, color, 1.5F);
}

}  // namespace framelane
