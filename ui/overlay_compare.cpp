#include <algorithm>

#include "ui/compare_bar.h"
#include "ui/compare_marks.h"
#include "ui/overlay_state.h"
#include "ui/pixel_panel.h"
#include "ui/transport.h"

// What the overlay draws to compare and to inspect.

namespace framelane {
namespace {

constexpr float kSmallHudBottom = 56;

}  // namespace

void Overlay::State::set_compare_targets(const Frame& frame, Size logical) {
  const bool open = frame.transport->open && has_panels();
  const bool wanted = open && pixel && frame.pixel != nullptr;
  const float above = pixel_panel_box(logical, transport_box(logical).y - Theme::kGap, {}).y;
  pixel_alone = wanted && room == Room::small_panels && above < kSmallHudBottom + Theme::kGap;
  const bool covered = (help && one_at_a_time()) || dialog.shown();
  pixel_fade.set(wanted && !covered, now);
  const bool comparing = frame.compare != nullptr && frame.compare->compare.on();
  compare_fade.set(open && comparing && !covered && !pixel_alone, now);
  if (comparing) compared = *frame.compare;
  if (wanted) inspected = *frame.pixel;
}

void Overlay::State::draw_picture_area(Canvas& canvas, const Frame& frame,
                                       std::vector<Action>& actions) {
  if (pixel_fade.shown()) {
    for (const PixelModel::Mark& mark : inspected.marks)
      draw_pixel_mark(canvas, mark, scale);
  }
  if (frame.compare == nullptr) return;
  const auto width = static_cast<float>(window.width / scale);
  const auto height = static_cast<float>(window.height / scale);
  const Control picture =
      canvas.drag_area("picture", {0, 0, width, height}, frame.compare->movable);
  const float x = interaction.x(), y = interaction.y();
  if (picture.moved && was_dragged) {
    actions.push_back({Action::Kind::pan_across, (dragged_x - x) / width});
    actions.push_back({Action::Kind::pan_down, (dragged_y - y) / height});
  }
  was_dragged = picture.held;
  dragged_x = x;
  dragged_y = y;
}

// At the top right, left of the filters, and under the HUD where they would meet. It comes up again
// once there is room to spare: numbers that grow and shrink do not move it.
Rect Overlay::State::compare_bar_place(Canvas& canvas, Size logical, Rect hud_at, Rect filters_at) {
  constexpr float kToSpare = 64;
  const Rect above = fault_seen() ? fault.box(canvas, logical, hud_at, filters_at) : Rect{};
  const bool beside = filters_at.w > 0 && room != Room::small_panels;
  const float right =
      beside ? filters_at.x - Theme::kGap + Theme::kMargin : static_cast<float>(logical.width);
  Rect box = compare_bar_box(canvas, compared.compare, right, above);
  Rect hud_reach = hud_at;
  if (bar_lowered && hud_at.w > 0) hud_reach.w += kToSpare;
  bar_lowered = box.meets(hud_reach);
  if (!bar_lowered) return box;
  box.y = hud_at.bottom() + Theme::kGap;
  if (box.meets(above)) box.y = above.bottom() + Theme::kGap;
  const bool room_left =
      box.bottom() <= bottom_of_middle(logical) && !interaction.panel_meeting(box);
  return room_left ? box : Rect{};
}

Rect Overlay::State::draw_compare_bar(Canvas& canvas, Size logical, Rect hud_at, Rect filters_at,
                                      std::vector<Action>& actions) {
  const float alpha = compare_fade.alpha(now);
  if (alpha <= 0) return {};
  const Rect box = compare_bar_place(canvas, logical, hud_at, filters_at);
  if (box.x < Theme::kMargin) return {};
  canvas.begin_panel("compare", box, alpha, compare_fade.shown());
  framelane::draw_compare_bar(canvas, compared.compare, actions);
  return compare_fade.shown() ? box : Rect{};
}

void Overlay::State::draw_pixel(Canvas& canvas, Size logical, Rect hud_at) {
  const float alpha = pixel_fade.alpha(now);
  if (alpha <= 0) return;
  // It keeps its place while the transport hides and comes back.
  const float bottom = pixel_alone ? static_cast<float>(logical.height) - Theme::kMargin
                                   : transport_box(logical).y - Theme::kGap;
  const bool in_strip = scopes_on && pixel_fade.shown();
  const Rect box =
      in_strip ? scopes_place(logical).pixel : pixel_panel_box(logical, bottom, hud_at);
  canvas.begin_panel("pixel", box, alpha, pixel_fade.shown());
  draw_pixel_panel(canvas, inspected);
}

void Overlay::State::draw_compare(Canvas& canvas, const Frame& frame,
                                  std::vector<Action>& actions) {
  if (frame.compare == nullptr || (help && one_at_a_time()) || pixel_alone || dialog.shown())
    return;
  draw_compare_marks(canvas, interaction, *frame.compare, window, scale, actions);
}

}  // namespace framelane
