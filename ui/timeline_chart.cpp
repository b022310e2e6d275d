#include "ui/timeline_chart.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

constexpr float kChartHead = 32, kChartAxis = 24, kBelow = 12;  // what a panel has beside its rows
constexpr float kChartPadding = 16, kChartNames = 96, kNarrowNames = 64, kShares = 56,
                kNarrow = 720;
constexpr float kMostRow = 32, kUsualRow = 24;

}  // namespace

float TimelineChart::x(Nanoseconds at) const {
  return left + static_cast<float>(static_cast<double>((at - stretch.start).count()) /
                                   static_cast<double>(stretch.length().count()) *
                                   static_cast<double>(width()));
}

Nanoseconds TimelineChart::time(float at_x) const {
  return stretch.start +
         Nanoseconds{std::llround(static_cast<double>(at_x - left) / static_cast<double>(width()) *
                                  static_cast<double>(stretch.length().count()))};
}

TimelineChart timeline_chart(Rect panel, std::size_t rows) {
  TimelineChart chart;
  chart.panel = panel;
  chart.rows = rows;
  const float names = panel.w < kNarrow ? kNarrowNames : kChartNames;
  chart.left = panel.x + kChartPadding + names;
  chart.right = panel.right() - kChartPadding - kShares;
  const float room = panel.h - kChartHead - kChartAxis - kBelow;
  const float each = std::floor(room / static_cast<float>(std::max<std::size_t>(rows, 1)));
  chart.row = each < kUsualRow ? each : std::min(kMostRow, each - std::fmod(each, 4.0F));
  const float left_over = room - chart.row * static_cast<float>(rows);
  chart.top = std::round(panel.y + kChartHead + 4 + std::max(left_over, 0.0F) / 4);
  return chart;
}

const TimelineBlock* block_at(const TimelineChart& chart, const TimelineModel& model, float x,
                              float y) {
  constexpr float kNear = 2;  // narrow ones can be pointed at
  if (!chart.area().contains(x, y)) return nullptr;
  const auto index = static_cast<std::size_t>((y - chart.top) / chart.row);
  if (index >= model.rows.size()) return nullptr;
  const TimelineBlock* nearest = nullptr;
  float distance = kNear;
  for (const TimelineBlock& block : blocks_in(
           model.rows[index], {chart.time(x - kNear), chart.time(x + kNear) + Nanoseconds{1}})) {
    const float away = std::max({chart.x(block.start) - x, x - chart.x(block.end), 0.0F});
    if (away > distance || (nearest && away == distance)) continue;
    nearest = &block;
    distance = away;
  }
  return nearest;
}

std::optional<double> busy_share(const TimelineRow& row, Interval stretch) {
  if (row.blocks.empty() || stretch.length() <= Nanoseconds{0}) return std::nullopt;
  Nanoseconds busy{0};
  for (const TimelineBlock& block : blocks_in(row, stretch))
    if (!block.waiting)
      busy += std::min(block.end, stretch.end) - std::max(block.start, stretch.start);
  return static_cast<double>(busy.count()) / static_cast<double>(stretch.length().count());
}

std::span<const TimelineBlock> blocks_in(const TimelineRow& row, Interval stretch) {
  const auto first = std::ranges::upper_bound(row.blocks, stretch.start, {}, &TimelineBlock::end);
  const auto last =
      std::ranges::lower_bound(first, row.blocks.end(), stretch.end, {}, &TimelineBlock::start);
  return {first, last};
}

}  // namespace framelane
