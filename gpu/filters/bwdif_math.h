#pragma once
#include <cstdint>

#include "gpu/filters/fields_math.h"
#include "gpu/pass_memory.h"

namespace framelane {

// bwdif makes the very first and the very last field of a stream of two frames or more from
// nothing else.
FRAMELANE_BOTH inline bool field_is_alone(int output, const PassMemory& memory) {
  return output == 0 ? memory.before == 0 && memory.after > 0 : memory.after == 0;
}

// `guard`: bytes of a sample; FFmpeg's border begins that many lines away, or three times as many
// for a field that is `alone`.
FRAMELANE_BOTH inline FieldLines bwdif_lines(int y, int height, int guard, bool alone) {
  FieldLines lines;
  lines.up = nearest_inside(y >= guard ? y - 1 : y + 1, height);
  lines.down = nearest_inside(y + guard < height ? y + 1 : y - 1, height);
  lines.up2 = nearest_inside(y - 2, height);
  lines.down2 = nearest_inside(y + 2, height);
  lines.up3 = nearest_inside(y >= 3 * guard ? y - 3 : y + 1, height);
  lines.down3 = nearest_inside(y + 3 * guard < height ? y + 3 : y - 1, height);
  lines.up4 = nearest_inside(y - 4, height);
  lines.down4 = nearest_inside(y + 4, height);
  lines.check = y >= 2 && y + 3 <= height;
  lines.wide = y >= 4 && y + 5 <= height;
  if (lines.wide && !alone) {
    lines.up3 = y - 3;
    lines.down3 = nearest_inside(y + 3, height);
  }
  return lines;
}

// Weights of bwdif, of BBC R&D's PH-2071 (low and high frequencies) and for one field alone, in
// 8192ths.
template <typename T>
struct BwdifSums {
  T near;       // up + down
  T far;        // up3 + down3
  T own;        // before + after
  T two, four;  // of both, two and four lines away
};

template <typename T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, T, std::int32_t>;

template <typename W>
FRAMELANE_BOTH inline W shifted_down(W value, int bits) {
  if constexpr (std::is_floating_point_v<W>) {
    return value * (W{1} / static_cast<W>(1 << bits));
  } else {
    return value >> bits;
  }
}

template <typename T>
FRAMELANE_BOTH inline T bwdif_within_field(T near, T far) {
  using W = Wide<T>;
  return static_cast<T>(shifted_down<W>(W{5077} * W{near} - W{981} * W{far}, 13));
}

template <typename T>
FRAMELANE_BOTH inline T bwdif_between_fields(const BwdifSums<T>& s) {
  using W = Wide<T>;
  const W high = W{5570} * W{s.own} - W{3801} * W{s.two} + W{1016} * W{s.four};
  const W low = W{4309} * W{s.near} - W{213} * W{s.far};
  return static_cast<T>(shifted_down<W>(shifted_down<W>(high, 2) + low, 13));
}

template <typename T>
FRAMELANE_BOTH inline T limited(T value, T limit) {
  return least_of(most_of(value, T{0}), limit);
}

// `wide`: the sums count; else the guess is the mean of the lines next to it.
template <typename T>
FRAMELANE_BOTH [[gnu::always_inline]] inline T bwdif_sample(const FieldTaps<T>& taps,
                                                            const BwdifSums<T>& sums, bool check,
                                                            bool wide, T limit) {
  const FieldMotion<T> m = motion_of(taps);
  const T range = check ? checked_range(taps, m) : m.range;
  T guess = half_of(sums.near);
  if (wide)
    guess = apart(taps.up, taps.down) > m.moved ? bwdif_between_fields(sums)
                                                : bwdif_within_field(sums.near, sums.far);
  return m.range == 0 ? m.middle : limited(held_to(guess, m.middle, range), limit);
}

}  // namespace framelane
