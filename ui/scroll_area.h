#pragma once
#include <string>
#include <string_view>

#include "ui/canvas.h"

namespace framelane {

// A part of a panel whose content may be taller than its room: the wheel and a thin bar at its
// right edge move it. Logical pixels. Thread-safety: a value.
class ScrollArea {
 public:
  explicit ScrollArea(std::string_view id) : id_(id) {}

  // Draws the bar and clips to `room` until end(). Returns where the content's top lies.
  float begin(Canvas& canvas, Rect room, float content);
  // After the content was drawn: what of the wheel no control took moves it.
  void end(Canvas& canvas);
  // The least move that shows that part of the content, measured from its top.
  void reveal(float top, float height);
  void by(float distance) { offset_ += distance; }
  [[nodiscard]] float offset() const { return offset_; }
  [[nodiscard]] Rect room() const { return room_; }

 private:
  void draw_bar(Canvas& canvas);
  void hold();

  std::string id_;
  Rect room_;
  float content_ = 0, offset_ = 0;
};

}  // namespace framelane
