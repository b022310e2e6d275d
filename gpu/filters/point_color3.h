#pragma once
#include "gpu/image_view.h"

// A pixel's colour, for point operations of both devices.
namespace framelane {

FRAMELANE_BOTH inline float lower(float a, float b) {
  return a < b ? a : b;
}
FRAMELANE_BOTH inline float higher(float a, float b) {
  return a > b ? a : b;
}

struct Color3 {
  float r, g, b;
  [[nodiscard]] FRAMELANE_BOTH float highest() const { return higher(higher(r, g), b); }
  [[nodiscard]] FRAMELANE_BOTH float lowest() const { return lower(lower(r, g), b); }
};

struct Row4 {
  float a, b, c, d;
  FRAMELANE_BOTH explicit Row4(const float (&m)[4]) : a(m[0]), b(m[1]), c(m[2]), d(m[3]) {}
  [[nodiscard]] FRAMELANE_BOTH float dot(const Color3& v, float fourth) const {
    return a * v.r + b * v.g + c * v.b + d * fourth;
  }
};

}  // namespace framelane
