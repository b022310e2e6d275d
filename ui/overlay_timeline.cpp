#include <algorithm>

#include "ui/overlay_state.h"
#include "ui/transport.h"

// The timeline's place among the panels.

namespace framelane {
namespace {

constexpr float kMostOfWindow = 0.4F;  // of its height
constexpr float kTimelineSmallHud = 40;

int lanes_of(const TimelineModel& model) {
  return std::max(static_cast<int>(model.rows.size()) - 2, 1);
}

}  // namespace

// Scopes, the pixel panel, and whatever stands alone come before it.
void Overlay::State::set_timeline_targets(const Frame& frame, bool room_for_it) {
  timeline_on = timeline && frame.timeline != nullptr && frame.transport->open && has_panels() &&
                room_for_it && !scopes_on && !pixel_fade.shown();
  if (frame.timeline != nullptr) timeline_lanes = lanes_of(*frame.timeline);
  timeline_fade.set(timeline_on, now);
}

bool Overlay::State::timeline_takes_transport(Size logical) const {
  const float above = transport_box(logical).y - Theme::kGap - TimelinePanel::height(1);
  return room == Room::small_panels && above < Theme::kMargin + kTimelineSmallHud + Theme::kGap;
}

Rect Overlay::State::timeline_box(Size logical) const {
  const bool small = room == Room::small_panels;
  const auto tall = static_cast<float>(logical.height);
  const float bottom = timeline_takes_transport(logical) ? tall - Theme::kMargin
                                                         : transport_box(logical).y - Theme::kGap;
  const float most =
      small ? bottom - Theme::kMargin : std::max(tall * kMostOfWindow, TimelinePanel::height(1));
  const float height = std::min(TimelinePanel::height(timeline_lanes), most);
  return {Theme::kMargin, bottom - height, static_cast<float>(logical.width) - 2 * Theme::kMargin,
          height};
}

void Overlay::State::draw_timeline(Canvas& canvas, const Frame& frame, Size logical,
                                   std::vector<Action>& actions) {
  const float alpha = timeline_fade.alpha(now);
  if (alpha <= 0 || frame.timeline == nullptr) return;
  canvas.begin_panel("timeline", timeline_box(logical), alpha, timeline_fade.shown());
  timeline_panel.draw(canvas, *frame.timeline, {room != Room::all, room == Room::all}, now,
                      actions);
}

}  // namespace framelane
