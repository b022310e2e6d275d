#pragma once
#include "gpu/filters/short_math.h"
#include "gpu/filters/tone_program.h"

// The formulas of ToneProgram, for the GPU's kernel and the tests that hold them against PointOp's.
namespace framelane {

// What a code below 2^10 stands for if its bits are a half's.
inline constexpr float kCodeAsHalf = 0x1p-24F;

// Lines of the two tables as they are read. Line i of the ramp is that at place_in_ramp().
FRAMELANE_BOTH inline CurveLine ramp_line(const ToneProgram& program, const CurveLine& found) {
  const CurveLine line = line_of_ramp(program.ramp, found);
  return {line.at_zero * program.unit, line.slope * program.unit};
}
FRAMELANE_BOTH inline CurveLine curve_line(const ToneProgram& program, const CurveLine& found) {
  return {found.at_zero, found.slope * program.most_scale};
}

// What chroma adds to component c of the pixels above it: to red Cr alone, to blue Cb alone.
FRAMELANE_BOTH inline float tone_added(const ToneProgram& program, int c, float u, float v) {
  const float* m = program.spread[c];
  if (c == 0) return plus_product(m[2], v, m[3]);
  const float added = plus_product(m[1], u, m[3]);
  return c == 2 ? added : plus_product(m[2], v, added);
}

// Light of a component. line(k) is line k of ramp_line()'s, counted from kFloorBits on.
template <typename Lines>
FRAMELANE_BOTH inline float tone_light(const ToneProgram& program, const Lines& line, int c,
                                       float luma, float added) {
  const float at = in_unit(plus_product(program.spread[c][0], luma, added));
  const CurveLine found = line(bits_of(floor_sum(at, program.last_line)));
  return plus_product(found.slope, at, found.at_zero);
}

// A pixel's light to what is shown of it, encoded. line(k) is line k of curve_line()'s, counted
// from `origin` on.
template <typename Lines>
FRAMELANE_BOTH inline void tone_pixel(const ToneProgram& program, const Lines& line, float& r,
                                      float& g, float& b) {
  const float* w = program.luma;
  const float luma = plus_product(w[0], r, plus_product(w[1], g, w[2] * b));
  const float most = larger(luma, program.fade_from);
  const float kept = program.fade_from * reciprocal(most), added = most - program.fade_from;
  const float peak = in_unit(plus_product(larger(larger(r, g), b), kept, added));
  const float at = larger(peak, program.least);
  const CurveLine found = line(bits_of(at) >> program.shift);
  const float gain = plus_product(found.slope, at, found.at_zero);
  const float share = kept * gain, gray = added * gain;
  const float x = plus_product(r, share, gray), y = plus_product(g, share, gray),
              z = plus_product(b, share, gray);
  const auto encoded = [&](int c) {
    const float* m = program.matrix[c];
    return power(in_unit(plus_product(m[0], x, plus_product(m[1], y, m[2] * z))), program.power);
  };
  r = encoded(0);
  g = encoded(1);
  b = encoded(2);
}

// Component c of what is stored: of a pixel, or of four pixels' sums for chroma.
FRAMELANE_BOTH inline float tone_stored(const ToneProgram& program, int c, float r, float g,
                                        float b) {
  const float* m = program.gather[c];
  return in_unit(plus_product(m[0], r, plus_product(m[1], g, plus_product(m[2], b, m[3]))));
}

}  // namespace framelane
