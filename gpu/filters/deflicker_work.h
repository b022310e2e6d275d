#pragma once
#include <cstdint>

namespace framelane {

// Scales the first component so that its mean goes the way that the mean over the picture and
// those after it does. State: the sums of the window's pictures; scratch: the factor.
struct DeflickerWork {
  enum class Mean : std::uint8_t {
    arithmetic,
    geometric,
    harmonic,
    quadratic,
    cubic,
    power,
    median
  };
  int size = 5;  // pictures
  Mean mean = Mean::arithmetic;
};

}  // namespace framelane
