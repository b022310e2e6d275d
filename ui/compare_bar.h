#pragma once
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/compare.h"

namespace framelane {

// Where the bar lies: top right, under `above` when that is in its way.
[[nodiscard]] Rect compare_bar_box(const Canvas& canvas, const Compare& compare, float window_width,
                                   Rect above);
// A button for each way of comparing; with the difference its gain, which the wheel changes too.
void draw_compare_bar(Canvas& canvas, const Compare& compare, std::vector<Action>& actions);

}  // namespace framelane
