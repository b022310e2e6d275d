#pragma once
#include "gpu/cuda/passes/single.cuh"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/scale_work.h"

// The steps of scaling a tile: its inputs into shared memory, sums down their columns, then sums
// across those.
namespace framelane {

constexpr int kTile = kScaleTile, kThreads = 256, kWarps = kThreads / 32;
constexpr int kRowsOfWarp = kTile / kWarps;  // of outputs
constexpr std::size_t kShared = 48 * 1024;

// The tables of both axes, in device memory.
struct ScaleTables {
  ScaleTaps across[2], down[2];
};

__device__ inline float finished(const ScaleWork& work, const ImageView& out, float sum) {
  return work.clamp ? clamped(sum, static_cast<float>(out.max_code)) : sum;
}

// Room in shared memory for a launch: the same for every component. Taps: how many every output
// has, where the kernel is compiled for them and for kPitch; 0: whatever the tables say.
constexpr int kPitch = 80;

template <int Taps>
struct ScaleRoom {
  int rows;        // inputs of a tile
  int wide_pitch;  // a multiple of 4
  bool loaded;     // the inputs fit as well; else columns are summed straight from the picture

  [[nodiscard]] __host__ __device__ int pitch() const { return Taps > 0 ? kPitch : wide_pitch; }
  [[nodiscard]] __host__ __device__ bool staged() const { return Taps > 0 || loaded; }
  // Even columns of a row of sums lie apart from the odd ones, half a turn of the banks away: lanes
  // that read every column or every second one meet no bank twice.
  [[nodiscard]] __host__ __device__ int half() const { return (pitch() / 2 + 15) / 32 * 32 + 16; }
  [[nodiscard]] __host__ __device__ int middle() const { return kTile * 2 * half(); }
  [[nodiscard]] __host__ __device__ int source() const { return staged() ? rows * pitch() : 0; }
  // Of four columns each, that hold so many columns at least.
  [[nodiscard]] static __device__ int groups(int columns) {
    return Taps > 0 ? kPitch / 4 : (columns + 3) / 4;
  }
  [[nodiscard]] __device__ int column(int x) const { return x % 2 * half() + x / 2; }
  [[nodiscard]] static __device__ int taps(const ScaleAxis& axis) {
    return Taps > 0 ? Taps : axis.taps;
  }
};

// What a block reads and makes of a component. Columns count from aligned_x on, so that whole words
// are read.
struct ScalePart {
  TilePlace place;
  ScaleAxis across, down;
  ScaleTaps ax, dn;
  int aligned_x, from_y;
  int columns;  // of inputs

