#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/filters/point_colors.h"

namespace framelane {
namespace {

// A thread takes 4 x 2 pixels; pixel 4 r + i is column i of row r.
constexpr int kAcross = 4, kDown = 2;

struct Block {
  int x, y;  // of the first pixel
};

__device__ void load_plane(const ImageView& in, int c, Block at, float (&v)[8]) {
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    float row[4];
    load4(in, c, at.x, nearest_inside(at.y + r, in.height), in.width, row);
#pragma unroll
    for (int i = 0; i < kAcross; ++i)
      v[kAcross * r + i] = row[i];
  }
}

__device__ void repeat_chroma(const ImageView& in, int c, Block at, float (&v)[8]) {
  const int lw = in.log2_chroma_w, lh = in.log2_chroma_h;
#pragma unroll
  for (int r = 0; r < kDown; ++r)
#pragma unroll
    for (int i = 0; i < kAcross; ++i) {
      const bool as_above = lh > 0 && r > 0, as_left = lw > 0 && i % 2 != 0;
      const int x = nearest_inside(at.x + i, in.width) >> lw;
      const int y = nearest_inside(at.y + r, in.height) >> lh;
      v[kAcross * r + i] = as_above  ? v[i]
                           : as_left ? v[kAcross * r + i - 1]
                                     : load_code(in, c, x, y);
    }
}

__device__ void interpolate_chroma(const ImageView& in, const PointWork& work, int c, Block at,
                                   float (&v)[8]) {
  const int width = in.component_width(c), height = in.component_height(c);
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    const ChromaTap down = chroma_tap(nearest_inside(at.y + r, in.height), in.log2_chroma_h,
                                      work.chroma_shift_y, height);
#pragma unroll
    for (int i = 0; i < kAcross; ++i) {
      const ChromaTap across = chroma_tap(nearest_inside(at.x + i, in.width), in.log2_chroma_w,
                                          work.chroma_shift_x, width);
      const float left = mixed(load_code(in, c, across.first, down.first),
                               load_code(in, c, across.first, down.second), down.weight);
      const float right = mixed(load_code(in, c, across.second, down.first),
                                load_code(in, c, across.second, down.second), down.weight);
      v[kAcross * r + i] = mixed(left, right, across.weight);
    }
  }
}

__device__ void load_color(const ImageView& in, const PointWork& work, int c, Block at,
                           float (&v)[8]) {
  if (in.data[c] == nullptr) {
#pragma unroll
    for (float& value : v)
      value = 0;
  } else if (!in.yuv || c == 0 || (in.log2_chroma_w == 0 && in.log2_chroma_h == 0)) {
    load_plane(in, c, at, v);
  } else if (work.interpolate_chroma) {
    interpolate_chroma(in, work, c, at, v);
  } else {
    repeat_chroma(in, c, at, v);
  }
}

__device__ void store_plane(const ImageView& out, int c, Block at, const float (&v)[8]) {
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    if (at.y + r >= out.height) return;
    const float row[4] = {v[kAcross * r], v[kAcross * r + 1], v[kAcross * r + 2],
                          v[kAcross * r + 3]};
    store4(out, c, at.x, at.y + r, out.width, row);
  }
}

// Means of the pixels that share a chroma sample; equal values come back exactly.
__device__ void store_chroma(const ImageView& out, int c, Block at, const float (&v)[8]) {
  const int lw = out.log2_chroma_w, lh = out.log2_chroma_h;
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    if ((lh > 0 && r > 0) || at.y + r >= out.height) return;
#pragma unroll
    for (int i = 0; i < kAcross; ++i) {
      if ((lw > 0 && i % 2 != 0) || at.x + i >= out.width) continue;
      // Indices known when compiled keep the pixels in registers.
      const bool wide = lw > 0 && i % 2 == 0, tall = lh > 0 && r == 0;
      const int k = kAcross * r + i, next = i % 2 == 0 ? k + 1 : k,
                below = r == 0 ? k + kAcross : k;
      const int both = i % 2 == 0 ? below + 1 : below;
      const float a = v[k], b = wide ? v[next] : a;
      const float d = tall ? v[below] : a, e = tall ? (wide ? v[both] : d) : b;
      const float mean = ((a + b) + (d + e)) * 0.25F;
      store_code(out, c, (at.x + i) >> lw, (at.y + r) >> lh, mean);
    }
  }
}

__device__ void store_color(const ImageView& out, int c, Block at, const float (&v)[8]) {
  if (out.yuv) {
    store_chroma(out, c, at, v);
  } else {
    store_plane(out, c, at, v);
  }
}

__device__ void load_alpha(const ImageView& in, const PointWork& work, Block at, float (&v)[8]) {
  if (in.data[3] == nullptr) {
    for (float& value : v)
      value = work.alpha_fill;
  } else {
    load_plane(in, 3, at, v);
    for (float& value : v)
      value = value * work.alpha_gain + work.alpha_offset;
  }
}

__device__ void store_alpha(const ImageView& in, const ImageView& out, const PointWork& work,
                            Block at) {
  if (out.data[3] == nullptr) return;
  float v[8];
  load_alpha(in, work, at, v);
  store_plane(out, 3, at, v);
}

