#include "ui/window_place.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

constexpr double kShareOfDisplay = 0.9;
constexpr int kLeastWidth = 640, kLeastHeight = 360;

int first_length(double length, int least, double scale, int usable) {
  const double most = std::max(kShareOfDisplay * usable, length);
  return std::max(1, static_cast<int>(std::lround(std::clamp(least * scale, length, most))));
}

// How much of a stretch lies in another one.
int shared(int from, int length, int other_from, int other_length) {
  return std::max(0,
                  std::min(from + length, other_from + other_length) - std::max(from, other_from));
}

double shared(const PixelRect& a, const PixelRect& b) {
  return static_cast<double>(shared(a.x, a.width, b.x, b.width)) *
         shared(a.y, a.height, b.y, b.height);
}

}  // namespace

Size first_window_size(Size picture, Size usable, double panel_scale) {
  const double width = std::max(picture.width, 1), height = std::max(picture.height, 1);
  const double factor = std::min(
      {1.0, kShareOfDisplay * usable.width / width, kShareOfDisplay * usable.height / height});
  return {first_length(width * factor, kLeastWidth, panel_scale, usable.width),
          first_length(height * factor, kLeastHeight, panel_scale, usable.height)};
}

std::optional<PixelRect> display_of(PixelRect window, std::span<const PixelRect> displays) {
  std::optional<PixelRect> found;
  double most = 0;
  for (const PixelRect& display : displays) {
    const double seen = shared(window, display);
    if (seen <= most) continue;
    most = seen;
    found = display;
  }
  return found;
}

PixelRect moved_onto(PixelRect window, PixelRect display) {
  window.width = std::min(window.width, display.width);
  window.height = std::min(window.height, display.height);
  window.x = std::clamp(window.x, display.x, display.x + display.width - window.width);
  window.y = std::clamp(window.y, display.y, display.y + display.height - window.height);
  return window;
}

}  // namespace framelane
