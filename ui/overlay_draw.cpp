#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/hud.h"
#include "ui/no_file.h"
#include "ui/overlay_state.h"
#include "ui/transport.h"

namespace framelane {
namespace {

// The lines move in every frame, the numbers four times a second.
void take_series(HudModel& shown, const HudModel& model) {
  shown.intervals_ms = model.intervals_ms;
  if (shown.rows.size() != model.rows.size()) return;
  for (std::size_t i = 0; i < model.rows.size(); ++i) {
    shown.rows[i].series_ms = model.rows[i].series_ms;
    shown.rows[i].waits_ms = model.rows[i].waits_ms;
  }
}

}  // namespace

void Overlay::State::toggle_hud_size() {
  if (!has_panels()) return;
  if (hud_yields) {
    hud_first = true;
    return;
  }
  hud_first = false;
  bool& full = room == Room::small_panels ? hud_full_when_small : hud_full;
  full = !full;
}

void Overlay::State::wheel(float amount) {
  if (dialog.shown()) return dialog.wheel(amount);
  if (help && !interaction.over_panel()) key_help.wheel(amount);
}

void Overlay::State::toggle_panels() {
  if (one_at_a_time()) {
    filters = !filters;
    return;
  }
  // The pixel panel and the scopes lie in the timeline's place: they step aside, and come back with
  // what was shown before. The scopes are switched by whoever counts them.
  const PanelsOn now_on{hud, hud_full, filters, overlap, timeline, pixel};
  const bool all_on = now_on == kAllPanels && !scopes_on;
  const PanelsOn next = all_on ? before_all : kAllPanels;
  if (now_on != kAllPanels) before_all = now_on;
  hud = next.hud;
  hud_full = next.hud_full;
  filters = next.filters;
  overlap = next.overlap;
  timeline = next.timeline;
  pixel = next.pixel;
}

void Overlay::State::refresh_numbers(const HudModel& model) {
  const bool at_once = model.paused || model.paused != numbers.paused ||
                       model.ended != numbers.ended || model.rows.size() != numbers.rows.size();
  if (renewal.due(now, at_once)) numbers = model;
  take_series(numbers, model);
}

void Overlay::State::draw_read_out(Canvas& canvas, std::optional<std::size_t> row, Rect hud_at) {
  if (row) {
    read_out = numbers.rows[*row];
    read_out_box = hud_readout_box(read_out, hud_at, *row);
  }
  readout_fade.set(row.has_value(), now);
  const float alpha = readout_fade.alpha(now);
  if (alpha <= 0) return;
  canvas.begin_panel("readout", read_out_box, alpha, false);
  draw_hud_readout(canvas, read_out);
}

Rect Overlay::State::draw_hud_panel(Canvas& canvas, Size logical, Room now_room,
                                    std::vector<Action>& actions) {
  const float alpha = hud_fade.alpha(now);
  if (alpha <= 0) return {};
  const Rect full_box = hud_box(numbers);
  const bool full = hud_is_full(now_room) && full_box.bottom() <= floor_of(logical);
  const Rect box = full ? full_box : hud_small_box(canvas, numbers, logical);
  canvas.begin_panel("hud", box, alpha, hud_fade.shown());
  if (canvas.control("hud_panel", box, "").clicked) {
    actions.push_back({Action::Kind::toggle_hud_size});
  }
  if (!full) {
    draw_hud_small(canvas, numbers, logical);
  } else {
    draw_read_out(canvas, draw_hud(canvas, numbers), box);
  }
  return hud_fade.shown() ? box : Rect{};
}

Rect Overlay::State::draw_filters_panel(Canvas& canvas, const Frame& frame, Size logical,
                                        std::vector<Action>& actions) {
  const float alpha = filters_fade.alpha(now);
  if (alpha <= 0 || frame.filters == nullptr) return {};
  const bool small = room == Room::small_panels;
  FiltersPanel::Place place{logical, Theme::kMargin, 0, room != Room::all};
  place.bottom = small ? static_cast<float>(logical.height) - Theme::kMargin
                       : std::min(transport_box(logical).y - Theme::kGap, floor_of(logical));
  const Rect column = FiltersPanel::column(logical);
  // Where the fault line finds no room beside it, it goes under that.
  const Rect fault_at = fault_seen() ? fault.box(canvas, logical, {}, column) : Rect{};
  const bool under = fault_at.right() > column.x;
  if (under) place.top = fault_at.bottom() + Theme::kGap;
  const Rect box = filters_panel.place(canvas, *frame.filters, place, interaction.dragging(), now);
  canvas.begin_panel("filters", box, alpha, filters_fade.shown());
  filters_panel.draw(canvas, actions);
  return filters_fade.shown() && !under ? box : Rect{};
}

// Beside the panels at the left and above those at the bottom: no other gives way for it.
void Overlay::State::draw_keys(Canvas& canvas, Size logical, Rect hud_at, Rect above) {
  const float alpha = help_fade.alpha(now);
  if (alpha <= 0) return;
  const float margin = margin_of(logical);
  const float left = hud_at.w > 0 ? hud_at.right() + Theme::kGap : margin;
  Rect place{left, margin, static_cast<float>(logical.width) - margin - left, 0};
  // Alone it has the transport's place as well, which else it leaves, be it hidden or not.
  const float window_bottom = static_cast<float>(logical.height) - margin;
  place.h = (one_at_a_time() ? window_bottom : overlap_floor(logical)) - place.y;
  Rect box = key_help.place(canvas, place);
  if (box.meets(above)) {
    place.h -= above.bottom() + Theme::kGap - place.y;
    place.y = above.bottom() + Theme::kGap;
    box = key_help.place(canvas, place);
  }
  canvas.begin_panel("keys", box, alpha, help_fade.shown());
  key_help.draw(canvas);
}

void Overlay::State::draw_top(Canvas& canvas, Size logical, Rect hud_at, Rect filters_at,
                              Rect compare_bar) {
  const bool faulty = fault_fade.alpha(now) > 0;
  const Rect fault_at = faulty ? fault.box(canvas, logical, hud_at, filters_at) : Rect{};
  // The bar is never above the fault line.
  draw_keys(canvas, logical, hud_at, compare_bar.w > 0 ? compare_bar : fault_at);
  if (const float alpha = fault_fade.alpha(now); alpha > 0) {
    canvas.begin_panel("fault", fault_at, alpha, fault_fade.shown());
    if (fault.draw(canvas)) fault.dismiss();
  }
}

float Overlay::State::bottom_of_middle(Size logical) const {
  const float floor = floor_of(logical);
  return transport_fade.shown() ? std::min(transport_box(logical).y - Theme::kGap, floor) : floor;
}

void Overlay::State::draw_dialog(Canvas& canvas, Size logical, std::vector<Action>& actions) {
  const float alpha = dialog_fade.alpha(now);
  if (alpha <= 0) return;
  Rect box = OpenDialog::box(logical, bottom_of_middle(logical));
  if (fault_seen()) {
    const float top = fault.box(canvas, logical, {}, {}).bottom() + Theme::kGap;
    const float bottom = box.bottom();
    box.y = std::max(box.y, top);
    box.h = bottom - box.y;
  }
  canvas.begin_panel("open_dialog", box, alpha, dialog_fade.shown());
  dialog.draw(canvas, actions);
}

Rect Overlay::State::empty_room(const Canvas& canvas, Size logical) const {
  const float margin = margin_of(logical);
  const float top =
      fault_seen() ? fault.box(canvas, logical, {}, {}).bottom() + Theme::kGap : margin;
  return {margin, top, static_cast<float>(logical.width) - 2 * margin,
          transport_box(logical).y - margin - top};
}

void Overlay::State::draw_tooltip(Canvas& canvas, Size logical) {
  if (!interaction.tooltip()) return;
  const Tooltip tip = *interaction.tooltip();
  const TextLine line{{tip.text, Theme::kText, TextSize::small}};
  const auto width = static_cast<float>(logical.width);
  const float wide = std::min(canvas.width(line) + 16, width - 2 * Theme::kMargin);
  const float middle = tip.anchor.x + tip.anchor.w / 2;
  float x = std::clamp(middle - wide / 2, Theme::kMargin,
                       std::max(Theme::kMargin, width - Theme::kMargin - wide));
  // Clear of the panel at the bottom or at a side, so that it covers none of it; else under what
  // it names.
  constexpr float kBar = 64;
  const bool low = tip.panel.y > static_cast<float>(logical.height) / 2;
  const bool bar = tip.panel.h > 0 && tip.panel.h <= kBar;
  const float left = tip.panel.x - Theme::kGap - wide;
  const float right = tip.panel.right() + Theme::kGap;
  const bool at_left = tip.panel.right() < width / 2 && right + wide <= width - Theme::kMargin;
  const bool at_right = tip.panel.x > width / 2 && left >= Theme::kMargin;
  const bool beside = !low && !bar && (at_left || at_right);
  if (beside) x = at_left ? right : left;
  const float y = low      ? tip.panel.y - 24 - Theme::kGap
                  : beside ? tip.anchor.y + (tip.anchor.h - 24) / 2
                  : bar    ? tip.panel.bottom() + 4
                           : tip.anchor.bottom() + 4;
  canvas.begin_panel("tooltip", {x, y, wide, 24}, 1, false);
  canvas.text({x + 8, y, wide - 16, 24}, line);
}

void Overlay::State::draw_panels(Canvas& canvas, const Frame& frame, Size logical, Room now_room,
                                 std::vector<Action>& actions) {
  if (now_room == Room::picture_only) return;
  if (!frame.transport->open && !dialog.shown())
    draw_no_file(canvas, empty_room(canvas, logical), frame.files, actions);
  draw_picture_area(canvas, frame, actions);
  const Rect hud_at = draw_overlap_panel(
      canvas, frame, logical, draw_hud_panel(canvas, logical, now_room, actions), actions);
  const Rect filters_at = draw_filters_panel(canvas, frame, logical, actions);
  if (const float alpha = transport_fade.alpha(now); alpha > 0) {
    canvas.begin_panel("transport", transport_box(logical), alpha, transport_fade.shown());
    if (has_panels())
      draw_transport(canvas, *frame.transport, now_room == Room::all, hud, actions);
    else
      draw_short_transport(canvas, *frame.transport, hud, actions);
  }
  draw_timeline(canvas, frame, logical, actions);
  draw_pixel(canvas, logical, hud_at);
  draw_scopes(canvas, logical, actions);
  draw_dialog(canvas, logical, actions);
  draw_top(canvas, logical, hud_at, filters_at,
           draw_compare_bar(canvas, logical, hud_at, filters_at, actions));
  draw_compare(canvas, frame, actions);
  draw_tooltip(canvas, logical);
}

std::vector<Action> Overlay::draw(const Frame& frame) {
  State& s = *state_;
  std::vector<Action> actions;
  s.now = frame.now;
  s.settles = std::exchange(s.settling, false);
  s.boxes.clear();
  if (frame.drawable.width <= 0 || frame.drawable.height <= 0) return actions;
  if (frame.scale != s.scale) s.interaction.rescale(static_cast<float>(frame.scale / s.scale));
  s.scale = frame.scale;
  s.window = frame.drawable;
  const Size logical{static_cast<int>(std::lround(frame.drawable.width / frame.scale)),
                     static_cast<int>(std::lround(frame.drawable.height / frame.scale))};
  const Room room = room_for(logical);
  s.imgui.make_current();
  s.refresh_numbers(*frame.hud);
  if (frame.files != nullptr) s.dialog.sync(*frame.files);
  s.set_targets(frame, logical, room);
  const bool fonts_changed = s.fonts.prepare(frame.scale);
  s.imgui.begin(frame.drawable, fonts_changed);
  s.interaction.begin_frame(frame.now);
  Canvas canvas(*ImGui::GetBackgroundDrawList(), s.fonts, frame.scale, s.interaction,
                s.keeps_texts ? &s.boxes : nullptr);
  s.draw_panels(canvas, frame, logical, room, actions);
  s.interaction.end_frame();
  s.imgui.end();
  return actions;
}

}  // namespace framelane
