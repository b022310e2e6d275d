#pragma once
#include "ui/canvas.h"

namespace framelane {

// The list of live keys, two columns, at the top right. It ends above `bottom`.
[[nodiscard]] Rect key_help_box(Size logical_window, float bottom);
void draw_key_help(Canvas& canvas);

}  // namespace framelane
