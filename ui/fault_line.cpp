#include "ui/fault_line.h"

#include <algorithm>

#include "ui/widgets.h"

namespace framelane {

void FaultLine::report(const std::string& what, const std::string& to_do, bool fault) {
  // A note never hides a fault that nobody has read yet.
  if (shown_ && fault_ && !fault) return;
  count_ = shown_ && fault_ == fault ? count_ + 1 : 1;
  what_ = what;
  to_do_ = to_do;
  fault_ = fault;
  shown_ = true;
}

Rect FaultLine::box(float window_width) const {
  constexpr float kWidth = 736, kHeight = 40;
  const float wide = std::min(kWidth, window_width - 2 * theme::kMargin);
  return {(window_width - wide) / 2, theme::kMargin, wide, kHeight};
}

bool FaultLine::draw(Canvas& canvas) const {
  const Rect p = canvas.panel();
  float left = p.x + theme::kPadding;
  if (fault_) {
    icon_warning(canvas, {left, p.y + 8, 16, 24}, theme::kFault);
    left += 24;
  }
  const std::string label = "Dismiss";
  const float button = text_button_width(canvas, label);
  TextLine line{{what_}};
  if (!to_do_.empty()) line.push_back({" " + to_do_, theme::kDim});
  if (count_ > 1) line.push_back({" (" + std::to_string(count_) + ")", theme::kDim});
  canvas.text({left, p.y + 8, p.right() - 8 - button - 16 - left, 24}, line);
  return text_button(canvas, {p.right() - 8 - button, p.y + 8, button, 24}, label,
                     {"dismiss", "", false, true});
}

}  // namespace framelane
