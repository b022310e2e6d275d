#include <algorithm>

#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/passes/tiles.cuh"

namespace framelane {
namespace {

constexpr int kTileWidth = 64, kTileHeight = 32, kThreads = 256;
constexpr int kRun = 4;  // outputs a thread computes from one walk along the taps
constexpr int kMaxTaps = 2 * kMaxTileRadius + 1;
constexpr int kOutPitch = kTileWidth + 1;

// Odd, so that threads walking along neighbouring rows meet no bank twice.
__host__ __device__ int odd_pitch(int width) {
  return width | 1;
}

// The taps in order with kRun - 1 zeros on both sides.
struct Taps {
  float weight[kMaxTaps + 2 * (kRun - 1)];
};

__device__ void expand(const TileKernel& kernel, Taps& taps) {
  const int count = 2 * kernel.radius + 1;
  for (int i = static_cast<int>(threadIdx.x); i < count + 2 * (kRun - 1); i += kThreads) {
    const int k = i - (kRun - 1) - kernel.radius;
    const int distance = k < 0 ? -k : k;
    taps.weight[i] = distance <= kernel.radius ? kernel.weight[distance] : 0;
  }
}

// kRun neighbouring results along `stride`; each sums its taps in order.
__device__ void convolve(const float* from, int stride, const Taps& taps, int radius,
                         float (&sums)[kRun]) {
  float w[kRun] = {};
  for (float& sum : sums)
    sum = 0;
  for (int k = 0; k < 2 * radius + kRun; ++k) {
    const float value = from[k * stride];
    for (int j = kRun - 1; j > 0; --j)
      w[j] = w[j - 1];
    w[0] = taps.weight[k + kRun - 1];
    for (int j = 0; j < kRun; ++j)
      sums[j] += w[j] * value;
  }
}

struct Tile {
  int c, left, top;
  int width, height;  // of the component
};

__device__ void load_tile(const ImageView& in, const Tile& tile, int rx, int ry, float* into) {
  const int columns = kTileWidth + 2 * rx, rows = kTileHeight + 2 * ry;
  const int pitch = odd_pitch(columns);
  for (int y = static_cast<int>(threadIdx.x) / 32; y < rows; y += kThreads / 32) {
    const int sy = nearest_inside(tile.top - ry + y, tile.height);
    for (int x = static_cast<int>(threadIdx.x) % 32; x < columns; x += 32) {
      const int sx = nearest_inside(tile.left - rx + x, tile.width);
      into[y * pitch + x] = load_code(in, tile.c, sx, sy);
    }
  }
}

__device__ void blur_down(const float* from, float* into, int columns, const Taps& taps,
                          int radius) {
  const int pitch = odd_pitch(columns);
  for (int i = static_cast<int>(threadIdx.x); i < columns * (kTileHeight / kRun); i += kThreads) {
    const int x = i % columns, y = i / columns * kRun;
    float sums[kRun];
    convolve(from + y * pitch + x, pitch, taps, radius, sums);
    for (int j = 0; j < kRun; ++j)
      into[(y + j) * pitch + x] = sums[j];
  }
}

__device__ void blur_across(const float* from, float* into, int columns, const Taps& taps,
                            int radius) {
  const int pitch = odd_pitch(columns);
  for (int i = static_cast<int>(threadIdx.x); i < kTileHeight * (kTileWidth / kRun);
       i += kThreads) {
    const int y = i % kTileHeight, x = i / kTileHeight * kRun;
    float sums[kRun];
    convolve(from + y * pitch + x, 1, taps, radius, sums);
    for (int j = 0; j < kRun; ++j)
      into[y * kOutPitch + x + j] = sums[j];
  }
}

// Calls value(x, y, i) for the tile's samples inside the component, i counting within the tile.
template <typename Value>
__device__ void store_tile(const ImageView& out, const Tile& tile, Value value) {
  for (int y = static_cast<int>(threadIdx.x) / 32; y < kTileHeight; y += kThreads / 32) {
    if (tile.top + y >= tile.height) return;
    for (int x = static_cast<int>(threadIdx.x) % 32; x < kTileWidth; x += 32)
      if (tile.left + x < tile.width)
        store_code(out, tile.c, tile.left + x, tile.top + y,
                   value(tile.left + x, tile.top + y, y * kOutPitch + x));
  }
}

__global__ void __launch_bounds__(kThreads)
    separable_kernel(const __grid_constant__ SeparableWork work,
                     const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                     const __grid_constant__ ImageView out) {
  extern __shared__ float shared[];
  __shared__ Taps across, down;
  Tile tile;
  tile.c = tiles.locate(static_cast<int>(blockIdx.x), tile.left, tile.top);
  tile.width = out.component_width(tile.c);
  tile.height = out.component_height(tile.c);
  const SeparableComponent& part = work.components[tile.c];
  if (part.copy || in.data[tile.c] == nullptr) {
    store_tile(out, tile, [&](int x, int y, int) { return load_or_top(in, tile.c, x, y); });
    return;
  }
  const int columns = kTileWidth + 2 * part.x.radius;
  float* const source = shared;
  float* const middle = shared + odd_pitch(columns) * (kTileHeight + 2 * part.y.radius);
  expand(part.x, across);
  expand(part.y, down);
  load_tile(in, tile, part.x.radius, part.y.radius, source);
  __syncthreads();
  blur_down(source, middle, columns, down, part.y.radius);
  __syncthreads();
  blur_across(middle, source, columns, across, part.x.radius);  // the source is done with
  __syncthreads();
  const auto limit = static_cast<float>(in.max_code);
  store_tile(out, tile, [&](int x, int y, int i) {
    return part.sharpen ? sharpened(load_code(in, tile.c, x, y), source[i], part.amount, limit)
                        : source[i];
  });
}

std::size_t shared_bytes(const SeparableWork& work) {
  std::size_t most = 0;
  for (const SeparableComponent& part : work.components) {
    const int rows = kTileHeight + 2 * part.y.radius + kTileHeight;
    const int samples = odd_pitch(kTileWidth + 2 * part.x.radius) * rows;
    most = std::max(most, static_cast<std::size_t>(samples) * sizeof(float));
  }
  return most;
}

// A Gaussian too wide for a tile: one axis, straight from the picture.
__device__ void fill_weights(const WideBlurWork& work, float* weights) {
  const float spread = -0.5F / (work.sigma * work.sigma);
  for (int k = static_cast<int>(threadIdx.x); k <= work.radius; k += kThreads) {
    const auto distance = static_cast<float>(k);
    weights[k] = expf(spread * distance * distance) * work.norm;
  }
}

__device__ float wide_sum(const WideBlurWork& work, const ImageView& in, int c, int x, int y,
                          const float* weights) {
  const int width = in.component_width(c), height = in.component_height(c);
  float sum = 0;
  for (int k = -work.radius; k <= work.radius; ++k) {
    const int sx = work.vertical ? x : nearest_inside(x + k, width);
    const int sy = work.vertical ? nearest_inside(y + k, height) : y;
    sum += weights[k < 0 ? -k : k] * load_code(in, c, sx, sy);
  }
  return sum;
}

__global__ void __launch_bounds__(kThreads)
    wide_kernel(const __grid_constant__ WideBlurWork work, const __grid_constant__ Tiles tiles,
                const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  extern __shared__ float weights[];
  fill_weights(work, weights);
  __syncthreads();
  int left = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  const int x = left + static_cast<int>(threadIdx.x) % 32;
  const int y = top + static_cast<int>(threadIdx.x) / 32;
  if (x >= out.component_width(c) || y >= out.component_height(c)) return;
  const bool selected = (work.components >> c & 1) != 0 && in.data[c] != nullptr;
  store_code(out, c, x, y,
             selected ? wide_sum(work, in, c, x, y, weights) : load_or_top(in, c, x, y));
}

}  // namespace

void launch(const SeparableWork& work, const CudaPassCall& call) {
  const Tiles tiles(call.out[0], kTileWidth, kTileHeight);
  separable_kernel<<<tiles.count(), kThreads, shared_bytes(work), call.stream>>>(
      work, tiles, call.in[0], call.out[0]);
}

void launch(const WideBlurWork& work, const CudaPassCall& call) {
  const Tiles tiles(call.out[0], 32, kThreads / 32);
  const std::size_t bytes = (static_cast<std::size_t>(work.radius) + 1) * sizeof(float);
  wide_kernel<<<tiles.count(), kThreads, bytes, call.stream>>>(work, tiles, call.in[0],
                                                               call.out[0]);
}

}  // namespace framelane
