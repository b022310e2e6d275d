#pragma once
#include <deque>
#include <optional>
#include <string>

#include "ui/canvas.h"

namespace framelane {

// One line at the top. A fault stays until dismissed, a note for 5 s; notes that come meanwhile
// follow it. Times are of one steady clock. Thread-safety: main thread.
class FaultLine {
 public:
  static constexpr Nanoseconds kNoteStays{5'000'000'000};
  static constexpr Nanoseconds kNoteStaysBeforeOthers{2'000'000'000};

  void report_fault(const std::string& what, const std::string& to_do);
  // Never hides a fault that nobody has read yet; comes once that is dismissed.
  void report_note(const std::string& text);
  void dismiss();
  // Notes begin and end; before each draw.
  void advance(Nanoseconds now);
  [[nodiscard]] bool shown() const { return shown_; }
  // When the note on show ends; nothing while there is none.
  [[nodiscard]] std::optional<Nanoseconds> note_ends_at() const;
  // At the top centre, between the HUD and the filters where there is room, else under the HUD.
  // Both are empty while off.
  [[nodiscard]] static Rect box(Size logical_window, Rect hud, Rect filters);
  // Draws inside the canvas' panel. True when it was dismissed.
  [[nodiscard]] bool draw(Canvas& canvas) const;

 private:
  std::string what_, to_do_;
  bool fault_ = true, shown_ = false;
  int count_ = 0;
  std::optional<Nanoseconds> since_;  // of the note on show
  std::deque<std::string> notes_;     // that wait
};

}  // namespace framelane
