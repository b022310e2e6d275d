#include "ui/fault_line.h"

#include <algorithm>

#include "ui/text_wrap.h"
#include "ui/transport.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

constexpr std::size_t kFaultMost = 3;  // lines
constexpr float kFaultLine = 20, kFaultInset = 10, kFaultIcon = 24, kBeforeButton = 16,
                kAtButton = 8;
constexpr float kLeastForWord = 400;  // of a panel's width; a narrower one needs it for its text

// Where the transport needs the height a message gets fewer lines; the whole is its tooltip.
std::size_t most_lines(Size logical_window) {
  const auto height = static_cast<float>(logical_window.height);
  if (!is_tight(logical_window)) return kFaultMost;
  const float room = height - kTransportHeight - 4 * Theme::kGap - 2 * kFaultInset + Theme::kGap;
  return static_cast<std::size_t>(
      std::clamp(room / kFaultLine, 1.0F, static_cast<float>(kFaultMost)));
}

const char* dismiss_label(float panel_width) {
  return panel_width < kLeastForWord ? "OK" : "Dismiss";
}

}  // namespace

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

FaultLine::Message FaultLine::message(const Canvas& canvas, float panel_width,
                                      std::size_t most) const {
  const float used = Theme::kPadding + (fault_ ? kFaultIcon : 0) + kBeforeButton +
                     text_button_width(canvas, dismiss_label(panel_width)) + kAtButton;
  const float room = panel_width - used;
  Message message;
  if (!to_do_.empty()) message.rest = " " + to_do_;
  if (count_ > 1) message.rest += " (" + std::to_string(count_) + ")";
  message.what = with_both_ends(canvas, what_, message.rest, TextSize::body, room, most);
  message.cut = message.what != what_;
  message.lines = wrapped(canvas, message.what + message.rest, TextSize::body, room, most);
  return message;
}

Rect FaultLine::box(const Canvas& canvas, Size logical_window, Rect hud, Rect filters) const {
  constexpr float kWidth = 736, kLeast = 400;
  const auto width = static_cast<float>(logical_window.width);
  const float margin = margin_of(logical_window);
  const auto height = static_cast<float>(logical_window.height);
  const float right = filters.w > 0 ? filters.x - Theme::kGap : width - margin;
  const float left = hud.w > 0 ? hud.right() + Theme::kGap : margin;
  const bool beside = right - left >= kLeast;
  const float wide = std::min(kWidth, beside ? right - left : width - 2 * margin);
  const auto count = static_cast<float>(
      std::max<std::size_t>(message(canvas, wide, most_lines(logical_window)).lines.size(), 1));
  const float tall = 2 * kFaultInset + count * kFaultLine;
  if (beside) {
    return {std::clamp((width - wide) / 2, left, right - wide), margin, wide, tall};
  }
  const float under = hud.w > 0 ? hud.bottom() + Theme::kGap : margin;
  // There the filters stand beside it still.
  const bool left_of_filters = right - margin >= wide;
  const float most = left_of_filters ? right - wide : width - margin - wide;
  return {std::min((width - wide) / 2, most), std::min(under, height - margin - tall), wide, tall};
}

bool FaultLine::draw(Canvas& canvas) const {
  const Rect p = canvas.panel();
  const float button = text_button_width(canvas, dismiss_label(p.w));
  float left = p.x + Theme::kPadding;
  if (fault_) {
    icon_warning(canvas, {left, p.y + 8, 16, 24}, Theme::kFault);
    left += kFaultIcon;
  }
  const float lines = (p.h - 2 * kFaultInset) / kFaultLine;
  const Message text = message(canvas, p.w, static_cast<std::size_t>(lines + 0.5F));
  const std::string whole = text.what + text.rest;
  Rect line{left, p.y + kFaultInset, p.right() - kAtButton - button - kBeforeButton - left,
            kFaultLine};
  std::size_t from = 0;
  for (const std::string& part : text.lines) {
    from = whole.find(part, from);
    const std::size_t lit = std::min(std::max(text.what.size(), from) - from, part.size());
    canvas.text(line, {{part.substr(0, lit)}, {part.substr(lit), Theme::kDim}});
    from += part.size();
    line.y += kFaultLine;
  }
  const Rect room{left, p.y + kFaultInset, line.w, p.h - 2 * kFaultInset};
  if (text.cut) canvas.tooltip(what_ + text.rest, room);
  return text_button(canvas, {p.right() - kAtButton - button, p.y + 8, button, 24},
                     dismiss_label(p.w), {"dismiss", "", false, true});
}

}  // namespace framelane
