#pragma once
#include "gpu/filters/deband_work.h"
#include "gpu/filters/sample_math.h"

namespace framelane {

// vf_deband: the mean of the references is cut off to a whole code.
struct DebandChoice {
  float mean;
  float excess;  // below 0: near enough to take the mean
};

FRAMELANE_BOTH inline DebandChoice debanded(float source, const float (&reference)[4],
                                            float threshold, bool blur) {
  const float mean =
      floor_of(((reference[0] + reference[1]) + (reference[2] + reference[3])) * 0.25F);
  if (blur) return {mean, fabsf(source - mean) - threshold};
  const float one = larger(fabsf(source - reference[0]), fabsf(source - reference[1]));
  const float other = larger(fabsf(source - reference[2]), fabsf(source - reference[3]));
  return {mean, larger(one, other) - threshold};
}

struct DebandSize {
  int width, height;
};

// What becomes of component c at (x, y); read(c, x, y) gives samples of the picture.
template <typename Read>
FRAMELANE_BOTH inline DebandChoice deband_choice(const DebandWork& work, int c, int x, int y,
                                                 DebandOffset offset, const DebandSize& size,
                                                 Read read) {
  const int left = nearest_inside(x - offset.x, size.width);
  const int right = nearest_inside(x + offset.x, size.width);
  const int up = nearest_inside(y - offset.y, size.height);
  const int down = nearest_inside(y + offset.y, size.height);
  const float reference[4] = {read(c, right, down), read(c, right, up), read(c, left, up),
                              read(c, left, down)};
  return debanded(read(c, x, y), reference, work.threshold[c], work.blur);
}

// The result at (x, y).
template <typename Read>
FRAMELANE_BOTH inline float deband_value(const DebandWork& work, int c, int x, int y,
                                         DebandOffset offset, const DebandSize& size, Read read) {
  const DebandChoice own = deband_choice(work, c, x, y, offset, size, read);
  float excess = own.excess;
  for (int other = 0; work.coupled && excess < 0 && other < 4; ++other)
    if (other != c && (work.components >> other & 1) != 0)
      excess = deband_choice(work, other, x, y, offset, size, read).excess;
  return excess < 0 ? own.mean : read(c, x, y);
}

}  // namespace framelane
