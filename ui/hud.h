#pragma once
#include <optional>
#include <span>

#include "ui/canvas.h"
#include "ui/hud_model.h"

namespace framelane {

// The HUD in its full form: what each stage takes. 352 wide; as drawn 344 high with the five
// stages, 16 more for each single pass.
[[nodiscard]] Rect hud_box(const HudModel& model);
// Draws inside the canvas' panel. Returns the row under the pointer.
[[nodiscard]] std::optional<std::size_t> draw_hud(Canvas& canvas, const HudModel& model);

// The small form: one line, as wide as its text. In a window that is_tight() it is shorter: what
// has room of rate and mode.
inline constexpr float kTightHudHeight = 32;
[[nodiscard]] TextLine hud_small_line(const HudModel& model);
[[nodiscard]] Rect hud_small_box(const Canvas& canvas, const HudModel& model, Size logical_window);
void draw_hud_small(Canvas& canvas, const HudModel& model, Size logical_window);

// The numbers of one row, beside the HUD while the pointer is on it.
[[nodiscard]] Rect hud_readout_box(const StageRow& row, Rect hud, std::size_t index);
void draw_hud_readout(Canvas& canvas, const StageRow& row);

// The line of the displayed intervals on its band, and a stage's line of the last 2 s.
void draw_intervals(Canvas& canvas, Rect box, const HudModel& model);
void draw_series(Canvas& canvas, Rect box, const StageRow& row);

}  // namespace framelane
