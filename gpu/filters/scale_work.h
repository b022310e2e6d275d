#pragma once
#include <cstddef>
#include <cstdint>

#include "gpu/image_view.h"

namespace framelane {

// Outputs that share a tile along one axis (the CUDA pass's).
inline constexpr int kScaleTile = 32;

// How the outputs along one axis are made: each is a weighted sum of `taps` neighbouring inputs.
// Its table holds count * taps weights, then count first inputs (int), then, where `shorts`, the
// weights again as integers (std::int16_t). Weights beyond `used` are 0.
struct ScaleAxis {
  int table = 0;  // which of the pass's
  int count = 0;  // outputs
  int taps = 4;   // a multiple of 4
  int used = 1;
  int span = 0;  // inputs that a tile of kScaleTile outputs reads at most
  bool resized = false;
  bool shorts = false;
};

// An output's integer weights sum to 1 << kShortWeightBits exactly, so that flat areas stay flat;
// their magnitudes to less than twice that; at most kMostShortTaps are used.
inline constexpr int kShortWeightBits = 14;
inline constexpr int kMostShortTaps = 32;

// Resizes every component: down first, then across, without rounding between.
struct ScaleWork {
  ScaleAxis across[2], down[2];  // [1]: of chroma
  bool clamp = true;             // false: the other axis follows
};

// A tile's inputs along a row that the CUDA pass has room for.
inline constexpr int kMaxScaleSpan = 320;

struct ScaleTaps {
  const float* weights;
  const int* firsts;
};

FRAMELANE_BOTH inline ScaleTaps taps_of(const ScaleAxis& axis, const std::byte* table) {
  const auto* weights = reinterpret_cast<const float*>(table);
  const std::size_t count = static_cast<std::size_t>(axis.count);
  return {weights,
          reinterpret_cast<const int*>(weights + count * static_cast<std::size_t>(axis.taps))};
}

inline const std::int16_t* short_weights_of(const ScaleAxis& axis, const std::byte* table) {
  return reinterpret_cast<const std::int16_t*>(taps_of(axis, table).firsts + axis.count);
}

FRAMELANE_BOTH inline int scale_part(const ImageView& view, int c) {
  return view.yuv && (c == 1 || c == 2) ? 1 : 0;
}

}  // namespace framelane
