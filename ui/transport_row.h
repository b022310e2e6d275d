#pragma once
#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "ui/transport.h"
#include "ui/widgets.h"

// What the lower row of the transport is drawn with; private to transport*.cpp.

namespace framelane {

inline constexpr float kTransportIcon = 32, kChip = 24;

// The row while it is being laid out: the left end moves right, the right end left.
struct TransportRow {
  Canvas& canvas;
  const TransportModel& model;
  std::vector<Action>& actions;
  float left, right, y;

  [[nodiscard]] Rect take_left(float width, float height) {
    const Rect box{left, y + (kTransportIcon - height) / 2, width, height};
    left += width;
    return box;
  }
  [[nodiscard]] Rect take_right(float width, float height) {
    right -= width;
    return {right, y + (kTransportIcon - height) / 2, width, height};
  }
  void icon(Rect box, Icon shape, std::string_view id, std::string_view text, const Action& action,
            bool on = false, bool enabled = true) {
    const ButtonLook look{id, tooltip(box, text, action), on, enabled && model.open};
    if (icon_button(canvas, box, shape, look)) actions.push_back(action);
  }
  void chip(Rect box, const std::string& label, std::string_view id, std::string_view text,
            const Action& action, bool on = false, bool enabled = true) {
    const ButtonLook look{id, tooltip(box, text, action), on, enabled && model.open};
    if (text_button(canvas, box, label, look)) actions.push_back(action);
  }
  // Made only where it may be asked for.
  [[nodiscard]] std::string tooltip(Rect box, std::string_view text, const Action& action) const {
    return canvas.hovers(box) ? with_key(text, action.kind, action.value) : std::string();
  }
  [[nodiscard]] float chip_width(std::initializer_list<const char*> labels) const {
    float wide = 0;
    for (const char* label : labels)
      wide = std::max(wide, text_button_width(canvas, label));
    return wide;
  }
};

// At its left end: play, steps, loops, speed.
void draw_play_buttons(TransportRow& row);

}  // namespace framelane
