#include <algorithm>

#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/passes/tiles.cuh"

namespace framelane {
namespace {

constexpr int kTile = kScaleTile, kThreads = 256, kWarps = kThreads / 32;
constexpr int kPitch = kTile + 1;  // odd: lanes along either axis meet no bank twice
constexpr std::size_t kShared = 48 * 1024;

// The tables of both axes, in device memory.
struct Tables {
  ScaleTaps across[2], down[2];
};

struct Place {
  int c, part, left, top;
};

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

__device__ float finished(const ScaleWork& work, const ImageView& in, float sum) {
  return work.clamp ? clamped(sum, static_cast<float>(in.max_code)) : sum;
}

// Room in shared memory for a launch: the same for every component.
struct Room {
  int columns, rows;  // inputs of a tile
  int source_pitch;
  bool staged;  // the inputs fit as well; else columns are summed straight from the picture
  [[nodiscard]] __host__ __device__ int middle() const { return columns * kPitch; }
  [[nodiscard]] __host__ __device__ int source() const { return staged ? rows * source_pitch : 0; }
  [[nodiscard]] __host__ __device__ int result() const { return kTile * kPitch; }
};

// Inputs from an aligned column on, so that whole words are read; beyond the picture its last
// samples, which have no weight.
__device__ void load_source(const ImageView& in, int c, int left, int top, const Room& room,
                            float* source) {
  const int width = in.component_width(c), height = in.component_height(c);
  const int across = room.source_pitch / 4;
  for (int i = static_cast<int>(threadIdx.x); i < across * room.rows; i += kThreads) {
    const int x = i % across * 4, y = i / across;
    float v[4];
    load4(in, c, nearest_inside(left + x, width), nearest_inside(top + y, height), width, v);
    for (int j = 0; j < 4; ++j)
      source[y * room.source_pitch + x + j] = v[j];
  }
}

// One column of inputs summed down to one output row. The weights of four rows come at once.
__device__ float sum_staged(const float* weights, int taps, const float* column, int pitch) {
  float sum = 0;
  for (int k = 0; k < taps; k += 4, column += 4 * pitch) {
    const float4 w = *reinterpret_cast<const float4*>(weights + k);
    sum += w.x * column[0];
    sum += w.y * column[pitch];
    sum += w.z * column[2 * pitch];
    sum += w.w * column[3 * pitch];
  }
  return sum;
}

template <typename Value>
__device__ __forceinline__ float sum_down(const float* weights, int used, Value value) {
  float sum = 0;
  for (int k = 0; k < used; ++k)
    sum += weights[k] * value(k);
  return sum;
}

__device__ float sum_across(const float* weights, int taps, const float* column) {
  Sums sums;
  for (int k = 0; k < taps; k += 4)
    sums.add(*reinterpret_cast<const float4*>(weights + k), column[k * kPitch],
             column[(k + 1) * kPitch], column[(k + 2) * kPitch], column[(k + 3) * kPitch]);
  return sums.total();
}

__global__ void __launch_bounds__(kThreads)
    scale_kernel(const __grid_constant__ ScaleWork work, const __grid_constant__ Tables tables,
                 const __grid_constant__ Room room, const __grid_constant__ Tiles tiles,
                 const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  extern __shared__ float shared[];
  int left = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  const int width = out.component_width(c), height = out.component_height(c);
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  float* const middle = shared;                  // by columns of inputs, rows of outputs
  float* const result = middle + room.middle();  // by rows of outputs
  float* const source = result + room.result();  // by rows of inputs
  const bool absent = in.data[c] == nullptr;
  if (!absent) {
    const int part = scale_part(in, c);
    const ScaleAxis &across = work.across[part], &down = work.down[part];
    const ScaleTaps ax = tables.across[part], dn = tables.down[part];
    const int from_x = ax.firsts[left], from_y = dn.firsts[top], aligned_x = from_x & ~3;
    const int in_width = in.component_width(c), in_height = in.component_height(c);
    if (room.staged) load_source(in, c, aligned_x, from_y, room, source);
    __syncthreads();
    const int last_x = min(left + kTile, width) - 1;
    const int columns = ax.firsts[last_x] + across.taps - from_x;
    for (int r = warp; r < kTile && top + r < height; r += kWarps) {
      const int first = dn.firsts[top + r];
      const float* weights = dn.weights + static_cast<std::int64_t>(top + r) * down.taps;
      for (int x = lane; x < columns; x += 32) {
        const float* near = source + (first - from_y) * room.source_pitch + from_x - aligned_x + x;
        const int column = nearest_inside(from_x + x, in_width);
        middle[x * kPitch + r] =
            room.staged ? sum_staged(weights, down.taps, near, room.source_pitch)
                        : sum_down(weights, down.used, [&](int k) {
                            return load_code(in, c, column, nearest_inside(first + k, in_height));
                          });
      }
    }
    __syncthreads();
    for (int x = warp; x < kTile && left + x < width; x += kWarps) {
      const float* weights = ax.weights + static_cast<std::int64_t>(left + x) * across.taps;
      const float* column = middle + (ax.firsts[left + x] - from_x) * kPitch + lane;
      result[lane * kPitch + x] = finished(work, in, sum_across(weights, across.taps, column));
    }
    __syncthreads();
  }
  const int x = static_cast<int>(threadIdx.x) % (kTile / 4) * 4;
  const int y = static_cast<int>(threadIdx.x) / (kTile / 4);
  if (left + x >= width || top + y >= height) return;
  float v[4];
  for (int i = 0; i < 4; ++i)
    v[i] = absent ? static_cast<float>(in.max_code) : result[y * kPitch + x + i];
  store4(out, c, left + x, top + y, width, v);
}

// Sums too wide for a tile: straight from the picture, one axis at a time (see the filter's plan).
__global__ void __launch_bounds__(kThreads)
    wide_scale_kernel(const __grid_constant__ ScaleWork work, const __grid_constant__ Tables tables,
                      const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                      const __grid_constant__ ImageView out) {
  int left = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  const int x = left + static_cast<int>(threadIdx.x) % 32;
  const int y = top + static_cast<int>(threadIdx.x) / 32;
  if (x >= out.component_width(c) || y >= out.component_height(c)) return;
  if (in.data[c] == nullptr) return store_code(out, c, x, y, static_cast<float>(in.max_code));
  const int part = scale_part(in, c);
  const ScaleAxis &across = work.across[part], &down = work.down[part];
  const ScaleTaps ax = tables.across[part], dn = tables.down[part];
  const int in_width = in.component_width(c), in_height = in.component_height(c);
  const float* down_weights = dn.weights + static_cast<std::int64_t>(y) * down.taps;
  const float* weights = ax.weights + static_cast<std::int64_t>(x) * across.taps;
  Sums sums;
  for (int k = 0; k < across.taps; k += 4) {
    const float4 w = *reinterpret_cast<const float4*>(weights + k);
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int sx = nearest_inside(ax.firsts[x] + k + j, in_width);
      v[j] = sum_down(down_weights, down.used, [&](int i) {
        return load_code(in, c, sx, nearest_inside(dn.firsts[y] + i, in_height));
      });
    }
    sums.add(w, v[0], v[1], v[2], v[3]);
  }
  store_code(out, c, x, y, finished(work, in, sums.total()));
}

Tables tables_of(const ScaleWork& work, const CudaPassCall& call) {
  Tables tables{};
  for (int part = 0; part < (call.in[0].yuv ? 2 : 1); ++part) {
    tables.across[part] = taps_of(work.across[part], call.memory.tables[work.across[part].table]);
    tables.down[part] = taps_of(work.down[part], call.memory.tables[work.down[part].table]);
  }
  return tables;
}

}  // namespace

void launch(const ScaleWork& work, const CudaPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const Tables tables = tables_of(work, call);
  Room room{};
  room.columns = std::max(work.across[0].span, work.across[1].span);
  room.rows = std::max(work.down[0].span, work.down[1].span);
  room.source_pitch = (room.columns + 3 + 3) / 4 * 4;  // begins up to 3 samples early
  const auto bytes = [&] {
    return sizeof(float) * static_cast<std::size_t>(room.middle() + room.result() + room.source());
  };
  if (room.columns > kMaxScaleSpan) {
    const Tiles tiles(out, 32, kWarps);
    wide_scale_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tables, tiles, in, out);
    return;
  }
  room.staged = static_cast<std::size_t>(room.rows) * static_cast<std::size_t>(room.source_pitch) <
                kShared / sizeof(float);
  if (room.staged && bytes() > kShared) room.staged = false;
  const Tiles tiles(out, kTile, kTile);
  scale_kernel<<<tiles.count(), kThreads, bytes(), call.stream>>>(work, tables, room, tiles, in,
                                                                  out);
}

}  // namespace framelane
