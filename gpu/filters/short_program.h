#pragma once
#include <cstdint>
#include <optional>
#include <type_traits>

#include "gpu/filters/pass_work.h"

namespace framelane {

// One step of a short point program. Between steps values are parts of a unit (what a clamped step
// ends at), so that each clamp is to 0 .. 1, which a GPU does without an instruction of its own.
struct ShortStep {
  // Formulas in short_math.h. Steps that read tables take places along them, from 0 to 1, which the
  // linear step before has clamped.
  enum class Kind : std::uint8_t {
    scale,      // v[c] = m[c][c] * v[c] + m[c][3]
    matrix,     // v = m * (v, 1)
    gamma,      // m[c] = gain, offset, exponent, weight; a, b: scale and bias of the result
    lattice,    // of halves, by tetrahedra, in 1024ths of a cell; a: scale of a clamped result
    curve,      // rows of `size` lines; a: scale of the values they are made of
    ramp,       // lines of curve_lines.h made `size` - 1 of the same width, of places a * v + b
    lines,      // of curve_lines.h, at a * v + b; m[0][0]: where they are a power of v, the
                // exponent, and m[0][1] their value at 1
    luma_mix,   // m[0] = shares of the luma, a: its scale
    peak_gain,  // a: scale of the largest; b, m[0][0]: the least and the highest place
    other,      // ShortProgram::other, in code units
  };
  Kind kind = Kind::scale;
  bool clamp = false;           // to 0 .. 1 afterwards
  std::uint8_t components = 7;  // bit c: gamma changes component c
  std::int8_t table = -1;       // which of the pass's
  std::int16_t size = 0;        // entries along one axis
  std::int16_t lines = 0;       // that a block keeps near, from line `near` on
  std::int16_t near = 0, shift = 0;
  int first = 0;   // as LinePlaces::first
  int origin = 0;  // line that bits of 0 would have: a constant would be added for each value
  float a = 1, b = 0;
  float m[3][4] = {};

  [[nodiscard]] FRAMELANE_BOTH constexpr bool linear() const { return kind <= Kind::matrix; }
  [[nodiscard]] FRAMELANE_BOTH constexpr bool mixes_none() const {
    return kind == Kind::scale || kind == Kind::gamma;
  }
};

inline constexpr int kMaxShortSteps = 8;
// Of 2^23 as a float.
inline constexpr std::uint32_t kFloorBits = 0x4B000000;

// A point program of a 4:2:0 picture that becomes another one, or R G B A. Plain data for kernels.
struct ShortProgram {
  ShortStep steps[kMaxShortSteps];
  int count = 0;
  // Luma is never mixed with chroma: each keeps its own resolution. Else steps 0 .. spread - 1 mix
  // nothing, step `spread` is linear and makes whole pixels, and the last one is linear.
  bool split = false;
  int spread = 0;
  int lines = 0;                       // of all steps, kept near
  int lattice = -1, lattice_size = 0;  // the one lattice's table, and its entries along an axis
  int other = -1;       // the one operation of the plain program that is taken as it is
  float highest = 255;  // code stored for 1
};
static_assert(std::is_trivially_copyable_v<ShortProgram> && sizeof(ShortProgram) < 700);

// The program for codes up to in_max and out_max; nothing where it has steps that are not among
// ShortStep's or too many. `whole`: what it reads are codes, else numbers that may lie outside of
// them as well. Results differ from the plain program's by last bits of floats, and a lattice's by
// places rounded to 1024ths of a cell: by at most a code of 8 bits in few samples.
[[nodiscard]] std::optional<ShortProgram> short_program(const PointWork& work, int in_max,
                                                        int out_max, bool whole = true);

}  // namespace framelane
