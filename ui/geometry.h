#pragma once

namespace framelane {

struct Size {
  int width = 0, height = 0;  // pixels
  friend bool operator==(const Size&, const Size&) = default;
};

// A rectangle of whole device pixels, y down from the top.
struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;
  friend bool operator==(const PixelRect&, const PixelRect&) = default;
};

// A rectangle in logical pixels, y down from the top.
struct Rect {
  float x = 0, y = 0, w = 0, h = 0;
  [[nodiscard]] float right() const { return x + w; }
  [[nodiscard]] float bottom() const { return y + h; }
  [[nodiscard]] bool contains(float px, float py) const {
    return px >= x && px < x + w && py >= y && py < y + h;
  }
  [[nodiscard]] bool meets(const Rect& other) const {
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
  }
  friend bool operator==(const Rect&, const Rect&) = default;
};

}  // namespace framelane
