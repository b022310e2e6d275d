#pragma once
#include <optional>
#include <span>

#include "ui/geometry.h"

// How large a window is and where it goes, in the window system's units.

namespace framelane {

// The size a window gets: the picture's, shrunk with its aspect to 90 % of the usable area, and
// then made as wide and as high as the panels need to be of use, where that area has it: beside or
// above a picture of another shape lies the window's ground. `panel_scale` is the panels' size.
[[nodiscard]] Size first_window_size(Size picture, Size usable, double panel_scale = 1.0);

// The display that shows most of the window; nothing where none shows any of it.
[[nodiscard]] std::optional<PixelRect> display_of(PixelRect window,
                                                  std::span<const PixelRect> displays);
// The window, moved onto the display, and shrunk where it is larger.
[[nodiscard]] PixelRect moved_onto(PixelRect window, PixelRect display);

}  // namespace framelane
