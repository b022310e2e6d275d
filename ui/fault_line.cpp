#include "ui/fault_line.h"

#include <algorithm>

#include "ui/widgets.h"

namespace framelane {

void FaultLine::report_fault(const std::string& what, const std::string& to_do) {
  count_ = shown_ && fault_ ? count_ + 1 : 1;
  what_ = what;
  to_do_ = to_do;
  fault_ = shown_ = true;
  since_.reset();
}

void FaultLine::report_note(const std::string& text) {
  constexpr std::size_t kMostWaiting = 8;
  notes_.push_back(text);
  if (notes_.size() > kMostWaiting) notes_.pop_front();
}

void FaultLine::dismiss() {
  shown_ = false;
  since_.reset();
}

void FaultLine::advance(Nanoseconds now) {
  if (const auto end = note_ends_at(); end && now >= *end) dismiss();
  if (shown_ || notes_.empty()) return;
  what_ = notes_.front();
  notes_.pop_front();
  to_do_.clear();
  fault_ = false;
  shown_ = true;
  count_ = 1;
  since_ = now;
}

std::optional<Nanoseconds> FaultLine::note_ends_at() const {
  if (!since_) return std::nullopt;
  return *since_ + (notes_.empty() ? kNoteStays : kNoteStaysBeforeOthers);
}

Rect FaultLine::box(Size logical_window, Rect hud, Rect filters) {
  constexpr float kWidth = 736, kHeight = 40, kLeast = 400;
  const auto width = static_cast<float>(logical_window.width);
  const auto height = static_cast<float>(logical_window.height);
  const float right = filters.w > 0 ? filters.x - Theme::kGap : width - Theme::kMargin;
  const float left = hud.w > 0 ? hud.right() + Theme::kGap : Theme::kMargin;
  if (right - left >= kLeast) {
    const float wide = std::min(kWidth, right - left);
    return {std::clamp((width - wide) / 2, left, right - wide), Theme::kMargin, wide, kHeight};
  }
  const float wide = std::min(kWidth, width - 2 * Theme::kMargin);
  const float under = hud.w > 0 ? hud.bottom() + Theme::kGap : Theme::kMargin;
  return {(width - wide) / 2, std::min(under, height - Theme::kMargin - kHeight), wide, kHeight};
}

bool FaultLine::draw(Canvas& canvas) const {
  const Rect p = canvas.panel();
  float left = p.x + Theme::kPadding;
  if (fault_) {
    icon_warning(canvas, {left, p.y + 8, 16, 24}, Theme::kFault);
    left += 24;
  }
  const std::string label = "Dismiss";
  const float button = text_button_width(canvas, label);
  TextLine line{{what_}};
  if (!to_do_.empty()) line.push_back({" " + to_do_, Theme::kDim});
  if (count_ > 1) line.push_back({" (" + std::to_string(count_) + ")", Theme::kDim});
  canvas.text({left, p.y + 8, p.right() - 8 - button - 16 - left, 24}, line);
  return text_button(canvas, {p.right() - 8 - button, p.y + 8, button, 24}, label,
                     {"dismiss", "", false, true});
}

}  // namespace framelane
