#include <algorithm>

#include "gpu/cuda/passes/layouts.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/tiles.cuh"

namespace framelane {
namespace {

constexpr int kTileWidth = 32, kTileHeight = 8;

// One component of up to N pictures. The largest takes 20 KB of kernel arguments (32 KB are
// allowed from compute capability 7.0 and CUDA 12.1 on).
template <int N>
struct Window {
  const std::byte* data[N];
  std::ptrdiff_t pitch_bytes[N];
  float weight[N];
  int pictures;
  int step_bytes;
  float scale;
};

template <int N>
__global__ void window_kernel(const __grid_constant__ Window<N> window,
                              const __grid_constant__ ImageView kind,
                              const __grid_constant__ ImageView out, int c) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= out.component_width(c) || y >= out.component_height(c)) return;
  const std::int64_t along = static_cast<std::int64_t>(x) * window.step_bytes;
  float sum = 0;
  for (int i = 0; i < window.pictures; ++i) {
    const std::byte* at =
        window.data[i] + static_cast<std::int64_t>(y) * window.pitch_bytes[i] + along;
    sum += window.weight[i] * load_code(kind, at);
  }
  store_code(out, c, x, y, clamped(sum * window.scale, static_cast<float>(out.max_code)));
}

// The same of bytes, four samples a thread.
template <int N>
__global__ void bytes_kernel(const __grid_constant__ Window<N> window,
                             const __grid_constant__ ImageView out, int c) {
  const int x = 4 * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int width = out.component_width(c);
  if (x >= width || y >= out.component_height(c)) return;
  float sums[4] = {};
#pragma unroll 4
  for (int i = 0; i < window.pictures; ++i) {
    const unsigned word = *reinterpret_cast<const unsigned*>(
        window.data[i] + static_cast<std::int64_t>(y) * window.pitch_bytes[i] + x);
#pragma unroll
    for (int k = 0; k < 4; ++k)
      sums[k] += window.weight[i] * byte_of(word, k);
  }
  for (float& sum : sums)
    sum *= window.scale;
  store_samples<Lay::bytes, 4>(out, c, x, y, width, sums);
}

__global__ void copy_kernel(const __grid_constant__ ImageView in,
                            const __grid_constant__ ImageView out, int c) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x < out.component_width(c) && y < out.component_height(c))
    store_code(out, c, x, y, load_or_top(in, c, x, y));
}

const dim3 kThreads(kTileWidth, kTileHeight);

// For threads of so many samples of a row each.
dim3 grid_of(const ImageView& out, int c, int each = 1) {
  const int across = (out.component_width(c) + kTileWidth * each - 1) / (kTileWidth * each);
  const int down = (out.component_height(c) + kTileHeight - 1) / kTileHeight;
  return dim3(static_cast<unsigned>(across), static_cast<unsigned>(down));
}

template <int N>
void mix(const WindowWork& work, const CudaPassCall& call, std::size_t output, int c) {
  Window<N> window{};
  window.pictures = work.pictures;
  window.step_bytes = call.in[0].step_bytes[c];
  window.scale = work.scale;
  for (std::size_t i = 0; i < call.in.size(); ++i) {
    window.data[i] = call.in[i].data[c];
    window.pitch_bytes[i] = call.in[i].pitch_bytes[c];
    window.weight[i] = work.weights[output][i];
  }
  const ImageView& out = call.out[output];
  const auto bytes = [](const ImageView& view) { return lies_as(view, Lay::bytes); };
  if (bytes(out) && std::ranges::all_of(call.in, bytes)) {
    bytes_kernel<N><<<grid_of(out, c, 4), kThreads, 0, call.stream>>>(window, out, c);
    return;
  }
  window_kernel<N><<<grid_of(out, c), kThreads, 0, call.stream>>>(window, call.in[0], out, c);
}

void mix_any(const WindowWork& work, const CudaPassCall& call, std::size_t output, int c) {
  if (work.pictures <= 8) return mix<8>(work, call, output, c);
  if (work.pictures <= 64) return mix<64>(work, call, output, c);
  mix<kMaxWindow>(work, call, output, c);
}

__global__ void reduce_kernel(const __grid_constant__ ReduceWork work,
                              const __grid_constant__ ImageView in,
                              const __grid_constant__ ImageView out, int c) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= out.component_width(c) || y >= out.component_height(c)) return;
  const bool chroma = in.yuv && (c == 1 || c == 2);
  const int left = work.left >> (chroma ? in.log2_chroma_w : 0);
  const int top = work.top >> (chroma ? in.log2_chroma_h : 0);
  float sum = 0;
  for (int i = 0; i < work.factor; ++i) {
    float column = 0;
    const int sx = nearest_inside(left + x * work.factor + i, in.component_width(c));
    for (int r = 0; r < work.factor; ++r)
      column +=
          load_code(in, c, sx, nearest_inside(top + y * work.factor + r, in.component_height(c)));
    sum += column;
  }
  store_code(out, c, x, y, sum * (1.0F / static_cast<float>(work.factor * work.factor)));
}

}  // namespace

void launch(const WindowWork& work, const CudaPassCall& call) {
  const ImageView& centre = call.in[static_cast<std::size_t>(work.centre)];
  for (std::size_t o = 0; o < call.out.size(); ++o)
    for (int c = 0; c < 4; ++c) {
      if (call.out[o].data[c] == nullptr) continue;
      if (centre.data[c] != nullptr && (work.components >> c & 1) != 0) {
        mix_any(work, call, o, c);
      } else {
        copy_kernel<<<grid_of(call.out[o], c), kThreads, 0, call.stream>>>(centre, call.out[o], c);
      }
    }
}

void launch(const ReduceWork& work, const CudaPassCall& call) {
  const ImageView& out = call.out[0];
  for (int c = 0; c < 4; ++c) {
    if (out.data[c] == nullptr) continue;
    if (call.in[0].data[c] == nullptr) {
      copy_kernel<<<grid_of(out, c), kThreads, 0, call.stream>>>(call.in[0], out, c);
    } else {
      reduce_kernel<<<grid_of(out, c), kThreads, 0, call.stream>>>(work, call.in[0], out, c);
    }
  }
}

}  // namespace framelane
