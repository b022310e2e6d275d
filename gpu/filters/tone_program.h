#pragma once
#include <cstdint>
#include <optional>

#include "gpu/filters/short_program.h"

namespace framelane {

// A short program that brings light into a display's range, its steps in their usual order and its
// numbers as a kernel wants them. Light is told as parts of the most that the tone curve tells
// apart, so that clamping to it is clamping to 0 .. 1. Plain data for kernels.
struct ToneProgram {
  // Of codes times 2^-24, which is what their bits stand for as halves: no conversion is left.
  float spread[3][4] = {};
  ShortStep ramp, curve;  // whose lines are read, as ramp_line() and curve_line() make them
  float last_line = 0;    // of the ramp, at place 1
  float unit = 1;         // that the ramp's light is multiplied by
  float luma[3] = {};
  float fade_from = 1;              // luma above it takes colour away
  float least = 0, most_scale = 1;  // the curve's lowest place, and its highest one as it was
  int shift = 0;                    // of places' bits to lines,
  int origin = 0;                   // and the line that bits of 0 would have
  float matrix[3][3] = {};          // to places of the encoding
  float power = 1;                  // which is one
  float gather[3][4] = {};          // of sums of four pixels for chroma
  float highest = 255;
};
static_assert(std::is_trivially_copyable_v<ToneProgram> && sizeof(ToneProgram) < 500);

// Nothing where the program has other steps, or codes are not below 2^10, where halves are whole
// multiples of their least one.
[[nodiscard]] std::optional<ToneProgram> tone_program(const ShortProgram& program, int in_max);

}  // namespace framelane
