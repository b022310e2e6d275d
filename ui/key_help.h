#pragma once
#include "ui/canvas.h"

namespace framelane {

// The list of live keys at the top right, under `above` where that is in the way, and ending above
// `bottom`: keys and what they do, in one column of pairs, or two side by side in a low window.
[[nodiscard]] Rect key_help_box(Size logical_window, Rect above, float bottom);
void draw_key_help(Canvas& canvas);

}  // namespace framelane
