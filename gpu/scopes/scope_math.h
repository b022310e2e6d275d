#pragma once
#include "gpu/filters/sample_math.h"
#include "gpu/scopes/scope_work.h"

// The formulas of the scopes, shared by both devices.
namespace framelane {

// The bin that row `m` of a work makes of a pixel's codes; what lies outside is counted at the
// ends.
FRAMELANE_BOTH inline int scope_bin(const float (&m)[4], float a, float b, float c) {
  return static_cast<int>(clamped(m[0] * a + m[1] * b + m[2] * c + m[3], kScopeBins - 1));
}

FRAMELANE_BOTH inline int scope_count(int size, int step) {
  return (size + step - 1) / step;
}

// The first pixel of a waveform's column; column `columns` begins behind the last pixel.
FRAMELANE_BOTH inline int column_start(int column, int columns, int width) {
  return static_cast<int>((static_cast<long long>(column) * width + columns - 1) / columns);
}
FRAMELANE_BOTH inline int column_of(int x, int columns, int width) {
  return static_cast<int>(static_cast<long long>(x) * columns / width);
}

}  // namespace framelane
