#pragma once
#include <optional>

#include "gpu/frame_times.h"

namespace framelane {

// Panels whose numbers change so often that they can be read. One for which other code gathers the
// numbers is renewed together with them.
enum class RenewedPanel { hud, overlap, filters, scopes, timeline };
inline constexpr int kRenewedPanels = 5;

// When the numbers of a panel are renewed: four times a second, each panel at a time of its own,
// so that at 60 frames a second no frame has the work of two. Thread-safety: a value.
class Renewal {
 public:
  static constexpr Nanoseconds kEvery{250'000'000};

  explicit Renewal(RenewedPanel panel)
      : phase_(static_cast<int>(panel) * (kEvery / kRenewedPanels)) {}

  // Whether they are to be renewed at `now` (nanoseconds of the host's clock), which is taken as
  // done: the first time, `at_once`, and whenever the panel's time has come.
  [[nodiscard]] bool due(Nanoseconds now, bool at_once = false) {
    if (next_ && now < *next_ && !at_once) return false;
    // The panel's next time, but one that is so near that numbers would only flicker.
    const auto periods = (now + kEvery / 2 - phase_) / kEvery;
    next_ = phase_ + (periods + 1) * kEvery;
    return true;
  }
  // The next time asked for is due.
  void reset() { next_.reset(); }

 private:
  Nanoseconds phase_;
  std::optional<Nanoseconds> next_;
};

}  // namespace framelane
