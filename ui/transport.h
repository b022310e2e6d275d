#pragma once
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/transport_model.h"

namespace framelane {

// The bar along the bottom: time and seek bar above, buttons and facts below. Parts that find no
// room are left out whole, the least needed first.
[[nodiscard]] Rect transport_box(Size logical_window);
// `show_facts`: the window is large enough for the file's facts.
void draw_transport(Canvas& canvas, const TransportModel& model, bool show_facts, bool hud_shown,
                    std::vector<Action>& actions);

// The upper row.
void draw_seek_row(Canvas& canvas, const TransportModel& model, std::vector<Action>& actions);

}  // namespace framelane
