#pragma once
#include "ui/canvas.h"

namespace framelane {

// Icons are shapes. Each is drawn centred in `box` in one colour.
using Icon = void (*)(Canvas& canvas, Rect box, ImU32 color);

void icon_play(Canvas& canvas, Rect box, ImU32 color);
void icon_pause(Canvas& canvas, Rect box, ImU32 color);
void icon_step_back(Canvas& canvas, Rect box, ImU32 color);
void icon_step_on(Canvas& canvas, Rect box, ImU32 color);
void icon_loop(Canvas& canvas, Rect box, ImU32 color);
void icon_panels(Canvas& canvas, Rect box, ImU32 color);
void icon_split(Canvas& canvas, Rect box, ImU32 color);
void icon_scopes(Canvas& canvas, Rect box, ImU32 color);
void icon_camera(Canvas& canvas, Rect box, ImU32 color);
void icon_fullscreen(Canvas& canvas, Rect box, ImU32 color);
void icon_record(Canvas& canvas, Rect box, ImU32 color);
void icon_minus(Canvas& canvas, Rect box, ImU32 color);
void icon_plus(Canvas& canvas, Rect box, ImU32 color);
void icon_folder(Canvas& canvas, Rect box, ImU32 color);
// The red triangle of a fault, 16 x 14.
void icon_warning(Canvas& canvas, Rect box, ImU32 color);

}  // namespace framelane
