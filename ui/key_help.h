#pragma once
#include <cstddef>

#include "ui/canvas.h"

namespace framelane {

// The list of live keys at the top right, under `above` where that is in the way, and ending above
// `bottom`: two columns of keys and what they do, one in a narrow window. What finds no room is
// scrolled to.
[[nodiscard]] Rect key_help_box(Size logical_window, Rect above, float bottom);
// Draws from line `first` on, which is brought into range.
void draw_key_help(Canvas& canvas, std::ptrdiff_t& first);

}  // namespace framelane
