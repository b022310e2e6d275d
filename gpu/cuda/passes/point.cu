#include <algorithm>

#include "gpu/cuda/passes/lattice.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/short_point.h"
#include "gpu/cuda/passes/vectors.cuh"
#include "gpu/filters/point_colors.h"
#include "gpu/filters/point_program.h"

namespace framelane {
namespace {

// A thread takes A x 2 pixels; pixel A r + i is column i of row r.
constexpr int kDown = 2;

struct Block {
  int x, y;  // of the first pixel
};

template <int A>
__device__ Block block_of_thread() {
  return {A * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
          kDown * static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
}

template <int A>
__device__ void load_plane(const ImageView& in, int c, Block at, float (&v)[2 * A]) {
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    float row[A];
    load_samples(in, c, at.x, nearest_inside(at.y + r, in.height), in.width, row);
#pragma unroll
    for (int i = 0; i < A; ++i)
      v[A * r + i] = row[i];
  }
}

// Chroma that A / 2 samples across share with all pixels below them.
template <int A>
__device__ void repeat_420(const ImageView& in, int c, Block at, float (&v)[2 * A]) {
  float row[A / 2];
  load_samples(in, c, at.x / 2, at.y / 2, in.component_width(c), row);
#pragma unroll
  for (int i = 0; i < A; ++i)
    v[i] = v[A + i] = row[i / 2];
}

template <int A>
__device__ void repeat_chroma(const ImageView& in, int c, Block at, float (&v)[2 * A]) {
  const int lw = in.log2_chroma_w, lh = in.log2_chroma_h;
#pragma unroll
  for (int r = 0; r < kDown; ++r)
#pragma unroll
    for (int i = 0; i < A; ++i) {
      const bool as_above = lh > 0 && r > 0, as_left = lw > 0 && i % 2 != 0;
      const int x = nearest_inside(at.x + i, in.width) >> lw;
      const int y = nearest_inside(at.y + r, in.height) >> lh;
      v[A * r + i] = as_above ? v[i] : as_left ? v[A * r + i - 1] : load_code(in, c, x, y);
    }
}

template <int A>
__device__ void interpolate_chroma(const ImageView& in, const PointWork& work, int c, Block at,
                                   float (&v)[2 * A]) {
  const int width = in.component_width(c), height = in.component_height(c);
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    const ChromaTap down = chroma_tap(nearest_inside(at.y + r, in.height), in.log2_chroma_h,
                                      work.chroma_shift_y, height);
#pragma unroll
    for (int i = 0; i < A; ++i) {
      const ChromaTap across = chroma_tap(nearest_inside(at.x + i, in.width), in.log2_chroma_w,
                                          work.chroma_shift_x, width);
      const float left = mixed(load_code(in, c, across.first, down.first),
                               load_code(in, c, across.first, down.second), down.weight);
      const float right = mixed(load_code(in, c, across.second, down.first),
                                load_code(in, c, across.second, down.second), down.weight);
      v[A * r + i] = mixed(left, right, across.weight);
    }
  }
}

template <int A>
__device__ void load_color(const ImageView& in, const PointWork& work, int c, Block at,
                           float (&v)[2 * A]) {
  if (in.data[c] == nullptr) {
#pragma unroll
    for (float& value : v)
      value = 0;
  } else if (!in.yuv || c == 0 || (in.log2_chroma_w == 0 && in.log2_chroma_h == 0)) {
    load_plane<A>(in, c, at, v);
  } else if (work.interpolate_chroma) {
    interpolate_chroma<A>(in, work, c, at, v);
  } else if (in.log2_chroma_w == 1 && in.log2_chroma_h == 1) {
    repeat_420<A>(in, c, at, v);
  } else {
    repeat_chroma<A>(in, c, at, v);
  }
}

template <int A>
__device__ void store_plane(const ImageView& out, int c, Block at, const float (&v)[2 * A]) {
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    if (at.y + r >= out.height) return;
    float row[A];
#pragma unroll
    for (int i = 0; i < A; ++i)
      row[i] = v[A * r + i];
    store_samples(out, c, at.x, at.y + r, out.width, row);
  }
}