__device__ Block block_of_thread() {
  return {kAcross * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
          kDown * static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
}

template <std::size_t C>
__device__ void load_colors(const PointWork& work, const ImageView& in, Block at,
                            float (&v)[C][8]) {
  load_color(in, work, 0, at, v[0]);
  load_color(in, work, 1, at, v[1]);
  load_color(in, work, 2, at, v[2]);
}

template <std::size_t C>
__device__ void store_colors(const ImageView& out, Block at, const float (&v)[C][8]) {
  store_plane(out, 0, at, v[0]);
  if (out.color_count > 1) {
    store_color(out, 1, at, v[1]);
    store_color(out, 2, at, v[2]);
  }
}

__device__ void make_colors(const PointWork& work, const ImageView& in, Block at,
                            float (&v)[3][8]) {
  load_colors(work, in, at, v);
  for (int i = 0; i < work.count; ++i)
    apply(work.ops[i], v);
}

// Operations of every kind, alpha with the colours.
__device__ void make_pixels(const PointWork& work, const ImageView& in, const PassMemory& memory,
                            Block at, float (&v)[4][8]) {
  load_colors(work, in, at, v);
  load_alpha(in, work, at, v[3]);
  const PointPlace place{at.x, at.y, kAcross, in.width, in.height};
  for (int i = 0; i < work.count; ++i)
    apply_any(work.ops[i], place, memory, v);
}

// A program of plain operations.
__global__ void __launch_bounds__(256)
    point_kernel(const __grid_constant__ PointWork work, const __grid_constant__ ImageView in,
                 const __grid_constant__ ImageView out) {
  const Block at = block_of_thread();
  if (at.x >= out.width || at.y >= out.height) return;
  float v[3][8];
  make_colors(work, in, at, v);
  store_colors(out, at, v);
  store_alpha(in, out, work, at);
}

// Apart from the plain one, which needs fewer registers.
__global__ void __launch_bounds__(256)
    any_point_kernel(const __grid_constant__ PointWork work, const __grid_constant__ ImageView in,
                     const __grid_constant__ ImageView out,
                     const __grid_constant__ PassMemory memory) {
  const Block at = block_of_thread();
  if (at.x >= out.width || at.y >= out.height) return;
  float v[4][8];
  make_pixels(work, in, memory, at, v);
  store_colors(out, at, v);
  if (out.data[3] != nullptr) store_plane(out, 3, at, v[3]);
}

// Coordinates across are bytes; a store that is not wholly inside the surface would trap.
__device__ void store_surface4(cudaSurfaceObject_t surface, int x, int y, int width,
                               const unsigned (&rgba)[4]) {
  constexpr int kPixel = 4;
  if (x + 3 < width) {
    surf2Dwrite(make_uint4(rgba[0], rgba[1], rgba[2], rgba[3]), surface, kPixel * x, y);
    return;
  }
#pragma unroll
  for (int i = 0; i < kAcross; ++i)
    if (x + i < width) surf2Dwrite(rgba[i], surface, kPixel * (x + i), y);
}

// `out` gives the size and the codes written; it has no memory.
__global__ void __launch_bounds__(256)
    point_to_surface_kernel(const __grid_constant__ PointWork work,
                            const __grid_constant__ ImageView in,
                            const __grid_constant__ ImageView out, cudaSurfaceObject_t surface) {
  const Block at = block_of_thread();
  if (at.x >= out.width || at.y >= out.height) return;
  float v[3][8], alpha[8];
  make_colors(work, in, at, v);
  load_alpha(in, work, at, alpha);
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    if (at.y + r >= out.height) return;
    unsigned rgba[4];
#pragma unroll
    for (int i = 0; i < kAcross; ++i) {
      const int k = kAcross * r + i;
      rgba[i] = to_stored(out, v[0][k]) | to_stored(out, v[1][k]) << 8 |
                to_stored(out, v[2][k]) << 16 | to_stored(out, alpha[k]) << 24;
    }
    store_surface4(surface, at.x, at.y + r, out.width, rgba);
  }
}

unsigned blocks(int size, int per_block) {
  return static_cast<unsigned>((size + per_block - 1) / per_block);
}

constexpr dim3 kThreads(32, 8);

dim3 grid_for(const ImageView& out) {
  return {blocks(out.width, kAcross * 32), blocks(out.height, kDown * 8)};
}

}  // namespace

void launch(const PointWork& work, const CudaPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  if (work.plain) {
    point_kernel<<<grid_for(out), kThreads, 0, call.stream>>>(work, in, out);
  } else {
    any_point_kernel<<<grid_for(out), kThreads, 0, call.stream>>>(work, in, out, call.memory);
  }
}

void launch_to_surface(const PointWork& work, const ImageView& in, cudaSurfaceObject_t surface,
                       cudaStream_t stream) {
  ImageView out;
  out.width = in.width;
  out.height = in.height;
  point_to_surface_kernel<<<grid_for(out), kThreads, 0, stream>>>(work, in, out, surface);
}

}  // namespace framelane
