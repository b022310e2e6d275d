#include "ui/scroll_area.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

constexpr float kWheelStep = 48, kScrollBar = 4, kScrollBarRoom = 16, kLeastThumb = 24;

}  // namespace

void ScrollArea::hold() {
  offset_ = std::round(std::clamp(offset_, 0.0F, std::max(0.0F, content_ - room_.h)));
}

float ScrollArea::begin(Canvas& canvas, Rect room, float content) {
  room_ = room;
  content_ = content;
  hold();
  if (content_ > room_.h) draw_bar(canvas);
  // The ring and the row's light reach a little over the sides.
  canvas.clip({room.x - 8, room.y, room.w + 16, room.h});
  return room.y - offset_;
}

void ScrollArea::draw_bar(Canvas& canvas) {
  const Rect lane{room_.right(), room_.y, kScrollBarRoom, room_.h};
  const float thumb = std::max(kLeastThumb, room_.h * room_.h / content_);
  const float travel = room_.h - thumb, most = content_ - room_.h;
  const Control control = canvas.drag_area(id_ + ".bar", lane, true);
  Interaction& interaction = canvas.interaction();
  const float top = room_.y + travel * offset_ / most;
  if (control.pressed) {
    const bool on_thumb = interaction.y() >= top && interaction.y() < top + thumb;
    interaction.keep(on_thumb ? interaction.y() - top : thumb / 2);
  }
  if (control.moved && travel > 0) {
    offset_ = (interaction.y() - interaction.kept() - room_.y) / travel * most;
    hold();
  }
  const ImU32 color = control.held || control.hover ? Theme::kGrab : Theme::kScrollThumb;
  canvas.fill({lane.x + 6, lane.y, kScrollBar, lane.h}, Theme::kWell, kScrollBar / 2);
  const float drawn = room_.y + travel * offset_ / most;
  canvas.fill({lane.x + 6, drawn, kScrollBar, thumb}, color, kScrollBar / 2);
}

void ScrollArea::end(Canvas& canvas) {
  canvas.unclip();
  // A line where the content goes on.
  if (offset_ > 0) canvas.fill({room_.x, room_.y, room_.w, 1}, Theme::kControl);
  if (offset_ < content_ - room_.h)
    canvas.fill({room_.x, room_.bottom() - 1, room_.w, 1}, Theme::kControl);
  offset_ -= kWheelStep * canvas.wheel(id_, canvas.panel(), false);
  hold();
}

void ScrollArea::reveal(float top, float height) {
  offset_ = std::min(offset_, top);
  offset_ = std::max(offset_, top + height - room_.h);
}

}  // namespace framelane
