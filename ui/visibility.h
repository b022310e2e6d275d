#pragma once
#include <optional>

#include "gpu/frame_times.h"

namespace framelane {

// Shows and hides by alpha over 120 ms. Times are of one steady clock.
class Fade {
 public:
  explicit Fade(bool shown, bool animated = true) : shown_(shown), animated_(animated) {}
  void set(bool shown, Nanoseconds now);
  [[nodiscard]] bool shown() const { return shown_; }
  [[nodiscard]] float alpha(Nanoseconds now) const;
  [[nodiscard]] bool running(Nanoseconds now) const;

 private:
  bool shown_, animated_;
  float from_ = 0;
  std::optional<Nanoseconds> changed_;
};

// Hides the pointer and the transport after 2 s without the mouse.
class AutoHide {
 public:
  void wake(Nanoseconds now) { last_ = now; }
  // `held`: paused, dragged, or the mouse on a panel: nothing hides, and the time begins anew.
  [[nodiscard]] bool shown(bool held, Nanoseconds now);
  // When shown() will become false without further input.
  [[nodiscard]] std::optional<Nanoseconds> hides_at(Nanoseconds now) const;

 private:
  std::optional<Nanoseconds> last_;
  bool held_ = false;
};

}  // namespace framelane
