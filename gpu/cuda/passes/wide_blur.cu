#include <cmath>

#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/wide_bands.cuh"

// A Gaussian too wide for the separable pass's tile: one axis.
namespace framelane {
namespace {

constexpr int kThreads = 256;
constexpr int kRun = 8;         // results a thread makes from one walk along the taps
constexpr int kMaxStaged = 56;  // radii whose tile fits 48 KiB
constexpr int kDownWidth = 64, kDownHeight = 64, kAcrossWidth = 128, kAcrossHeight = 32;

__device__ bool computes(const WideBlurWork& work, const ImageView& in, int c) {
  return (work.components >> c & 1) != 0 && in.data[c] != nullptr;
}

// Components that pass unchanged. One the input lacks is written opaque.
__device__ void copy_tile(const ImageView& in, const ImageView& out, const TilePlace& tile,
                          int tile_width, int tile_height) {
  const auto top = static_cast<float>(in.max_code);
  const int across = tile_width / 4;
  for (int i = static_cast<int>(threadIdx.x); i < across * tile_height; i += kThreads) {
    const int x = tile.left + 4 * (i % across), y = tile.top + i / across;
    if (x >= tile.width || y >= tile.height) continue;
    float row[4] = {top, top, top, top};
    if (in.data[tile.c] != nullptr) load_samples(in, tile.c, x, y, tile.width, row);
    store_samples(out, tile.c, x, y, tile.width, row);
  }
}

__device__ void fill_weights(const WideBlurWork& work, float* weights) {
  const float spread = -0.5F / (work.sigma * work.sigma);
  for (int k = static_cast<int>(threadIdx.x); k <= work.radius; k += kThreads) {
    const auto distance = static_cast<float>(k);
    weights[k] = expf(spread * distance * distance) * work.norm;
  }
}

// kRun neighbouring results along `stride`; at: the first one's sample. Each takes the centre
// first, then pairs outwards. Samples already read stay in registers: position p in slot p modulo
// kRun.
__device__ void convolve(const float* at, int stride, const float* weights, int radius,
                         float (&sums)[kRun]) {
  float before[kRun], after[kRun];
#pragma unroll
  for (int j = 0; j < kRun; ++j) {
    before[j] = after[j] = at[j * stride];
    sums[j] = weights[0] * before[j];
  }
#pragma unroll 1
  for (int first = 1; first <= radius; first += kRun)
#pragma unroll
    for (int i = 0; i < kRun; ++i) {
      const int k = first + i, turn = 1 + i;  // k modulo kRun
      if (k > radius) break;
      before[(2 * kRun - turn) % kRun] = at[-k * stride];
      after[(turn + kRun - 1) % kRun] = at[(k + kRun - 1) * stride];
      const float weight = weights[k];
#pragma unroll
      for (int j = 0; j < kRun; ++j)
        sums[j] += weight * (before[(j + 2 * kRun - turn) % kRun] + after[(j + turn) % kRun]);
    }
}

__global__ void __launch_bounds__(kThreads)
    wide_down_kernel(const __grid_constant__ WideBlurWork work, const __grid_constant__ Tiles tiles,
                     const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  extern __shared__ float4 shared[];
  __shared__ float weights[kMaxStaged + 1];
  const TilePlace tile = tiles.place(out);
  if (!computes(work, in, tile.c)) return copy_tile(in, out, tile, kDownWidth, kDownHeight);
  fill_weights(work, weights);
  constexpr int kGroups = kDownWidth / 4;
  const int rows = kDownHeight + 2 * work.radius;
  for (int i = static_cast<int>(threadIdx.x); i < kGroups * rows; i += kThreads) {
    const int x = tile.left + 4 * (i % kGroups);
    const int y = nearest_inside(tile.top - work.radius + i / kGroups, tile.height);
    float row[4];
    // Columns beyond the end only need to be numbers.
    load_samples(in, tile.c, min(x, tile.width - 1), y, tile.width, row);
    shared[i] = make_float4(row[0], row[1], row[2], row[3]);
  }
  __syncthreads();
  const float* const source = reinterpret_cast<const float*>(shared);
  const int x = static_cast<int>(threadIdx.x) % kDownWidth;
  if (tile.left + x >= tile.width) return;
  for (int y = static_cast<int>(threadIdx.x) / kDownWidth * kRun; y < kDownHeight;
       y += kThreads / kDownWidth * kRun) {
    if (tile.top + y >= tile.height) return;
    float sums[kRun];
    convolve(source + (y + work.radius) * kDownWidth + x, kDownWidth, weights, work.radius, sums);
#pragma unroll
    for (int j = 0; j < kRun; ++j)
      if (tile.top + y + j < tile.height)
        store_code(out, tile.c, tile.left + x, tile.top + y + j, sums[j]);
  }
}

// Lanes lie along the rows of the tile, whose odd pitch keeps them off each other's banks.
__device__ void load_rows(const WideBlurWork& work, const ImageView& in, const TilePlace& tile,
                          float* source, int margin, int pitch) {
  const int groups = (kAcrossWidth + 2 * margin) / 4;
  for (int i = static_cast<int>(threadIdx.x); i < groups * kAcrossHeight; i += kThreads) {
    const int column = 4 * (i % groups), x = tile.left - margin + column;
    const int y = min(tile.top + i / groups, tile.height - 1);
    float row[4];
    if (x >= 0 && x + 3 < tile.width) {
      load_samples(in, tile.c, x, y, tile.width, row);
    } else {
#pragma unroll
      for (int k = 0; k < 4; ++k)
        row[k] = load_code(in, tile.c, nearest_inside(x + k, tile.width), y);
    }
#pragma unroll
    for (int k = 0; k < 4; ++k)
      source[i / groups * pitch + column + k] = row[k];
  }
}

__global__ void __launch_bounds__(kThreads)
    wide_across_kernel(const __grid_constant__ WideBlurWork work,
                       const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                       const __grid_constant__ ImageView out) {
  extern __shared__ float4 shared[];
  __shared__ float weights[kMaxStaged + 1];
  const TilePlace tile = tiles.place(out);
  if (!computes(work, in, tile.c)) return copy_tile(in, out, tile, kAcrossWidth, kAcrossHeight);
  float* const source = reinterpret_cast<float*>(shared);
  const int margin = (work.radius + 3) / 4 * 4, pitch = kAcrossWidth + 2 * margin + 1;
  fill_weights(work, weights);
  load_rows(work, in, tile, source, margin, pitch);
  __syncthreads();
  constexpr int kRounds = kAcrossWidth * kAcrossHeight / kRun / kThreads;
  const int row = static_cast<int>(threadIdx.x) % kAcrossHeight;
  const int first = static_cast<int>(threadIdx.x) / kAcrossHeight * kRun;
  constexpr int kStep = kThreads / kAcrossHeight * kRun;
  float sums[kRounds][kRun];
#pragma unroll
  for (int r = 0; r < kRounds; ++r)
    convolve(source + row * pitch + margin + first + r * kStep, 1, weights, work.radius, sums[r]);
  __syncthreads();  // the source is done with
#pragma unroll
  for (int r = 0; r < kRounds; ++r)
#pragma unroll
    for (int j = 0; j < kRun; ++j)
      source[row * pitch + first + r * kStep + j] = sums[r][j];
  __syncthreads();
  const int column = 4 * (static_cast<int>(threadIdx.x) % 32), x = tile.left + column;
  for (int y = static_cast<int>(threadIdx.x) / 32; y < kAcrossHeight; y += kThreads / 32) {
    if (x >= tile.width || tile.top + y >= tile.height) return;
    const float* const at = source + y * pitch + column;
    const float results[4] = {at[0], at[1], at[2], at[3]};
    store_samples(out, tile.c, x, tile.top + y, tile.width, results);
  }
}

// Radii no tile holds: straight from the picture.
__device__ float wide_sum(const WideBlurWork& work, const ImageView& in, int c, int x, int y,
                          const float* weights) {
  const int width = in.component_width(c), height = in.component_height(c);
  const auto sample = [&](int k) {
    return load_code(in, c, work.vertical ? x : nearest_inside(x + k, width),
                     work.vertical ? nearest_inside(y + k, height) : y);
  };
  float sum = weights[0] * sample(0);
  for (int k = 1; k <= work.radius; ++k)
    sum += weights[k] * (sample(-k) + sample(k));
  return sum;
}

__global__ void __launch_bounds__(kThreads)
    any_wide_kernel(const __grid_constant__ WideBlurWork work, const __grid_constant__ Tiles tiles,
                    const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  extern __shared__ float weights[];
  fill_weights(work, weights);
  __syncthreads();
  const TilePlace tile = tiles.place(out);
  const int x = tile.left + static_cast<int>(threadIdx.x) % 32;
  const int y = tile.top + static_cast<int>(threadIdx.x) / 32;
  if (x >= tile.width || y >= tile.height) return;
  store_code(out, tile.c, x, y,
             computes(work, in, tile.c) ? wide_sum(work, in, tile.c, x, y, weights)
                                        : load_or_top(in, tile.c, x, y));
}

std::size_t floats(int count) {
  return static_cast<std::size_t>(count) * sizeof(float);
}

template <int C>
void launch_bands(const BandWork& work, bool down, const CudaPassCall& call) {
  const ImageView& out = call.out[0];
  const Tiles tiles = down ? Tiles(out, kDownColumns * kBandWarps, 16 * kDownSteps)
                           : Tiles(out, 16 * kAcrossSteps, kAcrossRows * kBandWarps);
  auto* const kernel = down ? band_down_kernel<C> : band_across_kernel<C>;
  kernel<<<tiles.count(), kBandThreads, 0, call.stream>>>(work, tiles, call.in[0], out);
}

// Whether planes of bytes, or halves made of them, were blurred.
bool blur_bytes(const WideBlurWork& work, const CudaPassCall& call) {
  const Lay from = work.vertical ? Lay::bytes : Lay::halves;
  const Lay to = work.vertical ? Lay::halves : Lay::bytes;
  if (work.radius > kMaxBand || !lies_as(call.in[0], from) || !lies_as(call.out[0], to))
    return false;
  const float spread = -0.5F / (work.sigma * work.sigma);
  const BandWork bands{band_of<kMaxBand>(work.radius,
                                         [&](int k) {
                                           const auto distance = static_cast<float>(k);
                                           return std::exp(spread * distance * distance) *
                                                  work.norm;
                                         }),
                       work.components};
  if (work.radius <= 24) {
    launch_bands<4>(bands, work.vertical, call);
  } else if (work.radius <= 40) {
    launch_bands<6>(bands, work.vertical, call);
  } else {
    launch_bands<8>(bands, work.vertical, call);
  }
  return true;
}

}  // namespace

void launch(const WideBlurWork& work, const CudaPassCall& call) {
  if (blur_bytes(work, call)) return;
  const ImageView &in = call.in[0], &out = call.out[0];
  if (work.radius > kMaxStaged) {
    const Tiles tiles(out, 32, kThreads / 32);
    any_wide_kernel<<<tiles.count(), kThreads, floats(work.radius + 1), call.stream>>>(work, tiles,
                                                                                       in, out);
  } else if (work.vertical) {
    const Tiles tiles(out, kDownWidth, kDownHeight);
    const std::size_t bytes = floats(kDownWidth * (kDownHeight + 2 * work.radius));
    wide_down_kernel<<<tiles.count(), kThreads, bytes, call.stream>>>(work, tiles, in, out);
  } else {
    const Tiles tiles(out, kAcrossWidth, kAcrossHeight);
    const int pitch = kAcrossWidth + 2 * ((work.radius + 3) / 4 * 4) + 1;
    wide_across_kernel<<<tiles.count(), kThreads, floats(kAcrossHeight * pitch), call.stream>>>(
        work, tiles, in, out);
  }
}

}  // namespace framelane
