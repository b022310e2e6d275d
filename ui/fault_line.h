#pragma once
#include <string>

#include "ui/canvas.h"

namespace framelane {

// One line at the top that stays until dismissed. Thread-safety: main thread.
class FaultLine {
 public:
  void report(const std::string& what, const std::string& to_do, bool fault);
  void dismiss() { shown_ = false; }
  [[nodiscard]] bool shown() const { return shown_; }
  // At the top centre, between the HUD and the filters where there is room, else under the HUD.
  // Both are empty while off.
  [[nodiscard]] static Rect box(Size logical_window, Rect hud, Rect filters);
  // Draws inside the canvas' panel. True when it was dismissed.
  [[nodiscard]] bool draw(Canvas& canvas) const;

 private:
  std::string what_, to_do_;
  bool fault_ = true, shown_ = false;
  int count_ = 0;
};

}  // namespace framelane
