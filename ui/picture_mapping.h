#pragma once
#include <array>

#include "gpu/frame_facts.h"
#include "ui/geometry.h"

namespace framelane {

struct Point {
  double x = 0, y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

// Where a whole picture lies in the window, device pixels, y down; it may reach beyond the window.
struct Placed {
  double x = 0, y = 0, width = 0, height = 0;
  [[nodiscard]] bool empty() const { return !(width > 0 && height > 0); }
  friend bool operator==(const Placed&, const Placed&) = default;
};

// The size a picture is shown at when one of its pixels is one of the display's: sample aspect
// (wider, never lower) and rotation applied.
[[nodiscard]] Size shown_size(const FrameFacts& facts);
// The largest centred rectangle of that aspect inside `outer`, in whole pixels. Where bars would be
// one pixel wide it covers them, unless each pixel of the picture is a whole number of the
// display's: those stay exact.
[[nodiscard]] PixelRect letterbox(Size shown, Size outer);
// The device pixels inside `within` whose centres a picture covers.
[[nodiscard]] PixelRect covered(const Placed& placed, PixelRect within);

// Place in the stored picture = turn * place in the shown one + move, both 0 to 1; column-major.
struct Orientation {
  std::array<int, 4> turn{1, 0, 0, 1};
  std::array<int, 2> move{0, 0};
};
[[nodiscard]] Orientation orientation_of(const FrameFacts& facts);

// From the window to a picture's stored pixels and back, through rotation, mirror, sample aspect,
// zoom and pan: stored pixel (i, j) covers i to i + 1, j to j + 1. The picture has a size and its
// place is not empty. Thread-safety: a value.
class PictureMapping {
 public:
  PictureMapping(const FrameFacts& facts, const Placed& placed);
  [[nodiscard]] Point stored(Point window) const;
  [[nodiscard]] Point window(Point stored) const;
  // What one device pixel to the right, or down, is in stored pixels.
  [[nodiscard]] Point across() const { return {to_stored_[0], to_stored_[1]}; }
  [[nodiscard]] Point down() const { return {to_stored_[2], to_stored_[3]}; }
  // Each device pixel shows exactly one stored pixel.
  [[nodiscard]] bool one_to_one() const;

 private:
  std::array<double, 4> to_stored_{};  // column-major
  Point origin_;                       // stored place of the window's top left corner
};

}  // namespace framelane
