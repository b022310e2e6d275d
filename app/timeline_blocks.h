#pragma once
#include <optional>

#include "app/frame_row.h"
#include "ui/timeline_model.h"

namespace framelane {

// From reaching its first stage of the device to the end of its last one; nothing for a frame that
// has none.
[[nodiscard]] std::optional<Interval> device_work(const FrameTimes& times);
[[nodiscard]] std::optional<Interval> device_work(const FrameRow& row);
// From the first of what was measured of a frame to the last, decode and present among it.
[[nodiscard]] std::optional<Interval> all_work(const FrameRow& row);
// When it was drawn and shown: as the trace places it.
[[nodiscard]] std::optional<Interval> presenting(const FrameRow& row);

// The rows for so many lanes, empty.
void clear_blocks(TimelineModel& model, int lanes);
// Adds a frame's blocks to the rows they belong to. Each stage is a block, each pass one of its
// own; the gap before a stage in its lane is one of waiting. What lies where another block is
// already is cut, for the clocks' own rounding; what two results share is there once.
void add_blocks(TimelineModel& model, const FrameRow& row);

}  // namespace framelane
