#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/quads.cuh"
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/weight_math.h"

namespace framelane {
namespace {

// A thread makes kRun results of a column, so that a sample read from the tile serves several.
constexpr int kTileWidth = 64, kTileHeight = 32, kThreads = 256, kRun = 8;
static_assert(kThreads * kRun == kTileWidth * kTileHeight);
constexpr int kLargestSmall = 6;  // radii with a kernel of their own
constexpr int kChunk = 16;        // rows of a larger window in the tile at a time

struct Place : TilePlace {
  int column, first;  // of the thread within the tile: its column and the first of its rows
};

__device__ Place place_of(const Tiles& tiles, const ImageView& out) {
  const int warp = static_cast<int>(threadIdx.x) / 32;
  return {tiles.place(out), warp % 2 * 32 + static_cast<int>(threadIdx.x) % 32, warp / 2 * kRun};
}

// Calls body(x, y, k) for the thread's results inside the component.
template <typename Body>
__device__ void each_result(const Place& place, Body body) {
  const int x = place.left + place.column;
  if (x >= place.width) return;
#pragma unroll
  for (int k = 0; k < kRun; ++k)
    if (place.top + place.first + k < place.height) body(x, place.top + place.first + k, k);
}

// `rows` rows from `top` on of samples left - margin .. left + kTileWidth + margin - 1; margin is a
// multiple of 4.
__device__ void load_rows(const ImageView& in, const Place& place, int top, int rows, int margin,
                          float scale, float* tile) {
  const int quads = (kTileWidth + 2 * margin) / 4;
  for (int i = static_cast<int>(threadIdx.x); i < rows * quads; i += kThreads) {
    const int y = i / quads, x = i % quads * 4;
    float v[4];
    load4_repeated(in, place.c, place.left - margin + x, nearest_inside(top + y, place.height),
                   place.width, v);
    *reinterpret_cast<float4*>(tile + y * 4 * quads + x) =
        make_float4(v[0] * scale, v[1] * scale, v[2] * scale, v[3] * scale);
  }
}

struct Sums {
  float centre[kRun], sum[kRun], weight[kRun];

