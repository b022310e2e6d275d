#pragma once
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/cuda/passes/vectors.cuh"

namespace framelane {

// Small neighbourhoods without shared memory: a thread takes four columns, a warp 128, and walks
// down a few rows with the rows of the neighbourhood in registers. Samples of the neighbouring
// columns come from the neighbouring threads.

inline constexpr int kStripColumns = 4, kStripWarps = 8, kStripThreads = 32 * kStripWarps;
inline constexpr int kStripWidth = 32 * kStripColumns;

// Rows a warp walks: a multiple of the window's, so that each row keeps its registers.
template <int kRadius>
inline constexpr int kStripRows = kRadius == 1 ? 9 : 2 * (2 * kRadius + 1);

template <int kRadius>
Tiles strip_tiles(const ImageView& out) {
  return {out, kStripWidth, kStripWarps * kStripRows<kRadius>};
}

// Where a thread begins. x: of the first of its columns; y: of its warp's first row.
struct StripPlace {
  int c, x, y, width, height;
};

template <int kRadius>
__device__ StripPlace strip_place(const Tiles& tiles, const ImageView& out) {
  StripPlace place;
  int left = 0, top = 0;
  place.c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  place.x = left + kStripColumns * (static_cast<int>(threadIdx.x) % 32);
  place.y = top + kStripRows<kRadius> * (static_cast<int>(threadIdx.x) / 32);
  place.width = out.component_width(place.c);
  place.height = out.component_height(place.c);
  return place;
}

// Components that pass unchanged. A component the input lacks is written opaque.
template <int kRadius>
__device__ void copy_strip(const ImageView& in, const ImageView& out, const StripPlace& place) {
  const auto top_code = static_cast<float>(in.max_code);
  const int last = min(place.y + kStripRows<kRadius>, place.height);
  if (place.x >= place.width) return;
  for (int y = place.y; y < last; ++y) {
    float row[kStripColumns] = {top_code, top_code, top_code, top_code};
    if (in.data[place.c] != nullptr) load_samples(in, place.c, place.x, y, place.width, row);
    store_samples(out, place.c, place.x, y, place.width, row);
  }
}

// Samples x - kRadius .. x + 3 + kRadius of the row that `y` stands for. The whole warp calls it.
template <int kRadius, typename Edge>
__device__ void load_strip(const ImageView& in, const StripPlace& place, int y, Edge edge,
                           float (&row)[kStripColumns + 2 * kRadius]) {
  constexpr unsigned kAll = 0xffffffffU;
  const int lane = static_cast<int>(threadIdx.x) % 32, c = place.c, x = place.x;
  const int from = edge.down(y, place.height);
  // Threads far beyond the end take a sample that nobody uses.
  const auto outside = [&](int i) {
    return load_code(in, c, edge.across(min(i, place.width - 1 + kRadius), place.width), from);
  };
  float own[kStripColumns];
  if (x + kStripColumns <= place.width) {
    load_samples(in, c, x, from, place.width, own);
  } else {
#pragma unroll
    for (int i = 0; i < kStripColumns; ++i)
      own[i] = outside(x + i);
  }
#pragma unroll
  for (int i = 0; i < kStripColumns; ++i)
    row[kRadius + i] = own[i];
#pragma unroll
  for (int i = 0; i < kRadius; ++i) {
    row[i] = __shfl_up_sync(kAll, own[kStripColumns - kRadius + i], 1);
    row[kRadius + kStripColumns + i] = __shfl_down_sync(kAll, own[i], 1);
  }
  if (lane == 0) {
#pragma unroll
    for (int i = 0; i < kRadius; ++i)
      row[i] = outside(x - kRadius + i);
  }
  if (lane == 31) {
#pragma unroll
    for (int i = 0; i < kRadius; ++i)
      row[kRadius + kStripColumns + i] = outside(x + kStripColumns + i);
  }
}

// value(n): the result of one neighbourhood, row by row. kRadius at most 4.
template <int kRadius, typename Edge, typename Value>
__device__ void walk_strip(const ImageView& in, const ImageView& out, const StripPlace& place,
                           Edge edge, Value value) {
  constexpr int kSide = 2 * kRadius + 1;
  float window[kSide][kStripColumns + 2 * kRadius];
  if (place.y >= place.height) return;  // a whole warp
#pragma unroll
  for (int r = 0; r + 1 < kSide; ++r)
    load_strip<kRadius>(in, place, place.y - kRadius + r, edge, window[r]);
#pragma unroll 1
  for (int first = 0; first < kStripRows<kRadius>; first += kSide)
#pragma unroll
    for (int k = 0; k < kSide; ++k) {
      const int y = place.y + first + k;
      if (y >= place.height) return;
      load_strip<kRadius>(in, place, y + kRadius, edge, window[(k + kSide - 1) % kSide]);
      float result[kStripColumns];
#pragma unroll
      for (int i = 0; i < kStripColumns; ++i) {
        float n[kSide * kSide];
#pragma unroll
        for (int j = 0; j < kSide * kSide; ++j)
          n[j] = window[(k + j / kSide) % kSide][i + j % kSide];
        result[i] = value(n);
      }
      if (place.x < place.width) store_samples(out, place.c, place.x, y, place.width, result);
    }
}

}  // namespace framelane
