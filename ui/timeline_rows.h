#pragma once
#include <optional>
#include <vector>

#include "ui/canvas.h"
#include "ui/timeline_chart.h"

namespace framelane {

// Grid, numbers of the axis, names of the rows and their shares.
void draw_timeline_frame(Canvas& canvas, const TimelineChart& chart, const TimelineModel& model,
                         const std::vector<std::optional<double>>& busy, bool every_number);
// Those blocks that are in view. The frame `ringed` has its working ones ringed in white.
void draw_timeline_blocks(Canvas& canvas, const TimelineChart& chart, const TimelineModel& model,
                          std::optional<std::int64_t> ringed);

}  // namespace framelane
