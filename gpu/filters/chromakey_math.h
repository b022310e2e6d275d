#pragma once
#include <cmath>

#include "gpu/filters/pass_work.h"
#include "gpu/filters/sample_math.h"

// vf_chromakey, shared by both devices: the mean distance of the chroma of the 3 x 3 pixels around
// one. Outside the picture its edge goes on (FFmpeg has whatever it read last there).
namespace framelane {

FRAMELANE_BOTH inline float key_distance(const ChromakeyWork& work, float u, float v) {
  const float du = u - work.u, dv = v - work.v;
  return sqrtf(du * du + dv * dv);
}

// Code of alpha for a sum of nine distances.
FRAMELANE_BOTH inline float key_alpha(const ChromakeyWork& work, float sum, float top) {
  const float over = sum * work.per_code - work.similarity;
  const float hard = over > 0 ? top : 0;
  return work.per_blend > 0 ? clamped(over * work.per_blend, 1) * top - work.cut : hard;
}

FRAMELANE_BOTH inline bool keeps_codes(const ChromakeyWork& work, int c) {
  return work.gain[c] == 1 && work.offset[c] == 0;
}

}  // namespace framelane
