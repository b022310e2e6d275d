#include "ui/visibility.h"

#include <algorithm>

namespace framelane {
namespace {

constexpr Nanoseconds kFade{120'000'000};
constexpr Nanoseconds kHideAfter{2'000'000'000};

}  // namespace

void Fade::set(bool shown, Nanoseconds now) {
  if (shown == shown_) return;
  from_ = alpha(now);
  shown_ = shown;
  changed_ = now;
}

float Fade::alpha(Nanoseconds now) const {
  const float target = shown_ ? 1 : 0;
  if (!animated_ || !changed_ || now >= *changed_ + kFade) return target;
  const float passed =
      std::chrono::duration<float>(now - *changed_) / std::chrono::duration<float>(kFade);
  return std::clamp(shown_ ? from_ + passed : from_ - passed, 0.0F, 1.0F);
}

bool Fade::running(Nanoseconds now) const {
  return alpha(now) != (shown_ ? 1.0F : 0.0F);
}

bool AutoHide::shown(bool held, Nanoseconds now) {
  held_ = held;
  if (held || !last_) last_ = now;
  return now - *last_ < kHideAfter;
}

std::optional<Nanoseconds> AutoHide::hides_at(Nanoseconds now) const {
  if (held_ || !last_ || now - *last_ >= kHideAfter) return std::nullopt;
  return *last_ + kHideAfter;
}

}  // namespace framelane
