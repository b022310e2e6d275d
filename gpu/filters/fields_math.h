#pragma once
#include <type_traits>

#include "gpu/filters/fields_work.h"
#include "gpu/filters/sample_math.h"

// What vf_yadif and vf_bwdif do with single samples, shared by both devices; see also yadif_math.h
// and bwdif_math.h. T is a signed type that holds three times the highest code: integers, which
// give FFmpeg's results bit for bit, or floats for samples between codes, which are halved without
// cutting off.
namespace framelane {

// Which lines of the pictures a missing line is made of. Beyond the border lines are mirrored.
struct FieldLines {
  int up = 0, down = 0;    // next to it, of the field at hand
  int up2 = 0, down2 = 0;  // of the fields before and after it
  int up3 = 0, down3 = 0;  // of the field at hand; bwdif
  int up4 = 0, down4 = 0;  // of the fields before and after it; bwdif
  bool check = true;       // up2 and down2 count
  bool wide = false;       // bwdif: all of them count
};

// Whether an output takes the line as it is: it belongs to the field that the output keeps.
FRAMELANE_BOTH inline bool keeps_line(const FieldsWork& work, int output, int y) {
  const int kept = work.top_first == (output == 0) ? 0 : 1;
  return (y & 1) == kept;
}

template <typename T>
FRAMELANE_BOTH inline T half_of(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return value * T{0.5};
  } else {
    return static_cast<T>(value >> 1);
  }
}
template <typename T>
FRAMELANE_BOTH inline T least_of(T a, T b) {
  return a < b ? a : b;
}
template <typename T>
FRAMELANE_BOTH inline T most_of(T a, T b) {
  return a > b ? a : b;
}
template <typename T>
FRAMELANE_BOTH inline T apart(T a, T b) {
  return static_cast<T>(most_of(a, b) - least_of(a, b));
}
template <typename T>
FRAMELANE_BOTH inline T mean_of(T a, T b) {
  return half_of(static_cast<T>(a + b));
}

// The samples around a missing one. before, after: of its own line, one field earlier and later.
template <typename T>
struct FieldTaps {
  T up, down, before, after;
  T prev_up, prev_down, next_up, next_down;  // a whole picture earlier and later
  T before_up2, before_down2, after_up2, after_down2;
};

// What the pictures around say of a missing sample: within `range` of `middle`.
template <typename T>
struct FieldMotion {
  T middle, moved, range;
};

template <typename T>
FRAMELANE_BOTH inline FieldMotion<T> motion_of(const FieldTaps<T>& t) {
  FieldMotion<T> m;
  m.middle = mean_of(t.before, t.after);
  m.moved = apart(t.before, t.after);
  const T past = mean_of(apart(t.prev_up, t.up), apart(t.prev_down, t.down));
  const T future = mean_of(apart(t.next_up, t.up), apart(t.next_down, t.down));
  m.range = most_of(half_of(m.moved), most_of(past, future));
  return m;
}

template <typename T>
FRAMELANE_BOTH inline T checked_range(const FieldTaps<T>& t, const FieldMotion<T>& m) {
  const T above = static_cast<T>(mean_of(t.before_up2, t.after_up2) - t.up);
  const T below = static_cast<T>(mean_of(t.before_down2, t.after_down2) - t.down);
  const T to_up = static_cast<T>(m.middle - t.up), to_down = static_cast<T>(m.middle - t.down);
  const T highest = most_of(most_of(to_down, to_up), least_of(above, below));
  const T lowest = least_of(least_of(to_down, to_up), most_of(above, below));
  return most_of(most_of(m.range, lowest), static_cast<T>(-highest));
}

template <typename T>
FRAMELANE_BOTH inline T held_to(T value, T middle, T range) {
  const T top = static_cast<T>(middle + range), bottom = static_cast<T>(middle - range);
  return least_of(most_of(value, bottom), top);
}

}  // namespace framelane
