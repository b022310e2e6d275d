#include "ui/widgets.h"

namespace framelane {

ImU32 button_fill(const Control& control, bool on, bool enabled) {
  if (!enabled) return Theme::kWell;
  if (on) return Theme::kControlOn;
  if (control.held && control.hover) return Theme::kControlPressed;
  return control.hover ? Theme::kControlHover : Theme::kControl;
}

std::string with_key(std::string_view text, Action::Kind action, double value) {
  const std::string key = key_name(action, value);
  return std::string(text) + (key.empty() ? "" : ", key " + key);
}

bool icon_button(Canvas& canvas, Rect box, Icon icon, const ButtonLook& look) {
  const Control control = canvas.control(look.id, box, look.tooltip, look.enabled);
  if (look.enabled && (control.hover || look.on)) {
    const bool lit = control.hover;
    canvas.fill(box, lit ? button_fill(control, false, true) : Theme::kControl,
                Theme::kButtonRadius);
  }
  icon(canvas, box, look.enabled ? Theme::kText : Theme::kFaint);
  return control.clicked;
}

bool text_button(Canvas& canvas, Rect box, const std::string& label, const ButtonLook& look) {
  const Control control = canvas.control(look.id, box, look.tooltip, look.enabled);
  canvas.fill(box, button_fill(control, look.on, look.enabled), Theme::kButtonRadius);
  const ImU32 color = !look.enabled ? Theme::kFaint : look.on ? Theme::kInk : Theme::kText;
  canvas.text({box.x + 8, box.y, box.w - 16, box.h}, {{label, color, TextSize::small}},
              Align::center);
  return control.clicked;
}

float text_button_width(const Canvas& canvas, const std::string& label) {
  return canvas.width({{label, Theme::kText, TextSize::small}}) + 16;
}

}  // namespace framelane
