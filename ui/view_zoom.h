#pragma once
#include <optional>

#include "ui/picture_mapping.h"

namespace framelane {

// How far a picture is magnified and which part of it is looked at. Factors are device pixels for
// one pixel of the picture as shown. `pane` is the part of the window that the picture has, in
// device pixels; positions are counted from its top left corner. Sizes may be empty or change
// between calls: what is looked at stays in the middle. Thread-safety: a value.
class ViewZoom {
 public:
  static constexpr double kMost = 64;
  static constexpr double kNearestFrom = 2;  // smaller factors are interpolated

  // The whole picture, as large as it fits; never magnified pixel by pixel.
  void fit() { *this = {}; }
  // By quarters of an octave, those of 1, so that 1, 2, 4 to 64 are met exactly; what lies at `at`
  // stays there. From the smaller of fit and 1 to the larger of fit and kMost.
  void step(double quarters, Point at, Size shown, Size pane);
  void set(double factor, Point at, Size shown, Size pane);
  // Moves the view over the picture, to the right and down, by device pixels. The pane's middle
  // never leaves the picture; a picture that fits stays in the middle.
  void pan(Point by, Size shown, Size pane);

  [[nodiscard]] bool zoomed() const { return factor_.has_value(); }
  [[nodiscard]] double factor(Size shown, Size pane) const;  // 0 for an empty size
  // Where the whole picture lies, on whole device pixels; empty for an empty size.
  [[nodiscard]] Placed place(Size shown, Size pane) const;

 private:
  [[nodiscard]] Point clamped(Size shown, Size pane, double factor) const;

  std::optional<double> factor_;  // none: fit
  Point middle_{0.5, 0.5};        // of the pane, as a share of the shown picture
};

}  // namespace framelane