// The mean of the pixels of column i and, if wide, the next, and if tall of the row below, that
// share a sample; equal values come back exactly. Indices known when compiled keep the pixels in
// registers.
template <int A>
__device__ float shared_mean(const float (&v)[2 * A], int r, int i, bool wide, bool tall) {
  const int k = A * r + i, next = i % 2 == 0 ? k + 1 : k;
  const int below = r == 0 ? k + A : k, both = r == 0 ? next + A : next;
  const float a = v[k], b = wide ? v[next] : a;
  const float d = tall ? v[below] : a, e = tall ? (wide ? v[both] : d) : b;
  return ((a + b) + (d + e)) * 0.25F;
}

template <int A>
__device__ void store_420(const ImageView& out, int c, Block at, const float (&v)[2 * A]) {
  float means[A / 2];
#pragma unroll
  for (int i = 0; i < A / 2; ++i)
    means[i] = shared_mean<A>(v, 0, 2 * i, true, true);
  store_samples(out, c, at.x / 2, at.y / 2, out.component_width(c), means);
}

template <int A>
__device__ void store_chroma(const ImageView& out, int c, Block at, const float (&v)[2 * A]) {
  const int lw = out.log2_chroma_w, lh = out.log2_chroma_h;
  if (lw == 1 && lh == 1) return store_420<A>(out, c, at, v);
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    if ((lh > 0 && r > 0) || at.y + r >= out.height) return;
#pragma unroll
    for (int i = 0; i < A; ++i) {
      if ((lw > 0 && i % 2 != 0) || at.x + i >= out.width) continue;
      const float mean = shared_mean<A>(v, r, i, lw > 0 && i % 2 == 0, lh > 0 && r == 0);
      store_code(out, c, (at.x + i) >> lw, (at.y + r) >> lh, mean);
    }
  }
}

template <int A>
__device__ void store_color(const ImageView& out, int c, Block at, const float (&v)[2 * A]) {
  if (out.yuv) {
    store_chroma<A>(out, c, at, v);
  } else {
    store_plane<A>(out, c, at, v);
  }
}

template <int A>
__device__ void load_alpha(const ImageView& in, const PointWork& work, Block at,
                           float (&v)[2 * A]) {
  if (in.data[3] == nullptr) {
#pragma unroll
    for (float& value : v)
      value = work.alpha_fill;
  } else {
    load_plane<A>(in, 3, at, v);
#pragma unroll
    for (float& value : v)
      value = value * work.alpha_gain + work.alpha_offset;
  }
}

template <int A>
__device__ void store_alpha(const ImageView& in, const ImageView& out, const PointWork& work,
                            Block at) {
  if (out.data[3] == nullptr) return;
  float v[2 * A];
  load_alpha<A>(in, work, at, v);
  store_plane<A>(out, 3, at, v);
}

template <int A, std::size_t C>
__device__ void load_colors(const PointWork& work, const ImageView& in, Block at,
                            float (&v)[C][2 * A]) {
  load_color<A>(in, work, 0, at, v[0]);
  load_color<A>(in, work, 1, at, v[1]);
  load_color<A>(in, work, 2, at, v[2]);
}

template <int A, std::size_t C>
__device__ void store_colors(const ImageView& out, Block at, const float (&v)[C][2 * A]) {
  store_plane<A>(out, 0, at, v[0]);
  if (out.color_count > 1) {
    store_color<A>(out, 1, at, v[1]);
    store_color<A>(out, 2, at, v[2]);
  }
}

template <int A>
__device__ void make_colors(const PointWork& work, const ImageView& in, Block at,
                            float (&v)[3][2 * A]) {
  load_colors<A>(work, in, at, v);
  for (int i = 0; i < work.count; ++i)
    apply(work.ops[i], v);
}

