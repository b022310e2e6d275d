#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "ui/hud.h"

namespace framelane {
namespace {

constexpr float kBandMs = 2;
constexpr float kThickness = 1.25F;

// At most `most` values: each the mean of its share of the series.
std::vector<float> thinned(std::span<const float> values, std::size_t most) {
  if (values.size() <= most) return {values.begin(), values.end()};
  std::vector<float> means(most);
  for (std::size_t i = 0; i < most; ++i) {
    const std::size_t from = i * values.size() / most, to = (i + 1) * values.size() / most;
    const float sum = std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(from),
                                      values.begin() + static_cast<std::ptrdiff_t>(to), 0.0F);
    means[i] = sum / static_cast<float>(to - from);
  }
  return means;
}

struct Span {
  float low = 0, high = 1;
  [[nodiscard]] float share(float value) const { return (value - low) / (high - low); }
};

// The series' own span. Never narrower than a twentieth of the values, so that a steady stage does
// not look restless.
Span span_of(const std::vector<float>& a, const std::vector<float>& b) {
  Span span{*std::ranges::min_element(a), *std::ranges::max_element(a)};
  if (!b.empty()) span.high = std::max(span.high, *std::ranges::max_element(b));
  const float least = std::max(0.05F * std::abs(span.high), 1e-6F);
  const float missing = std::max(0.0F, least - (span.high - span.low));
  return {span.low - missing / 2, span.high + missing / 2};
}

std::vector<ImVec2> points_of(const std::vector<float>& values, Rect box, Span span) {
  std::vector<ImVec2> points(values.size());
  const float step = box.w / static_cast<float>(std::max<std::size_t>(values.size() - 1, 1));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float share = std::clamp(span.share(values[i]), 0.0F, 1.0F);
    points[i] = {box.x + static_cast<float>(i) * step, box.bottom() - share * box.h};
  }
  return points;
}

}  // namespace

void draw_intervals(Canvas& canvas, Rect box, const HudModel& model) {
  canvas.fill(box, Theme::kWell, Theme::kBarRadius);
  const float middle = box.y + box.h / 2;
  canvas.line({box.x, middle}, {box.right(), middle}, white(35));
  const std::vector<float>& values = model.intervals_ms;
  if (values.size() < 2) return;
  const float mean =
      std::accumulate(values.begin(), values.end(), 0.0F) / static_cast<float>(values.size());
  const float centre = model.budget_ms ? static_cast<float>(*model.budget_ms) : mean;
  const Rect inner{box.x + 1, box.y + 2, box.w - 2, box.h - 4};
  canvas.polyline(points_of(values, inner, {centre - kBandMs, centre + kBandMs}), Theme::kText,
                  kThickness);
}

void draw_series(Canvas& canvas, Rect box, const StageRow& row) {
  if (row.series_ms.size() < 2) return;
  const auto most = static_cast<std::size_t>(box.w);
  const std::vector<float> work = thinned(row.series_ms, most);
  std::vector<float> with_wait;
  if (row.waits_ms.size() == row.series_ms.size()) {
    with_wait = thinned(row.waits_ms, most);
    for (std::size_t i = 0; i < work.size(); ++i)
      with_wait[i] += work[i];
  }
  const Span span = span_of(work, with_wait);
  const ImU32 color = stage_color(row.stage);
  const ImU32 hollow = (color & ~IM_COL32_A_MASK) | IM_COL32(0, 0, 0, 120);
  const Rect inner{box.x, box.y + 1, box.w, box.h - 2};
  if (!with_wait.empty()) canvas.polyline(points_of(with_wait, inner, span), hollow, 1);
  canvas.polyline(points_of(work, inner, span), color, kThickness);
}

}  // namespace framelane
