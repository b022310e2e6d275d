#pragma once
#include <cstdint>

#include "gpu/filters/hqdn3d_work.h"
#include "gpu/filters/sample_math.h"

// vf_hqdn3d on single samples, shared by both devices: numbers of 16 bits, whatever the depth.
namespace framelane {

// How codes become 16-bit numbers and differences become places in a table.
struct Hqdn3dScale {
  int shift;        // bits that a code is shifted up by
  int middle;       // added, so that a code stands in the middle of its numbers
  int table_shift;  // bits that a difference is shifted down by

  FRAMELANE_BOTH explicit Hqdn3dScale(int depth)
      : shift(16 - depth),
        middle(((1 << (16 - depth)) - 1) >> 1),
        table_shift(depth == 16 ? 0 : 4) {}
  // Entries of a table; a difference of 0 is at their half.
  [[nodiscard]] FRAMELANE_BOTH int entries() const { return 1 << (17 - table_shift); }

  [[nodiscard]] FRAMELANE_BOTH int number_of(int code) const { return (code << shift) + middle; }
  // Of a sample between codes.
  [[nodiscard]] FRAMELANE_BOTH int number_of(float code) const {
    const auto unit = static_cast<float>(1 << shift);
    const float limit = static_cast<float>((65536 >> shift) - 1) * unit;
    return static_cast<int>(round_even(clamped(code * unit, limit))) + middle;
  }
  // Rounds to the code that the number lies in.
  [[nodiscard]] FRAMELANE_BOTH float code_of(int number) const {
    const auto unit = static_cast<float>(1 << shift);
    return (static_cast<float>(number) - 0.5F * (unit - 1)) * (1 / unit);
  }
};

// At 12 and 14 bits the middle of an entry's differences can lie further out than the outermost
// codes: there results are held to 16 bits.
FRAMELANE_BOTH inline bool leaves_16_bits(int depth) {
  return depth >= 12 && depth < 16;
}

// `zero`: where the table has the difference 0.
template <bool Held>
FRAMELANE_BOTH inline int low_pass(int before, int here, const std::int16_t* zero,
                                   int table_shift) {
  const int passed = here + zero[(before - here) >> table_shift];
  if constexpr (!Held) return passed;
  return passed < 0 ? 0 : passed > 65535 ? 65535 : passed;
}

}  // namespace framelane
