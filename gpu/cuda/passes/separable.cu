#include <algorithm>

#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/separable_bands.cuh"

namespace framelane {
namespace {

constexpr int kThreads = 256, kTileWidth = 128;

// A tile and its memory for kernels up to radius R, whose shorter ones end in weights of 0. Rows
// begin at multiples of four samples.
template <int R>
struct Shape {
  static constexpr int kHeight = R > 8 ? 24 : 32;
  static constexpr int kMargin = (R + 3) / 4 * 4;
  static constexpr int kColumns = kTileWidth + 2 * kMargin;
  static constexpr int kRows = kHeight + 2 * R;
  static constexpr int kDown = 8;  // results a thread makes of one column
};

// Four neighbours; x is a multiple of four and may lie outside.
template <Lay L>
__device__ float4 load_four(const ImageView& in, const TilePlace& tile, int x, int y,
                            bool mirrored) {
  float row[4];
  if (x >= 0 && x + 3 < tile.width) {
    load_samples<L>(in, tile.c, x, y, tile.width, row);
  } else {
#pragma unroll
    for (int i = 0; i < 4; ++i)
      row[i] = load_code(in, tile.c, inside(x + i, tile.width, mirrored), y);
  }
  return make_float4(row[0], row[1], row[2], row[3]);
}

template <int R, Lay L>
__device__ void load_tile(const ImageView& in, const TilePlace& tile, bool mirrored,
                          float* source) {
  using S = Shape<R>;
  constexpr int kGroups = S::kColumns / 4;
  // What lies this far outside is of no use to any result.
  const int most_x = tile.width + 2 * S::kMargin, most_y = tile.height + R;
  for (int i = static_cast<int>(threadIdx.x); i < kGroups * S::kRows; i += kThreads) {
    const int group = i % kGroups, row = i / kGroups;
    const int x = min(tile.left - S::kMargin + 4 * group, most_x / 4 * 4);
    const int y = inside(min(tile.top - R + row, most_y), tile.height, mirrored);
    reinterpret_cast<float4*>(source)[row * kGroups + group] =
        load_four<L>(in, tile, x, y, mirrored);
  }
}

// N neighbouring results from N + 2 R samples: the centre first, then pairs outwards.
template <int R, int N, int From>
__device__ void convolve(const TileKernel& kernel, const float (&v)[N + 2 * From],
                         float (&sums)[N]) {
#pragma unroll
  for (int j = 0; j < N; ++j)
    sums[j] = kernel.weight[0] * v[j + From];
#pragma unroll
  for (int k = 1; k <= R; ++k)
#pragma unroll
    for (int j = 0; j < N; ++j)
      sums[j] += kernel.weight[k] * (v[j + From - k] + v[j + From + k]);
}

template <int R>
__device__ void blur_down(const TileKernel& kernel, const float* source, float* middle) {
  using S = Shape<R>;
  for (int i = static_cast<int>(threadIdx.x); i < S::kColumns * (S::kHeight / S::kDown);
       i += kThreads) {
    const int x = i % S::kColumns, y = i / S::kColumns * S::kDown;
    float v[S::kDown + 2 * R], sums[S::kDown];
#pragma unroll
    for (int j = 0; j < S::kDown + 2 * R; ++j)
      v[j] = source[(y + j) * S::kColumns + x];
    convolve<R, S::kDown, R>(kernel, v, sums);
#pragma unroll
    for (int j = 0; j < S::kDown; ++j)
      middle[(y + j) * S::kColumns + x] = sums[j];
  }
}

__device__ void sharpen(const SeparableComponent& part, float limit, float4 source,
                        float (&blur)[4]) {
  blur[0] = sharpened(source.x, blur[0], part.amount, limit);
  blur[1] = sharpened(source.y, blur[1], part.amount, limit);
  blur[2] = sharpened(source.z, blur[2], part.amount, limit);
  blur[3] = sharpened(source.w, blur[3], part.amount, limit);
}

// A warp takes a row of the tile, each thread four results.
template <int R, Lay Out>
__device__ void blur_across(const SeparableComponent& part, const ImageView& in,
                            const ImageView& out, const TilePlace& tile, const float* source,
                            const float* middle) {
  using S = Shape<R>;
  constexpr int kGroups = S::kColumns / 4, kMargin = S::kMargin;
  const auto limit = static_cast<float>(in.max_code);
  const int group = static_cast<int>(threadIdx.x) % 32, x = tile.left + 4 * group;
  for (int y = static_cast<int>(threadIdx.x) / 32; y < S::kHeight; y += kThreads / 32) {
    if (x >= tile.width || tile.top + y >= tile.height) return;
    float v[4 + 2 * kMargin], sums[4];
#pragma unroll
    for (int i = 0; i < 1 + kMargin / 2; ++i) {
      const float4 four = reinterpret_cast<const float4*>(middle)[y * kGroups + group + i];
      v[4 * i] = four.x;
      v[4 * i + 1] = four.y;
      v[4 * i + 2] = four.z;
      v[4 * i + 3] = four.w;
    }
    convolve<R, 4, kMargin>(part.x, v, sums);
    if (part.sharpen)
      sharpen(part, limit,
              reinterpret_cast<const float4*>(source)[(y + R) * kGroups + group + kMargin / 4],
              sums);
    store_samples<Out>(out, tile.c, x, tile.top + y, tile.width, sums);
  }
}

// Components that pass unchanged. One the input lacks is written opaque.
template <int R, Lay In, Lay Out>
__device__ void copy_tile(const ImageView& in, const ImageView& out, const TilePlace& tile) {
  const auto top = static_cast<float>(in.max_code);
  const int x = tile.left + 4 * (static_cast<int>(threadIdx.x) % 32);
  for (int y = static_cast<int>(threadIdx.x) / 32; y < Shape<R>::kHeight; y += kThreads / 32) {
    if (x >= tile.width || tile.top + y >= tile.height) return;
    float row[4] = {top, top, top, top};
    if (in.data[tile.c] != nullptr) load_samples<In>(in, tile.c, x, tile.top + y, tile.width, row);
    store_samples<Out>(out, tile.c, x, tile.top + y, tile.width, row);
  }
}

template <int R, Lay In, Lay Out>
__global__ void __launch_bounds__(kThreads)
    separable_kernel(const __grid_constant__ SeparableWork work,
                     const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                     const __grid_constant__ ImageView out) {
  using S = Shape<R>;
  __shared__ float4 source4[S::kColumns * S::kRows / 4], middle4[S::kColumns * S::kHeight / 4];
  float* const source = reinterpret_cast<float*>(source4);
  float* const middle = reinterpret_cast<float*>(middle4);
  const TilePlace tile = tiles.place(out);
  const SeparableComponent& part = work.components[tile.c];
  if (part.copy || in.data[tile.c] == nullptr) return copy_tile<R, In, Out>(in, out, tile);
  load_tile<R, In>(in, tile, part.mirrored, source);
  __syncthreads();
  blur_down<R>(part.y, source, middle);
  __syncthreads();
  blur_across<R, Out>(part, in, out, tile, source, middle);
}

template <int R>
void launch_up_to(const SeparableWork& work, const CudaPassCall& call) {
  const Tiles tiles(call.out[0], kTileWidth, Shape<R>::kHeight);
  by_layout(call.in[0], call.out[0], [&]<Lay In, Lay Out>() {
    separable_kernel<R, In, Out>
        <<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, call.in[0], call.out[0]);
  });
}

template <Lay In>
void launch_bands(const BlurWork& work, const CudaPassCall& call, int radius) {
  const Tiles tiles(call.out[0], 16 * kBlurSteps, kBlurRows * kBlurWarps);
  auto* const kernel = radius <= 8 ? &blur_kernel<2, In> : &blur_kernel<3, In>;
  kernel<<<tiles.count(), kBlurThreads, 0, call.stream>>>(work, tiles, call.in[0], call.out[0]);
}

Band<kMaxTileRadius> bands_of(const TileKernel& kernel, float gain) {
  return band_of<kMaxTileRadius>(
      kernel.radius, [&](int k) { return kernel.weight[k]; }, gain);
}

bool lies_as_known(const ImageView& view) {
  constexpr int kMostCode = 255;  // sums in halves keep no more bits
  return view.max_code <= kMostCode && (lies_as(view, Lay::bytes) || lies_as(view, Lay::halves));
}

// Whether planes of bytes, or of halves that stand for them, were blurred into bytes. What
// sharpening rounds has to be exact, and what a later pass reads: a sum off by a tenth of a code
// turns the choices of a deinterlacer, and sobel makes codes of it.
bool blur_in_bands(const SeparableWork& work, const CudaPassCall& call, int radius) {
  if (!lies_as_known(call.in[0]) || !lies_as(call.out[0], Lay::bytes)) return false;
  const bool bytes = call.in[0].type == SampleType::u8;
  const float gain = bytes ? kBandGain : kUnitGain;
  const float code = bytes ? kByteBits : static_cast<float>(call.out[0].max_code);
  BlurWork blur;
  for (int c = 0; c < 4; ++c) {
    const SeparableComponent& from = work.components[c];
    BlurBands& part = blur.components[c];
    part.copy = from.copy;
    if (from.copy) continue;
    if (from.sharpen) return false;
    part.mirrored = from.mirrored;
    part.x = bands_of(from.x, gain);
    part.y = bands_of(from.y, gain);
    part.scale = code / (part.x.sum * part.y.sum);
  }
  if (bytes)
    launch_bands<Lay::bytes>(blur, call, radius);
  else
    launch_bands<Lay::halves>(blur, call, radius);
  return true;
}

}  // namespace

void launch(const SeparableWork& work, const CudaPassCall& call) {
  int radius = 0;
  for (const SeparableComponent& part : work.components)
    if (!part.copy) radius = std::max({radius, part.x.radius, part.y.radius});
  if (blur_in_bands(work, call, radius)) return;
  if (radius <= 2) return launch_up_to<2>(work, call);
  if (radius <= 4) return launch_up_to<4>(work, call);
  if (radius <= 7) return launch_up_to<7>(work, call);
  launch_up_to<kMaxTileRadius>(work, call);
}

}  // namespace framelane
