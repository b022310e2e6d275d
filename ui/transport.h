#pragma once
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/transport_model.h"

namespace framelane {

// The bar along the bottom: time and seek bar above, buttons and facts below. Parts that find no
// room are left out whole, the least needed first.
inline constexpr float kTransportHeight = 72;
[[nodiscard]] Rect transport_box(Size logical_window);
// `show_facts`: the window is large enough for the file's facts.
void draw_transport(Canvas& canvas, const TransportModel& model, bool show_facts, bool hud_shown,
                    std::vector<Action>& actions);

// What play needs, and no more: for a window that is_tight().
void draw_short_transport(Canvas& canvas, const TransportModel& model, bool hud_shown,
                          std::vector<Action>& actions);

// The upper row: the bar between its times.
void draw_seek_row(Canvas& canvas, const TransportModel& model, std::vector<Action>& actions);
// The bar alone. Returns the position it shows, in seconds: where it is dragged to, or of play.
double draw_seek_bar(Canvas& canvas, Rect bar, const TransportModel& model,
                     std::vector<Action>& actions);

}  // namespace framelane
