#pragma once
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "ui/canvas.h"

namespace framelane {

// A message at the top, of up to three lines. A fault stays until dismissed, a note for 5 s; notes
// that come meanwhile follow it. Times are of one steady clock. Thread-safety: main thread.
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
  // Both are empty while off. As tall as its text needs.
  [[nodiscard]] Rect box(const Canvas& canvas, Size logical_window, Rect hud, Rect filters) const;
  // Draws inside the canvas' panel. True when it was dismissed.
  [[nodiscard]] bool draw(Canvas& canvas) const;

 private:
  struct Message {
    std::string what, rest;  // in two tones
    bool cut = false;
    std::vector<std::string> lines;  // of both, one behind the other
  };
  // In a panel of that width, in at most so many lines.
  [[nodiscard]] Message message(const Canvas& canvas, float panel_width, std::size_t most) const;

  std::string what_, to_do_;
  bool fault_ = true, shown_ = false;
  int count_ = 0;
  std::optional<Nanoseconds> since_;  // of the note on show
  std::deque<std::string> notes_;     // that wait
};

}  // namespace framelane
