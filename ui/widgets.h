#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/icons.h"
#include "ui/keys.h"

namespace framelane {

// A button's fill for its state; transparent icons stay so until hovered.
[[nodiscard]] ImU32 button_fill(const Control& control, bool on, bool enabled);
// "Play, SPACE": what a control does and its key.
[[nodiscard]] std::string with_key(std::string_view text, Action::Kind action, double value = 0);

struct ButtonLook {
  std::string_view id;
  std::string tooltip;
  bool on = false;
  bool enabled = true;
};
// A 32 x 32 button with an icon. True when clicked.
bool icon_button(Canvas& canvas, Rect box, Icon icon, const ButtonLook& look);
// A button 24 high with a text of 12. True when clicked.
bool text_button(Canvas& canvas, Rect box, const std::string& label, const ButtonLook& look);
[[nodiscard]] float text_button_width(const Canvas& canvas, const std::string& label);

}  // namespace framelane
