#include <algorithm>

#include "ui/hud.h"
#include "ui/overlap_panel.h"
#include "ui/overlay_state.h"
#include "ui/pixel_panel.h"
#include "ui/transport.h"

// The overlap panel's place: under the HUD, above what lies at the bottom.

namespace framelane {
namespace {

Rect both(const Rect& a, const Rect& b) {
  if (a.w <= 0) return b;
  const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

}  // namespace

// In a small window a panel stands alone.
void Overlay::State::toggle_overlap() {
  overlap = !overlap;
  hud_first = false;
  if (overlap_alone()) filters = pixel = timeline = false;
}

void Overlay::State::set_overlap_targets(const Frame& frame, bool covered) {
  const bool open = frame.transport->open && has_panels();
  overlap_fade.set(overlap && frame.overlap != nullptr && open && !covered, now);
}

float Overlay::State::overlap_floor(Size logical) const {
  if (room == Room::small_panels) return static_cast<float>(logical.height) - Theme::kMargin;
  const float above_transport = transport_box(logical).y - Theme::kGap;
  const float floor = std::min(above_transport, floor_of(logical));
  if (!pixel_fade.shown()) return floor;
  return std::min(floor, pixel_panel_box(logical, above_transport, {}).y - Theme::kGap);
}

bool Overlay::State::overlap_needs_room(const Frame& frame, Size logical) const {
  if (!overlap_fade.shown() || frame.overlap == nullptr || one_at_a_time()) return false;
  if (hud_first || !hud || !hud_full) return false;
  const float top = hud_box(numbers).bottom() + Theme::kGap;
  return !overlap_form(*frame.overlap, overlap_floor(logical) - top).modes;
}

Rect Overlay::State::draw_overlap_panel(Canvas& canvas, const Frame& frame, Size logical,
                                        Rect hud_at, std::vector<Action>& actions) {
  const float alpha = overlap_fade.alpha(now);
  light_seen = false;
  if (alpha <= 0 || frame.overlap == nullptr) return hud_at;
  float top = hud_at.w > 0 ? hud_at.bottom() + Theme::kGap : Theme::kMargin;
  // Where the fault line finds no room beside it, it goes under that.
  const Rect column = overlap_box({}, top);
  const bool under =
      overlap_alone() && fault_seen() && fault.box(canvas, logical, column, {}).y > Theme::kMargin;
  if (under) top = fault.box(canvas, logical, {}, {}).bottom() + Theme::kGap;
  const OverlapForm form = overlap_form(*frame.overlap, overlap_floor(logical) - top);
  const Rect box = overlap_box(form, top);
  if (box.bottom() > overlap_floor(logical)) return hud_at;
  canvas.begin_panel("overlap", box, alpha, overlap_fade.shown());
  draw_overlap(canvas, *frame.overlap, form, actions);
  light_seen = form.light && overlap_fade.shown();
  return overlap_fade.shown() && !under ? both(hud_at, box) : hud_at;
}

}  // namespace framelane