// Plain operations, each pixel whole.
constexpr int kPlain = 8;
__global__ void __launch_bounds__(256)
    point_kernel(const __grid_constant__ PointWork work, const __grid_constant__ ImageView in,
                 const __grid_constant__ ImageView out) {
  const Block at = block_of_thread<kPlain>();
  if (at.x >= out.width || at.y >= out.height) return;
  float v[3][2 * kPlain];
  make_colors<kPlain>(work, in, at, v);
  store_colors<kPlain>(out, at, v);
  store_alpha<kPlain>(in, out, work, at);
}

// Plain operations on 4:2:0 in and out that do not mix luma with chroma: each at its own
// resolution. A thread's luma is kPlain x 2, its chroma kPlain / 2 samples of each kind.
__global__ void __launch_bounds__(256)
    split_point_kernel(const __grid_constant__ PointWork work, const __grid_constant__ ImageView in,
                       const __grid_constant__ ImageView out) {
  const Block at = block_of_thread<kPlain>();
  if (at.x >= out.width || at.y >= out.height) return;
  float luma[1][2 * kPlain], chroma[3][kPlain / 2] = {};
  const int width = in.component_width(1);
  load_plane<kPlain>(in, 0, at, luma[0]);
  load_samples(in, 1, at.x / 2, at.y / 2, width, chroma[1]);
  load_samples(in, 2, at.x / 2, at.y / 2, width, chroma[2]);
  for (int i = 0; i < work.count; ++i) {
    apply_to_luma(work.ops[i], luma[0]);
    apply(work.ops[i], chroma);
  }
  store_plane<kPlain>(out, 0, at, luma[0]);
  store_samples(out, 1, at.x / 2, at.y / 2, width, chroma[1]);
  store_samples(out, 2, at.x / 2, at.y / 2, width, chroma[2]);
  store_alpha<kPlain>(in, out, work, at);
}

template <int A>
__device__ void make_pixels(const PointWork& work, const ImageView& in, const PassMemory& memory,
                            Block at, float (&v)[4][2 * A]) {
  load_colors<A>(work, in, at, v);
  load_alpha<A>(in, work, at, v[3]);
  const PointPlace place{at.x, at.y, A, in.width, in.height};
  for (int i = 0; i < work.count; ++i) {
    if (work.ops[i].kind == PointOp::Kind::lattice) {
      apply_lattice(work.ops[i], memory, v);
    } else {
      apply_any(work.ops[i], place, memory, v);
    }
  }
}

template <int A>
__device__ void any_pixels(const PointWork& work, const ImageView& in, const ImageView& out,
                           const PassMemory& memory, Block at) {
  float v[4][2 * A];
  make_pixels<A>(work, in, memory, at, v);
  store_colors<A>(out, at, v);
  if (out.data[3] != nullptr) store_plane<A>(out, 3, at, v[3]);
}

// Operations of every kind, alpha with the colours. Apart from the plain kernel, which needs fewer
// registers for each pixel.
constexpr int kAny = 4;
__global__ void __launch_bounds__(256, 3)
    any_point_kernel(const __grid_constant__ PointWork work, const __grid_constant__ ImageView in,
                     const __grid_constant__ ImageView out,
                     const __grid_constant__ PassMemory memory) {
  const Block at = block_of_thread<kAny>();
  if (at.x >= out.width || at.y >= out.height) return;
  any_pixels<kAny>(work, in, out, memory, at);
}

// Lines of curve_lines.h that a block keeps in shared memory at most.
constexpr int kStagedLines = 48 * 1024 / sizeof(CurveLine) - 64;

// Copies the tables of lines that fit, in the program's order; what does not stays where it is.
// All threads of the block come here.
__device__ void stage_lines(const PointWork& work, const PassMemory& memory, CurveLine* staged,
                            PassMemory& near) {
  const int thread = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  const int threads = static_cast<int>(blockDim.x * blockDim.y);
  if (thread == 0) near = memory;
  __syncthreads();
  int used = 0;
  for (int i = 0; i < work.count; ++i) {
    const PointOp& op = work.ops[i];
    const int count = op.reads_lines() ? line_count(op.lines) : 0;
    if (count == 0 || used + count > kStagedLines) continue;
    const auto* from = reinterpret_cast<const CurveLine*>(memory.tables[op.table]);
#pragma unroll 4
    for (int k = thread; k < count; k += threads)
      staged[used + k] = from[k];
    if (thread == 0) near.tables[op.table] = reinterpret_cast<const std::byte*>(staged + used);
    used += count;
  }
  __syncthreads();
}

