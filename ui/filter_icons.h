#pragma once
#include "ui/canvas.h"

namespace framelane {

// Icons of the filters panel, centred in their box as those of ui/icons.h.
void icon_grip(Canvas& canvas, Rect box, ImU32 color);
void icon_reset(Canvas& canvas, Rect box, ImU32 color);
// Of what a click opens and closes.
void icon_closed(Canvas& canvas, Rect box, ImU32 color);
void icon_open(Canvas& canvas, Rect box, ImU32 color);
void icon_remove(Canvas& canvas, Rect box, ImU32 color);

}  // namespace framelane
