#include "ui/number_text.h"
#include "ui/transport_row.h"

namespace framelane {
namespace {

using Kind = Action::Kind;

// A alone is lit once it is set; both stand on the filled button once play goes round.
void draw_ab_button(TransportRow& row) {
  const TransportModel& model = row.model;
  const bool from = model.ab_from_s.has_value(), both = model.ab_to_s.has_value();
  const std::string tooltip = both   ? "Clear A and B"
                              : from ? "Set B: go round from A to B"
                                     : "Set A, where a loop begins";
  const float wide = row.canvas.width({{"A–B", Theme::kText, TextSize::small}}) + 16;
  row.left += 8;
  const Rect box = row.take_left(wide, kChip);
  const Control control =
      row.canvas.control("ab", box, with_key(tooltip, Kind::mark_ab), model.open);
  const bool filled = model.open && (control.hover || both);
  if (filled) row.canvas.fill(box, button_fill(control, both, true), Theme::kButtonRadius);
  const ImU32 lit = !model.open ? Theme::kFaint : both ? Theme::kInk : Theme::kText;
  const ImU32 rest = from && !both ? Theme::kFaint : lit;
  row.canvas.text({box.x + 8, box.y, box.w - 16, box.h},
                  {{"A", lit, TextSize::small}, {"–B", rest, TextSize::small}}, Align::center);
  if (control.clicked) row.actions.push_back({Kind::mark_ab});
}

// Where hardly anything stands beside it, 1 says nothing and reads like a speed-up.
void draw_speed(TransportRow& row) {
  constexpr float kRoomForOne = 640;
  const TransportModel& model = row.model;
  if (model.speed == 1 && row.canvas.panel().w < kRoomForOne) return;
  const TextLine speed{{fixed(model.speed, 2), model.open ? Theme::kText : Theme::kFaint},
                       {"×", model.open ? Theme::kDim : Theme::kFaint}};
  const float wide = row.canvas.width({{"10.00×"}}) + 8;
  const Rect box = row.take_left(wide + 8, kChip);
  const Control control =
      row.canvas.control("speed", box, "Speed: [ and ] change it, BS makes it 1", model.open);
  if (control.hover) row.canvas.fill(box, Theme::kControlHover, Theme::kButtonRadius);
  row.canvas.text({box.x + 8, box.y, box.w - 8, box.h}, speed);
  if (control.clicked) row.actions.push_back({Kind::reset_speed});
}

}  // namespace

void draw_play_buttons(TransportRow& row) {
  const TransportModel& model = row.model;
  row.icon(row.take_left(kTransportIcon, kTransportIcon),
           model.paused || !model.open ? icon_play : icon_pause, "play",
           model.paused ? "Play" : "Pause", {Kind::toggle_pause});
  row.icon(row.take_left(kTransportIcon, kTransportIcon), icon_step_back, "step_back",
           "One frame back", {Kind::step, -1});
  row.icon(row.take_left(kTransportIcon, kTransportIcon), icon_step_on, "step_on", "One frame on",
           {Kind::step, 1});
  row.icon(row.take_left(kTransportIcon, kTransportIcon), icon_loop, "loop", "Loop the file",
           {Kind::toggle_loop_file}, model.loop_file);
  draw_ab_button(row);
  draw_speed(row);
}

}  // namespace framelane
