#include "ui/histogram_panel.h"

#include <algorithm>

namespace framelane {
namespace {

constexpr std::size_t kLuma = 3;
constexpr float kHistogramHeight = 150, kHistogramTop = 4;

struct Plot {
  Canvas& canvas;
  Rect box;  // from the highest value's line to the base
  float peak = 0;

  [[nodiscard]] std::array<ImVec2, kScopeBins> points(const HistogramCurve& curve) const {
    std::array<ImVec2, kScopeBins> points;
    for (std::size_t i = 0; i < curve.size(); ++i) {
      const float level = peak > 0 ? std::min(1.0F, curve[i] / peak) : 0;
      points[i] = {box.x + (static_cast<float>(i) + 0.5F) / kScopeBins * box.w,
                   box.bottom() - level * box.h};
    }
    return points;
  }
  void line(const HistogramCurve& curve, ImU32 color, float thickness) const {
    canvas.curve(points(curve), color, thickness);
  }
};

void draw_grid(Canvas& canvas, Rect box, bool every_number) {
  constexpr std::array kValues{0, 64, 128, 192, 255};
  for (std::size_t i = 0; i < kValues.size(); ++i) {
    const float x = box.x + static_cast<float>(kValues[i]) / 255 * (box.w - 1);
    canvas.fill({x, box.y, 1, box.h}, white(14));
    if (!every_number && i % 2 != 0) continue;
    const Align align = i == 0                   ? Align::left
                        : i + 1 < kValues.size() ? Align::center
                                                 : Align::right;
    const float left = i == 0 ? x : align == Align::center ? x - 20 : x - 39;
    canvas.text({left, box.bottom() + 2, 40, 16}, axis_text(std::to_string(kValues[i])), align);
  }
}

void draw_curves(Plot& plot, const HistogramCurves& curves) {
  plot.peak = 1.04F * curves.peak;
  plot.canvas.area(plot.points(curves.chosen[kLuma]), plot.box.bottom(), rgb_color(0xF2F4F6, 30));
  for (std::size_t c = 0; c < 3; ++c)
    plot.line(curves.chosen[c], kScopeColors[c], 1.1F);
  if (curves.other) plot.line(*curves.other, Theme::kText, 1.2F);
}

}  // namespace

void draw_histogram(Canvas& canvas, const ScopesModel& model, const HistogramCurves* curves,
                    const ScopeLook& look, std::vector<Action>& actions) {
  const bool after = model.on.side == ScopeSide::after;
  draw_scope_head(canvas, model, Scope::histogram,
                  after ? "after filled, before white line" : "before filled, after white line",
                  look, actions);
  const Rect area = scope_area(canvas);
  Plot plot{canvas, {area.x, area.y + kHistogramTop, area.w, kHistogramHeight}};
  draw_grid(canvas, plot.box, look.every_number);
  if (curves != nullptr) draw_curves(plot, *curves);
  canvas.fill({plot.box.x, plot.box.bottom(), plot.box.w, 1}, white(16));
}

}  // namespace framelane