  // The tap `value` of result k; distance: its exponent by distance alone.
  __device__ void add(int k, float value, float distance) {
    const float difference = value - centre[k];
    const float share = weight_of(fmaf(-difference, difference, distance));
    sum[k] = fmaf(share, value, sum[k]);
    weight[k] += share;
  }
};

// Exponents by distance of a small window, for each distance across and down.
template <int R>
struct Distances {
  float exponent[R + 1][R + 1];
};

// The taps of one column of the window. at: the thread's column of the tile in that place.
template <int R, bool kMiddle>
__device__ void add_column(Sums& sums, const float* at, int pitch, const float (&exponent)[R + 1]) {
#pragma unroll
  for (int j = 0; j < kRun + 2 * R; ++j) {
    const float value = at[j * pitch];
#pragma unroll
    for (int k = 0; k < kRun; ++k) {
      const int down = j - R - k;
      if (down < -R || down > R || (kMiddle && down == 0)) continue;
      sums.add(k, value, exponent[down < 0 ? -down : down]);
    }
  }
}

template <int R>
__global__ void __launch_bounds__(kThreads)
    small_kernel(const __grid_constant__ BilateralWork work,
                 const __grid_constant__ Distances<R> distances,
                 const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                 const __grid_constant__ ImageView out) {
  constexpr int kMargin = (R + 3) / 4 * 4, kPitch = kTileWidth + 2 * kMargin;
  __shared__ __align__(16) float tile[(kTileHeight + 2 * R) * kPitch];
  const Place place = place_of(tiles, out);
  if ((work.components >> place.c & 1) == 0 || in.data[place.c] == nullptr) {
    each_result(place, [&](int x, int y, int) {
      store_code(out, place.c, x, y, load_or_top(in, place.c, x, y));
    });
    return;
  }
  load_rows(in, place, place.top - R, kTileHeight + 2 * R, kMargin, work.scale, tile);
  __syncthreads();
  const float* at = tile + place.first * kPitch + kMargin + place.column;
  Sums sums;
#pragma unroll
  for (int k = 0; k < kRun; ++k) {
    sums.centre[k] = sums.sum[k] = at[(R + k) * kPitch];
    sums.weight[k] = 1;
  }
  add_column<R, true>(sums, at, kPitch, distances.exponent[0]);
#pragma unroll 1
  for (int i = 1; i <= R; ++i) {
    add_column<R, false>(sums, at - i, kPitch, distances.exponent[i]);
    add_column<R, false>(sums, at + i, kPitch, distances.exponent[i]);
  }
  const float unit = 1.0F / work.scale;
  each_result(place, [&](int x, int y, int k) {
    store_code(out, place.c, x, y, sums.sum[k] / sums.weight[k] * unit);
  });
}

// Any radius: kChunk rows of the window after the other. The centre's own tap is added with the
// others; its weight is exactly 1.
__device__ void add_chunk(Sums& sums, const BilateralWork& work, const float* at, int pitch,
                          int down) {
#pragma unroll 1
  for (int i = -work.radius; i <= work.radius; ++i) {
    float exponent[kChunk];
#pragma unroll
    for (int j = 0; j < kChunk; ++j) {
      const int y = down + j;
      exponent[j] = y > work.radius ? -1e30F : work.spread * static_cast<float>(i * i + y * y);
    }
#pragma unroll
    for (int j = 0; j < kRun + kChunk - 1; ++j) {
      const float value = at[j * pitch + i];
#pragma unroll
      for (int k = 0; k < kRun; ++k)
        if (j - k >= 0 && j - k < kChunk) sums.add(k, value, exponent[j - k]);
    }
  }
}

__global__ void __launch_bounds__(kThreads)
    large_kernel(const __grid_constant__ BilateralWork work, const __grid_constant__ Tiles tiles,
                 const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  constexpr int kMostMargin = (kMaxBilateralRadius + 3) / 4 * 4, kRows = kTileHeight + kChunk - 1;
  __shared__ __align__(16) float tile[kRows * (kTileWidth + 2 * kMostMargin)];
  const Place place = place_of(tiles, out);
  if ((work.components >> place.c & 1) == 0 || in.data[place.c] == nullptr) {
    each_result(place, [&](int x, int y, int) {
      store_code(out, place.c, x, y, load_or_top(in, place.c, x, y));
    });
    return;
  }
  const int margin = (work.radius + 3) / 4 * 4, pitch = kTileWidth + 2 * margin;
  Sums sums = {};
#pragma unroll
  for (int k = 0; k < kRun; ++k)
    sums.centre[k] =
        work.scale * load_code(in, place.c, nearest_inside(place.left + place.column, place.width),
                               nearest_inside(place.top + place.first + k, place.height));
  for (int down = -work.radius; down <= work.radius; down += kChunk) {
    __syncthreads();
    load_rows(in, place, place.top + down, kRows, margin, work.scale, tile);
    __syncthreads();
    add_chunk(sums, work, tile + place.first * pitch + margin + place.column, pitch, down);
  }
  const float unit = 1.0F / work.scale;
  each_result(place, [&](int x, int y, int k) {
    store_code(out, place.c, x, y, sums.sum[k] / sums.weight[k] * unit);
  });
}

template <int R>
void launch_small(const BilateralWork& work, const CudaPassCall& call) {
  Distances<R> distances;
  for (int i = 0; i <= R; ++i)
    for (int j = 0; j <= R; ++j)
      distances.exponent[i][j] = work.spread * static_cast<float>(i * i + j * j);
  const Tiles tiles(call.out[0], kTileWidth, kTileHeight);
  small_kernel<R><<<tiles.count(), kThreads, 0, call.stream>>>(work, distances, tiles, call.in[0],
                                                               call.out[0]);
}

template <int R>
void launch_from(const BilateralWork& work, const CudaPassCall& call) {
  if (work.radius == R) return launch_small<R>(work, call);
  if constexpr (R < kLargestSmall) {
    launch_from<R + 1>(work, call);
  } else {
    const Tiles tiles(call.out[0], kTileWidth, kTileHeight);
    large_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, call.in[0], call.out[0]);
  }
}

}  // namespace

void launch(const BilateralWork& work, const CudaPassCall& call) {
  launch_from<1>(work, call);
}

}  // namespace framelane