int staged_lines(const PointWork& work) {
  int used = 0;
  for (int i = 0; i < work.count; ++i) {
    const int count = work.ops[i].reads_lines() ? line_count(work.ops[i].lines) : 0;
    if (used + count <= kStagedLines) used += count;
  }
  return used;
}

// As any_point_kernel, where lines are read: pixels of one warp read many of them, which costs less
// from shared memory. A block goes on over the picture's tiles, so that the copying pays.
__global__ void __launch_bounds__(256, 3)
    staged_point_kernel(const __grid_constant__ PointWork work,
                        const __grid_constant__ ImageView in, const __grid_constant__ ImageView out,
                        const __grid_constant__ PassMemory memory, int tiles_across, int tiles) {
  extern __shared__ CurveLine staged[];
  __shared__ alignas(PassMemory) std::byte place[sizeof(PassMemory)];
  PassMemory& near = *reinterpret_cast<PassMemory*>(place);
  stage_lines(work, memory, staged, near);
  for (int tile = static_cast<int>(blockIdx.x); tile < tiles; tile += static_cast<int>(gridDim.x)) {
    const int across = tile % tiles_across * 32 + static_cast<int>(threadIdx.x);
    const int down = tile / tiles_across * 8 + static_cast<int>(threadIdx.y);
    const Block at{kAny * across, kDown * down};
    if (at.x < out.width && at.y < out.height) any_pixels<kAny>(work, in, out, near, at);
  }
}

// Plain operations and lattices: no alpha among the colours, and so fewer registers.
__global__ void __launch_bounds__(256, 3)
    lattice_kernel(const __grid_constant__ PointWork work, const __grid_constant__ ImageView in,
                   const __grid_constant__ ImageView out,
                   const __grid_constant__ PassMemory memory) {
  const Block at = block_of_thread<kAny>();
  if (at.x >= out.width || at.y >= out.height) return;
  float v[3][2 * kAny];
  load_colors<kAny>(work, in, at, v);
  for (int i = 0; i < work.count; ++i) {
    if (work.ops[i].kind == PointOp::Kind::lattice) {
      apply_lattice(work.ops[i], memory, v);
    } else {
      apply(work.ops[i], v);
    }
  }
  store_colors<kAny>(out, at, v);
  store_alpha<kAny>(in, out, work, at);
}

bool is_plain_or_lattice(const PointWork& work) {
  bool all = true;
  for (int i = 0; i < work.count; ++i)
    all = all && (work.ops[i].plain() || work.ops[i].kind == PointOp::Kind::lattice);
  return all;
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
  for (int i = 0; i < kAny; ++i)
    if (x + i < width) surf2Dwrite(rgba[i], surface, kPixel * (x + i), y);
}

// `out` gives the size and the codes written; it has no memory.
template <std::size_t C>
__device__ void store_rgba(const ImageView& out, cudaSurfaceObject_t surface, Block at,
                           const float (&v)[C][2 * kAny], const float (&alpha)[2 * kAny]) {
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    if (at.y + r >= out.height) return;
    unsigned rgba[4];
#pragma unroll
    for (int i = 0; i < kAny; ++i) {
      const int k = kAny * r + i;
      rgba[i] = to_stored(out, v[0][k]) | to_stored(out, v[1][k]) << 8 |
                to_stored(out, v[2][k]) << 16 | to_stored(out, alpha[k]) << 24;
    }
    store_surface4(surface, at.x, at.y + r, out.width, rgba);
  }
}

