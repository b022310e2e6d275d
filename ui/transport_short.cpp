#include <algorithm>
#include <string>

#include "ui/number_text.h"
#include "ui/transport.h"
#include "ui/widgets.h"

// The transport of a window that has room for hardly anything else: what play needs.

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr float kShortPadding = 8, kShortIcon = 32, kShortChip = 24, kShortGap = 8,
                kShortNameRoom = 80, kBarEnds = 4;

// The buttons' row: the left end moves right, the right end left.
struct ShortRow {
  Canvas& canvas;
  const TransportModel& model;
  std::vector<Action>& actions;
  float left, right, y;

  [[nodiscard]] float room() const { return right - left; }
  void icon(Rect box, Icon shape, const char* id, const char* text, const Action& action,
            bool on = false) {
    const ButtonLook look{id, with_key(text, action.kind, action.value), on, model.open};
    if (icon_button(canvas, box, shape, look)) actions.push_back(action);
  }
  void icon_left(Icon shape, const char* id, const char* text, const Action& action) {
    icon({left, y, kShortIcon, kShortIcon}, shape, id, text, action);
    left += kShortIcon;
  }
  void icon_right(Icon shape, const char* id, const char* text, const Action& action,
                  bool on = false) {
    right -= kShortIcon;
    icon({right, y, kShortIcon, kShortIcon}, shape, id, text, action, on);
  }
  // A button with a text, where it has room.
  void chip_right(const std::string& label, const char* id, const char* text,
                  const Action& action) {
    const float wide = text_button_width(canvas, label) + kShortGap;
    if (room() < wide) return;
    right -= wide;
    const Rect box{right, y + (kShortIcon - kShortChip) / 2, wide - kShortGap, kShortChip};
    const ButtonLook look{id, with_key(text, action.kind, action.value), false, model.open};
    if (text_button(canvas, box, label, look)) actions.push_back(action);
  }
};

std::string whole_seconds(double seconds) {
  constexpr std::size_t kWithoutFraction = 8;
  return clock_text(seconds).substr(0, kWithoutFraction);
}

TextSpan short_span(std::string text, ImU32 color) {
  return {std::move(text), color, TextSize::small};
}

// "00:00:17 of 00:02:24", as much of it as there is room for.
TextLine time_line(const ShortRow& row, double at) {
  if (!row.model.open) return {short_span(kNoValue, Theme::kFaint)};
  TextLine line{short_span(whole_seconds(at), Theme::kText)};
  if (!row.model.duration_s) return line;
  TextLine whole = line;
  whole.push_back(short_span(" of " + whole_seconds(*row.model.duration_s), Theme::kDim));
  return row.canvas.width(whole) + 2 * kShortGap <= row.room() ? whole : line;
}

void draw_short_text(ShortRow& row, double at) {
  const TextLine time = time_line(row, at);
  const float wide = row.canvas.width(time) + 1;
  row.left += kShortGap;
  row.canvas.text({row.left, row.y, std::min(wide, row.room()), kShortIcon}, time);
  row.left += wide + kShortGap;
  if (row.room() < kShortNameRoom + kShortGap) return;
  row.canvas.text({row.left, row.y, row.room() - kShortGap, kShortIcon},
                  {short_span(row.model.name, Theme::kDim)}, Align::right);
}

}  // namespace

void draw_short_transport(Canvas& canvas, const TransportModel& model, bool hud_shown,
                          std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  const float ends = kShortPadding + kBarEnds;
  const double at =
      draw_seek_bar(canvas, {p.x + ends, p.y + 8, p.w - 2 * ends, 24}, model, actions);
  ShortRow row{canvas, model, actions, p.x + kShortPadding, p.right() - kShortPadding, p.y + 32};
  row.icon_left(model.paused || !model.open ? icon_play : icon_pause, "play",
                model.paused ? "Play" : "Pause", {Kind::toggle_pause});
  row.icon_left(icon_step_back, "step_back", "One frame back", {Kind::step, -1});
  row.icon_left(icon_step_on, "step_on", "One frame on", {Kind::step, 1});
  row.icon_right(icon_fullscreen, "fullscreen",
                 model.fullscreen ? "Leave fullscreen" : "Fullscreen", {Kind::toggle_fullscreen});
  // The time's room comes before what else could stand there.
  const float time = canvas.width({short_span(whole_seconds(0), Theme::kText)}) + 2 * kShortGap;
  row.left += time;
  if (row.room() >= kShortIcon)
    row.icon_right(icon_panels, "hud", "HUD", {Kind::toggle_hud}, hud_shown);
  if (model.speed != 1)
    row.chip_right(fixed(model.speed, 2) + "×", "speed", "Speed 1", {Kind::reset_speed});
  row.chip_right(model.mode, "mode", "Serial or overlapped", {Kind::toggle_serial});
  row.left -= time;
  draw_short_text(row, at);
}

}  // namespace framelane
