#include <algorithm>

#include "gpu/cuda/passes/grid.cuh"
#include "gpu/cuda/passes/lattice.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/point_block.cuh"
#include "gpu/cuda/passes/short_point.h"
#include "gpu/filters/point_colors.h"
#include "gpu/filters/point_program.h"

namespace framelane {
namespace {

template <int A>
__device__ void make_colors(const PointWork& work, const ImageView& in, PointBlock at,
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
  const PointBlock at = block_of_thread<kPlain>();
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
  const PointBlock at = block_of_thread<kPlain>();
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
                            PointBlock at, float (&v)[4][2 * A]) {
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
                           const PassMemory& memory, PointBlock at) {
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
  const PointBlock at = block_of_thread<kAny>();
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
    const PointBlock at{kAny * across, kBlockRows * down};
    if (at.x < out.width && at.y < out.height) any_pixels<kAny>(work, in, out, near, at);
  }
}

// Plain operations and lattices: no alpha among the colours, and so fewer registers.
__global__ void __launch_bounds__(256, 3)
    lattice_kernel(const __grid_constant__ PointWork work, const __grid_constant__ ImageView in,
                   const __grid_constant__ ImageView out,
                   const __grid_constant__ PassMemory memory) {
  const PointBlock at = block_of_thread<kAny>();
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
__device__ void store_rgba(const ImageView& out, cudaSurfaceObject_t surface, PointBlock at,
                           const float (&v)[C][2 * kAny], const float (&alpha)[2 * kAny]) {
#pragma unroll
  for (int r = 0; r < kBlockRows; ++r) {
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
  const PointBlock at = block_of_thread<kAny>();
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
  const PointBlock at = block_of_thread<kAny>();
  if (at.x >= out.width || at.y >= out.height) return;
  float v[4][2 * kAny];
  make_pixels<kAny>(work, in, memory, at, v);
  store_rgba(out, surface, at, v, v[3]);
}

dim3 grid_for(const ImageView& out, int across) {
  return {blocks(out.width, across * 32), blocks(out.height, kBlockRows * 8)};
}

void launch_staged(const PointWork& work, const CudaPassCall& call, int lines) {
  constexpr unsigned kBlocksEach = 3;
  const ImageView &in = call.in[0], &out = call.out[0];
  const dim3 grid = grid_for(out, kAny);
  const unsigned tiles = grid.x * grid.y;
  const unsigned staged = std::min(tiles, kBlocksEach * processors());
  const std::size_t bytes = static_cast<std::size_t>(lines) * sizeof(CurveLine);
  staged_point_kernel<<<staged, kPointThreads, bytes, call.stream>>>(
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
    lattice_kernel<<<grid, kPointThreads, 0, call.stream>>>(work, in, out, call.memory);
  } else if (!work.plain) {
    any_point_kernel<<<grid, kPointThreads, 0, call.stream>>>(work, in, out, call.memory);
  } else if (is_420(in) && is_420(out) && coupling_of(work) != PointCoupling::all) {
    split_point_kernel<<<grid, kPointThreads, 0, call.stream>>>(work, in, out);
  } else {
    point_kernel<<<grid, kPointThreads, 0, call.stream>>>(work, in, out);
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
    point_to_surface_kernel<<<grid, kPointThreads, 0, stream>>>(work, in, out, surface);
  } else {
    any_to_surface_kernel<<<grid, kPointThreads, 0, stream>>>(work, in, out, memory, surface);
  }
}

}  // namespace framelane
