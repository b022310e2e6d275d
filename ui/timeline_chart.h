#pragma once
#include <cstddef>
#include <optional>
#include <span>

#include "ui/geometry.h"
#include "ui/timeline_model.h"

namespace framelane {

// Where the timeline's rows lie and which stretch they show. Logical pixels.
struct TimelineChart {
  Rect panel;
  float left = 0, right = 0;  // of the blocks
  float top = 0, row = 24;    // of the first row, and height of each
  Interval stretch;
  Nanoseconds origin{0};  // of the axis
  std::size_t rows = 0;

  [[nodiscard]] float width() const { return right - left; }
  [[nodiscard]] float bottom() const { return top + row * static_cast<float>(rows); }
  [[nodiscard]] float x(Nanoseconds at) const;
  [[nodiscard]] Nanoseconds time(float at_x) const;
  [[nodiscard]] Rect area() const { return {left, top, width(), bottom() - top}; }
};

// The chart in a panel, for so many rows.
[[nodiscard]] TimelineChart timeline_chart(Rect panel, std::size_t rows);

// Those blocks of a row of which something lies in the stretch.
[[nodiscard]] std::span<const TimelineBlock> blocks_in(const TimelineRow& row, Interval stretch);
// The block at a point; nothing where there is none.
[[nodiscard]] const TimelineBlock* block_at(const TimelineChart& chart, const TimelineModel& model,
                                            float x, float y);
// The share of the stretch that the row was at work; nothing for a row without blocks.
[[nodiscard]] std::optional<double> busy_share(const TimelineRow& row, Interval stretch);

}  // namespace framelane
