#pragma once
#include "gpu/filters/fields_math.h"

namespace framelane {

FRAMELANE_BOTH inline FieldLines yadif_lines(int y, int height, bool check) {
  const int above = y > 0 ? -1 : 1, below = y + 1 < height ? 1 : -1;
  FieldLines lines;
  lines.up = nearest_inside(y + above, height);
  lines.down = nearest_inside(y + below, height);
  lines.up2 = nearest_inside(y + 2 * above, height);
  lines.down2 = nearest_inside(y + 2 * below, height);
  lines.up3 = lines.up4 = lines.up;  // not used
  lines.down3 = lines.down4 = lines.down;
  lines.check = check && y != 1 && y + 2 != height;
  return lines;
}

// The code at a sample. A T of several lanes has a form of its own, of as many samples from there
// on.
template <typename T>
struct CodesAt {
  template <typename S>
  FRAMELANE_BOTH static T read(const S* sample) {
    return static_cast<T>(*sample);
  }
};

// How unlike the lines are along the direction that leans by j samples.
template <typename T, typename S>
FRAMELANE_BOTH inline T unlike(const S* up, const S* down, int j) {
  const T left = apart(CodesAt<T>::read(up + j - 1), CodesAt<T>::read(down - j - 1));
  const T here = apart(CodesAt<T>::read(up + j), CodesAt<T>::read(down - j));
  const T right = apart(CodesAt<T>::read(up + j + 1), CodesAt<T>::read(down - j + 1));
  return static_cast<T>(left + here + right);
}

template <typename T, typename S>
FRAMELANE_BOTH inline T along(const S* up, const S* down, int j) {
  return mean_of(CodesAt<T>::read(up + j), CodesAt<T>::read(down - j));
}

template <typename T>
struct EdgeGuess {
  T value, score;
};

// Leans by one sample where the lines are more alike then, and there by two where that is better.
template <typename T, typename S>
FRAMELANE_BOTH inline EdgeGuess<T> leaning(EdgeGuess<T> best, const S* up, const S* down,
                                           int side) {
  const T one = unlike<T>(up, down, side), two = unlike<T>(up, down, 2 * side);
  const T next = one < best.score ? two : best.score;
  best.value = one < best.score ? along<T>(up, down, side) : best.value;
  best.score = least_of(one, best.score);
  best.value = next < best.score ? along<T>(up, down, 2 * side) : best.value;
  best.score = least_of(next, best.score);
  return best;
}

// yadif's guess within one field: the mean along the direction in which the lines are most alike.
// Reads three samples to both sides.
template <typename T, typename S>
FRAMELANE_BOTH inline T along_edge(const S* up, const S* down) {
  const EdgeGuess<T> upright{along<T>(up, down, 0), static_cast<T>(unlike<T>(up, down, 0) - 1)};
  return leaning<T>(leaning<T>(upright, up, down, -1), up, down, 1).value;
}

template <typename T>
FRAMELANE_BOTH inline T yadif_sample(T guess, const FieldTaps<T>& taps, bool check) {
  const FieldMotion<T> motion = motion_of(taps);
  return held_to(guess, motion.middle, check ? checked_range(taps, motion) : motion.range);
}

}  // namespace framelane
