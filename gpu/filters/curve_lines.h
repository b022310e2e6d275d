#pragma once
#include <bit>
#include <cstdint>
#include <functional>

#include "gpu/image_view.h"
#include "gpu/pass_memory.h"

// Functions as straight lines, shared by both devices: which line holds a value is told by the top
// bits of its float, so that each octave has as many lines; a value costs two loads side by side
// and no power.
namespace framelane {

struct alignas(8) CurveLine {
  float at_zero, slope;
};

// Where a value's line lies: a table's line 0 holds values whose bits >> shift are `first`, and all
// below. Thread-safety: a value.
struct LinePlaces {
  float low = 0, high = 1;  // values beyond count as these; low is not negative
  int shift = 0, first = 0;
  friend bool operator==(const LinePlaces&, const LinePlaces&) = default;
};

FRAMELANE_BOTH inline std::uint32_t bits_of(float value) {
#ifdef __CUDA_ARCH__
  return __float_as_uint(value);
#else
  return std::bit_cast<std::uint32_t>(value);
#endif
}

FRAMELANE_BOTH inline int line_of(const LinePlaces& places, float value) {
  const int line = static_cast<int>(bits_of(value) >> places.shift) - places.first;
  return line > 0 ? line : 0;
}

FRAMELANE_BOTH inline float on_lines(const CurveLine* lines, const LinePlaces& places,
                                     float value) {
  const float above = value > places.low ? value : places.low;
  const float inside = above < places.high ? above : places.high;
  const CurveLine line = lines[line_of(places, inside)];
  return line.at_zero + line.slope * inside;
}

FRAMELANE_BOTH inline int line_count(const LinePlaces& places) {
  return line_of(places, places.high) + 1;
}

struct CurveLines {
  LinePlaces places;
  PassTableRef table;
};
// Lines between points of `curve`, 2^per_octave of them in each octave from `least` to `high`, and
// one from `low` to `least`. A power p is off by p (p - 1) / 8 * 4^-per_octave of its value at
// most. Results are kept within +-limit.
[[nodiscard]] CurveLines lines_of(const std::function<double(double)>& curve, float low,
                                  float least, float high, int per_octave, double limit = 1e8);

}  // namespace framelane