__global__ void __launch_bounds__(256)
    point_to_surface_kernel(const __grid_constant__ PointWork work,
                            const __grid_constant__ ImageView in,
                            const __grid_constant__ ImageView out, cudaSurfaceObject_t surface) {
  const Block at = block_of_thread<kAny>();
  if (at.x >= out.width || at.y >= out.height) return;
  float v[3][2 * kAny], alpha[2 * kAny];
  make_colors<kAny>(work, in, at, v);
  load_alpha<kAny>(in, work, at, alpha);
  store_rgba(out, surface, at, v, alpha);
}

__global__ void __launch_bounds__(256)
    any_to_surface_kernel(const __grid_constant__ PointWork work,
                          const __grid_constant__ ImageView in,
                          const __grid_constant__ ImageView out,
                          const __grid_constant__ PassMemory memory, cudaSurfaceObject_t surface) {
  const Block at = block_of_thread<kAny>();
  if (at.x >= out.width || at.y >= out.height) return;
  float v[4][2 * kAny];
  make_pixels<kAny>(work, in, memory, at, v);
  store_rgba(out, surface, at, v, v[3]);
}

unsigned blocks(int size, int per_block) {
  return static_cast<unsigned>((size + per_block - 1) / per_block);
}

constexpr dim3 kThreads(32, 8);

dim3 grid_for(const ImageView& out, int across) {
  return {blocks(out.width, across * 32), blocks(out.height, kDown * 8)};
}

bool is_420(const ImageView& view) {
  return view.yuv && view.color_count == 3 && view.log2_chroma_w == 1 && view.log2_chroma_h == 1;
}

void launch_staged(const PointWork& work, const CudaPassCall& call, int lines) {
  constexpr int kBlocksEach = 3;
  const ImageView &in = call.in[0], &out = call.out[0];
  const dim3 grid = grid_for(out, kAny);
  int device = 0, processors = 1;
  (void)cudaGetDevice(&device);
  (void)cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  const unsigned tiles = grid.x * grid.y;
  const unsigned blocks = std::min(tiles, static_cast<unsigned>(kBlocksEach * processors));
  const std::size_t bytes = static_cast<std::size_t>(lines) * sizeof(CurveLine);
  staged_point_kernel<<<blocks, kThreads, bytes, call.stream>>>(
      work, in, out, call.memory, static_cast<int>(grid.x), static_cast<int>(tiles));
}

}  // namespace

void launch(const PointWork& work, const CudaPassCall& call) {
  if (launch_short(work, call) || launch_short_rgba(work, call)) return;
  const ImageView &in = call.in[0], &out = call.out[0];
  const dim3 grid = grid_for(out, work.plain ? kPlain : kAny);
  if (const int lines = staged_lines(work); lines > 0) {
    launch_staged(work, call, lines);
  } else if (!work.plain && is_plain_or_lattice(work)) {
    lattice_kernel<<<grid, kThreads, 0, call.stream>>>(work, in, out, call.memory);
  } else if (!work.plain) {
    any_point_kernel<<<grid, kThreads, 0, call.stream>>>(work, in, out, call.memory);
  } else if (is_420(in) && is_420(out) && coupling_of(work) != PointCoupling::all) {
    split_point_kernel<<<grid, kThreads, 0, call.stream>>>(work, in, out);
  } else {
    point_kernel<<<grid, kThreads, 0, call.stream>>>(work, in, out);
  }
}

void launch_to_surface(const PointWork& work, const ImageView& in, const PassMemory& memory,
                       cudaSurfaceObject_t surface, cudaStream_t stream) {
  if (launch_short_rgba(work, in, memory, surface, stream)) return;
  ImageView out;
  out.width = in.width;
  out.height = in.height;
  const dim3 grid = grid_for(out, kAny);
  if (work.plain) {
    point_to_surface_kernel<<<grid, kThreads, 0, stream>>>(work, in, out, surface);
  } else {
    any_to_surface_kernel<<<grid, kThreads, 0, stream>>>(work, in, out, memory, surface);
  }
}

}  // namespace framelane
