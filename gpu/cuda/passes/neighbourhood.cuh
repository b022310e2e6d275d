#pragma once
#include "gpu/cuda/passes/layouts.cuh"
#include "gpu/cuda/passes/tiles.cuh"

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
  const TilePlace tile = tiles.place(out);
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  return {tile.c, tile.left + kStripColumns * lane, tile.top + kStripRows<kRadius> * warp,
          tile.width, tile.height};
}

// Components that pass unchanged. A component the input lacks is written opaque.
template <int kRadius, Lay In, Lay Out>
__device__ void copy_strip(const ImageView& in, const ImageView& out, const StripPlace& place) {
  const auto top_code = static_cast<float>(in.max_code);
  const int last = min(place.y + kStripRows<kRadius>, place.height);
  if (place.x >= place.width) return;
  for (int y = place.y; y < last; ++y) {
    float row[kStripColumns] = {top_code, top_code, top_code, top_code};
    if (in.data[place.c] != nullptr) load_samples<In>(in, place.c, place.x, y, place.width, row);
    store_samples<Out>(out, place.c, place.x, y, place.width, row);
  }
}

template <Lay L>
__device__ float one_sample(const ImageView& in, int c, int x, int y) {
  if constexpr (L == Lay::bytes) {
    return byte_of(static_cast<unsigned>(sample_at(in, c, x, y)[0]), 0);
  } else {
    return load_code(in, c, x, y);
  }
}

// Columns on one side of a thread's that no other thread's samples are for.
template <Lay L, int kRadius>
struct Beside {
  bool left, right;
  int column[kRadius];

  template <typename Edge>
  __device__ Beside(const StripPlace& place, Edge edge) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    left = lane == 0;
    // With a known layout the row ends where a thread's columns do, and never in lane 0.
    right = lane == 31 || (L != Lay::any && place.x + kStripColumns >= place.width);
#pragma unroll
    for (int i = 0; i < kRadius; ++i) {
      const int x = place.x + i + (left ? -kRadius : kStripColumns);
      column[i] = edge.across(min(x, place.width - 1 + kRadius), place.width);
    }
  }
};

// Samples x - kRadius .. x + 3 + kRadius of the row that `y` stands for. The whole warp calls it.
template <Lay L, int kRadius, typename Edge>
__device__ void load_strip(const ImageView& in, const StripPlace& place, int y, Edge edge,
                           const Beside<L, kRadius>& beside,
                           float (&row)[kStripColumns + 2 * kRadius]) {
  constexpr unsigned kAll = 0xffffffffU;
  const int c = place.c, x = place.x;
  const int from = edge.down(y, place.height);
  float own[kStripColumns];
  // Threads beyond the end take samples that nobody uses.
  if (L != Lay::any || x + kStripColumns <= place.width) {
    load_samples<L>(in, c, min(x, max(place.width - kStripColumns, 0)), from, place.width, own);
  } else {
#pragma unroll
    for (int i = 0; i < kStripColumns; ++i)
      own[i] = one_sample<L>(in, c, edge.across(min(x + i, place.width - 1 + kRadius), place.width),
                             from);
  }
  float side[kRadius] = {};
  if (beside.left || beside.right) {
#pragma unroll
    for (int i = 0; i < kRadius; ++i)
      side[i] = one_sample<L>(in, c, beside.column[i], from);
  }
#pragma unroll
  for (int i = 0; i < kStripColumns; ++i)
    row[kRadius + i] = own[i];
#pragma unroll
  for (int i = 0; i < kRadius; ++i) {
    const float left = __shfl_up_sync(kAll, own[kStripColumns - kRadius + i], 1);
    const float right = __shfl_down_sync(kAll, own[i], 1);
    row[i] = beside.left ? side[i] : left;
    row[kRadius + kStripColumns + i] = beside.right ? side[i] : right;
  }
}

// value(n): the result of one neighbourhood, row by row. kRadius at most 4.
template <int kRadius, Lay In, Lay Out, typename Edge, typename Value>
__device__ void walk_strip(const ImageView& in, const ImageView& out, const StripPlace& place,
                           Edge edge, Value value) {
  constexpr int kSide = 2 * kRadius + 1;
  float window[kSide][kStripColumns + 2 * kRadius];
  if (place.y >= place.height) return;  // a whole warp
  const Beside<In, kRadius> beside(place, edge);
#pragma unroll
  for (int r = 0; r + 1 < kSide; ++r)
    load_strip<In>(in, place, place.y - kRadius + r, edge, beside, window[r]);
#pragma unroll 1
  for (int first = 0; first < kStripRows<kRadius>; first += kSide)
#pragma unroll
    for (int k = 0; k < kSide; ++k) {
      const int y = place.y + first + k;
      if (y >= place.height) return;
      load_strip<In>(in, place, y + kRadius, edge, beside, window[(k + kSide - 1) % kSide]);
      float result[kStripColumns];
#pragma unroll
      for (int i = 0; i < kStripColumns; ++i) {
        float n[kSide * kSide];
#pragma unroll
        for (int j = 0; j < kSide * kSide; ++j)
          n[j] = window[(k + j / kSide) % kSide][i + j % kSide];
        result[i] = value(n);
      }
      if (place.x < place.width) store_samples<Out>(out, place.c, place.x, y, place.width, result);
    }
}

}  // namespace framelane
