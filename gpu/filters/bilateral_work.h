#pragma once
#include <cstdint>

namespace framelane {

inline constexpr int kMaxBilateralRadius = 49;

// The mean of a window of (2 radius + 1) squared samples, borders repeated. A sample at distance d
// that differs by D codes weighs 2^(spread d^2 - (scale D)^2).
struct BilateralWork {
  std::uint8_t components = 7;  // the others pass unchanged
  int radius = 1;
  float scale = 1;
  float spread = -1;
};

}  // namespace framelane
