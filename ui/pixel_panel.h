#pragma once
#include "ui/canvas.h"
#include "ui/pixel_model.h"

namespace framelane {

// Where the panel lies: above `bottom`, at the left, or right of `beside` when that is in its way;
// narrower than 560 where there is no room.
[[nodiscard]] Rect pixel_panel_box(Size logical_window, float bottom, Rect beside);
// Position, zoom, a loupe before and one after, their colours, the source's codes.
void draw_pixel_panel(Canvas& canvas, const PixelModel& model);
// The mark on the picture, at least 21 x 21. `scale`: device pixels for a logical one.
void draw_pixel_mark(Canvas& canvas, const PixelModel::Mark& mark, double scale);

}  // namespace framelane