  __device__ ScalePart(const ScaleWork& work, const ScaleTables& tables, const ImageView& in,
                       const TilePlace& at)
      : place(at) {
    const int part = scale_part(in, at.c);
    across = work.across[part], down = work.down[part];
    ax = tables.across[part], dn = tables.down[part];
    aligned_x = ax.firsts[at.left] & ~3;
    from_y = dn.firsts[at.top];
    columns = ax.firsts[min(at.left + kTile, at.width) - 1] + across.taps - aligned_x;
  }
  // Of an output; of the last one beyond it.
  __device__ int row(int y) const { return min(place.top + y, place.height - 1); }
};

// Beyond the picture its last samples, which have no weight.
template <Lay In, int Taps>
__device__ void load_source(const ImageView& in, const ScalePart& part, const ScaleRoom<Taps>& room,
                            float* source) {
  const int c = part.place.c, width = in.component_width(c), height = in.component_height(c);
  const int across = room.groups(part.columns), at_once = kThreads / across;
  const int thread = static_cast<int>(threadIdx.x);
  const int x = thread % across * 4, first = thread / across;
  const int from = min(part.aligned_x + x, (width - 1) & ~3);
  if (first >= at_once) return;
#pragma unroll 4
  for (int y = first; y < room.rows; y += at_once) {
    float v[4];
    load_samples<In, 4>(in, c, from, min(part.from_y + y, height - 1), width, v);
    *reinterpret_cast<float4*>(source + y * room.pitch() + x) = make_float4(v[0], v[1], v[2], v[3]);
  }
}

// Fused only where a kernel is compiled for the taps, for bytes: elsewhere a last bit may be a
// whole step of halves.
template <int Taps>
__device__ __forceinline__ float product_added(float weight, float v, float sum) {
  return Taps > 0 ? plus_product(weight, v, sum) : sum + weight * v;
}

template <int Taps>
__device__ __forceinline__ void add_four(float4& sum, float weight, float4 v) {
  sum.x = product_added<Taps>(weight, v.x, sum.x);
  sum.y = product_added<Taps>(weight, v.y, sum.y);
  sum.z = product_added<Taps>(weight, v.z, sum.z);
  sum.w = product_added<Taps>(weight, v.w, sum.w);
}

__device__ __forceinline__ float4 four_at(const float* at) {
  return *reinterpret_cast<const float4*>(at);
}

// Four columns of inputs summed down to one output row.
template <int Taps>
__device__ __forceinline__ float4 sum_staged(const float* weights, int taps, const float* column,
                                             int pitch) {
  float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll(Taps > 0 ? Taps / 4 : 1)
  for (int k = 0; k < taps; k += 4) {
    const float4 w = four_at(weights + k);
    const float* at = column + k * pitch;
    add_four<Taps>(sum, w.x, four_at(at));
    add_four<Taps>(sum, w.y, four_at(at + pitch));
    add_four<Taps>(sum, w.z, four_at(at + 2 * pitch));
    add_four<Taps>(sum, w.w, four_at(at + 3 * pitch));
  }
  return sum;
}

// To two output rows, the second one's inputs kStep rows below the first one's.
constexpr int kStep = 2;

template <int Taps>
__device__ __forceinline__ void sum_two(const float* weights, const float* column,
                                        float4 (&sums)[2]) {
  float w[2][Taps];
#pragma unroll
  for (int k = 0; k < 2 * Taps; k += 4) {
    const float4 four = four_at(weights + k);
    float* const into = &w[k / Taps][k % Taps];
    into[0] = four.x, into[1] = four.y, into[2] = four.z, into[3] = four.w;
  }
  sums[0] = sums[1] = make_float4(0, 0, 0, 0);
#pragma unroll
  for (int k = 0; k < Taps + kStep; ++k) {
    const float4 v = four_at(column + k * kPitch);
    if (k < Taps) add_four<Taps>(sums[0], w[0][k], v);
    if (k >= kStep) add_four<Taps>(sums[1], w[1][k - kStep], v);
  }
}

template <typename Value>
__device__ __forceinline__ float sum_down(const float* weights, int used, Value value) {
  float sum = 0;
  for (int k = 0; k < used; ++k)
    sum = product_added<0>(weights[k], value(k), sum);
  return sum;
}

template <int Taps>
__device__ __forceinline__ void keep_sums(const ScaleRoom<Taps>& room, int x, int y, float4 sum,
                                          float* middle) {
  float* const into = middle + y * 2 * room.half() + x / 2;
  *reinterpret_cast<float2*>(into) = make_float2(sum.x, sum.z);
  *reinterpret_cast<float2*>(into + room.half()) = make_float2(sum.y, sum.w);
}

// Four columns and two rows at a time.
template <int Taps>
__device__ void sum_columns(const ScalePart& part, const ScaleRoom<Taps>& room, const float* source,
                            float* middle) {
  const int across = room.groups(part.columns), taps = room.taps(part.down);
  for (int i = static_cast<int>(threadIdx.x); i < across * (kTile / 2); i += kThreads) {
    const int x = i % across * 4, y = i / across * 2;
    const int one = part.row(y), other = part.row(y + 1);
    const float *weights = part.dn.weights + one * taps,
                *next_weights = part.dn.weights + other * taps;
    const int first = part.dn.firsts[one], next = part.dn.firsts[other];
    const float* const near = source + (first - part.from_y) * room.pitch() + x;
    float4 sums[2];
    bool done = false;
    if constexpr (Taps > 0) {
      done = next - first == kStep;
      if (done) sum_two<Taps>(weights, near, sums);
    }
    if (!done) {
      const float* const far = near + (next - first) * room.pitch();
      sums[0] = sum_staged<Taps>(weights, taps, near, room.pitch());
      sums[1] = sum_staged<Taps>(next_weights, taps, far, room.pitch());
    }
    keep_sums(room, x, y, sums[0], middle);
    keep_sums(room, x, y + 1, sums[1], middle);
  }
}

template <int Taps>
__device__ inline void sum_columns_of(const ImageView& in, const ScalePart& part,
                                      const ScaleRoom<Taps>& room, float* middle) {
  const int c = part.place.c, width = in.component_width(c), height = in.component_height(c);
  for (int y = static_cast<int>(threadIdx.x) / 32; y < kTile; y += kWarps) {
    const int row = part.row(y), first = part.dn.firsts[row];
    const float* weights = part.dn.weights + row * part.down.taps;
    for (int x = static_cast<int>(threadIdx.x) % 32; x < part.columns; x += 32) {
      const int column = min(part.aligned_x + x, width - 1);
      middle[y * 2 * room.half() + room.column(x)] = sum_down(weights, part.down.used, [&](int k) {
        return load_code(in, c, column, min(first + k, height - 1));
      });
    }
  }
}

// Taps 0, 4, 8 ... summed apart from 1, 5, 9 ...: the host's order.
struct Sums {
  float sum[4] = {0, 0, 0, 0};
  __device__ void add(float4 w, float a, float b, float c, float d) {
    sum[0] += w.x * a;
    sum[1] += w.y * b;
    sum[2] += w.z * c;
    sum[3] += w.w * d;
  }
  __device__ float total() const { return (sum[0] + sum[1]) + (sum[2] + sum[3]); }
};

// A column of outputs a lane, kRowsOfWarp rows of them.
template <int Taps>
__device__ void sum_across(const ScalePart& part, const ScaleRoom<Taps>& room, const float* middle,
                           float (&sums)[kRowsOfWarp]) {
  const int x = min(part.place.left + static_cast<int>(threadIdx.x) % 32, part.place.width - 1);
  const int y = static_cast<int>(threadIdx.x) / 32 * kRowsOfWarp, pitch = 2 * room.half();
  const int column = part.ax.firsts[x] - part.aligned_x, taps = room.taps(part.across);
  const float *one = middle + y * pitch + room.column(column),
              *other = middle + y * pitch + room.column(column + 1);
  const float* weights = part.ax.weights + x * taps;
  if constexpr (Taps > 0) {
#pragma unroll
    for (int k = 0; k < taps; k += 4) {
      const float4 w = four_at(weights + k);
#pragma unroll
      for (int i = 0; i < kRowsOfWarp; ++i) {
        const int at = i * pitch + k / 2;
        sums[i] = plus_product(w.x, one[at], sums[i]);
        sums[i] = plus_product(w.y, other[at], sums[i]);
        sums[i] = plus_product(w.z, one[at + 1], sums[i]);
        sums[i] = plus_product(w.w, other[at + 1], sums[i]);
      }
    }
  } else {
    Sums apart[kRowsOfWarp];
    for (int k = 0; k < taps; k += 4) {
      const float4 w = four_at(weights + k);
#pragma unroll
      for (int i = 0; i < kRowsOfWarp; ++i) {
        const int at = i * pitch + k / 2;
        apart[i].add(w, one[at], other[at], one[at + 1], other[at + 1]);
      }
    }
#pragma unroll
    for (int i = 0; i < kRowsOfWarp; ++i)
      sums[i] = apart[i].total();
  }
}

template <Lay Out>
__device__ void store_tile(const ScaleWork& work, const ImageView& out, const TilePlace& place,
                           const float (&sums)[kRowsOfWarp]) {
  const int x = place.left + static_cast<int>(threadIdx.x) % 32;
  const int y = place.top + static_cast<int>(threadIdx.x) / 32 * kRowsOfWarp;
  if (x >= place.width) return;
#pragma unroll
  for (int i = 0; i < kRowsOfWarp; ++i)
    if (y + i < place.height) store_one<Out>(out, place.c, x, y + i, finished(work, out, sums[i]));
}

}  // namespace framelane
