#include "ui/histogram_panel.h"

#include <algorithm>

namespace framelane {
namespace {

constexpr int kLuma = 3;
constexpr float kHeight = 150, kTop = 4;

// Shares of the pixels counted, each the mean of five neighbours: stretching limited range to full
// leaves gaps between the bins.
using Curve = std::array<float, kScopeBins>;

Curve curve_of(const ScopeTables& tables, int channel) {
  const auto counts = tables.table(Scope::histogram)
                          .subspan(static_cast<std::size_t>(channel) * kScopeBins, kScopeBins);
  const auto samples =
      static_cast<float>(std::max<std::int64_t>(tables.samples(Scope::histogram), 1));
  Curve curve{};
  for (int i = 0; i < kScopeBins; ++i) {
    const int first = std::max(0, i - 2), last = std::min(kScopeBins - 1, i + 2);
    float sum = 0;
    for (int k = first; k <= last; ++k)
      sum += static_cast<float>(counts[static_cast<std::size_t>(k)]);
    curve[static_cast<std::size_t>(i)] = sum / (static_cast<float>(last - first + 1) * samples);
  }
  return curve;
}

float peak_of(const Curve& curve) {
  return *std::max_element(curve.begin() + 3, curve.end() - 4);
}

struct Plot {
  Canvas& canvas;
  Rect box;  // from the highest value's line to the base
  float peak = 0;

  [[nodiscard]] std::array<ImVec2, kScopeBins> points(const Curve& curve) const {
    std::array<ImVec2, kScopeBins> points;
    for (std::size_t i = 0; i < curve.size(); ++i) {
      const float level = peak > 0 ? std::min(1.0F, curve[i] / peak) : 0;
      points[i] = {box.x + (static_cast<float>(i) + 0.5F) / kScopeBins * box.w,
                   box.bottom() - level * box.h};
    }
    return points;
  }
  void line(const Curve& curve, ImU32 color, float thickness) const {
    canvas.polyline(points(curve), color, thickness);
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

void draw_curves(Plot& plot, const ScopesModel& model) {
  const auto& chosen = model.tables.of(model.on.side);
  const auto& other = model.on.side == ScopeSide::after ? model.tables.before : model.tables.after;
  if (!chosen || chosen->table(Scope::histogram).empty()) return;
  std::array<Curve, kScopeChannels> curves;
  for (int c = 0; c < kScopeChannels; ++c) {
    curves[static_cast<std::size_t>(c)] = curve_of(*chosen, c);
    plot.peak = std::max(plot.peak, peak_of(curves[static_cast<std::size_t>(c)]));
  }
  std::optional<Curve> line;
  if (other && !other->table(Scope::histogram).empty()) line = curve_of(*other, kLuma);
  if (line) plot.peak = std::max(plot.peak, peak_of(*line));
  plot.peak *= 1.04F;
  plot.canvas.area(plot.points(curves[kLuma]), plot.box.bottom(), rgb_color(0xF2F4F6, 30));
  for (std::size_t c = 0; c < 3; ++c)
    plot.line(curves[c], kScopeColors[c], 1.1F);
  if (line) plot.line(*line, Theme::kText, 1.2F);
}

}  // namespace

void draw_histogram(Canvas& canvas, const ScopesModel& model, const ScopeLook& look,
                    std::vector<Action>& actions) {
  const bool after = model.on.side == ScopeSide::after;
  draw_scope_head(canvas, model, Scope::histogram,
                  after ? "after filled, before white line" : "before filled, after white line",
                  look, actions);
  const Rect area = scope_area(canvas);
  Plot plot{canvas, {area.x, area.y + kTop, area.w, kHeight}};
  draw_grid(canvas, plot.box, look.every_number);
  draw_curves(plot, model);
  canvas.fill({plot.box.x, plot.box.bottom(), plot.box.w, 1}, white(16));
}

}  // namespace framelane
