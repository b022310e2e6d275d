#include "gpu/cuda/passes/grid.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/vectors.cuh"
#include "gpu/filters/chromakey_math.h"

namespace framelane {
namespace {

// A thread takes 4 x 2 pixels.
constexpr int kAcross = 4, kDown = 2;

// Distances at columns x - 1 .. x + 4 of rows y - 1 .. y + 2; x and y are even, so that columns 2
// and 4 and row 2 share chroma with those before them.
__device__ void load_distances(const ChromakeyWork& work, const ImageView& in, int x, int y,
                               float (&d)[kDown + 2][kAcross + 2]) {
  const int lw = in.log2_chroma_w, lh = in.log2_chroma_h;
#pragma unroll
  for (int r = 0; r < kDown + 2; ++r)
#pragma unroll
    for (int i = 0; i < kAcross + 2; ++i) {
      const int above = r == 2 ? 1 : r, left = i == 2 || i == 4 ? i - 1 : i;
      if (lh > 0 && above != r) {
        d[r][i] = d[above][i];
      } else if (lw > 0 && left != i) {
        d[r][i] = d[r][left];
      } else {
        const int cx = nearest_inside(x - 1 + i, in.width) >> lw;
        const int cy = nearest_inside(y - 1 + r, in.height) >> lh;
        d[r][i] = key_distance(work, load_code(in, 1, cx, cy), load_code(in, 2, cx, cy));
      }
    }
}

__device__ void store_alpha(const ChromakeyWork& work, const ImageView& in, const ImageView& out,
                            int x, int y) {
  const auto top = static_cast<float>(out.max_code);
  float d[kDown + 2][kAcross + 2];
  if (in.data[1] != nullptr) load_distances(work, in, x, y, d);
#pragma unroll
  for (int r = 0; r < kDown; ++r) {
    if (y + r >= out.height) return;
    float alpha[kAcross];
#pragma unroll
    for (int i = 0; i < kAcross; ++i) {
      float sum = 9 * key_distance(work, work.neutral, work.neutral);
      if (in.data[1] != nullptr) {
        const float before = d[r][i] + d[r + 1][i] + d[r + 2][i];
        const float here = d[r][i + 1] + d[r + 1][i + 1] + d[r + 2][i + 1];
        const float after = d[r][i + 2] + d[r + 1][i + 2] + d[r + 2][i + 2];
        sum = before + here + after;
      }
      alpha[i] = key_alpha(work, sum, top);
    }
    store_samples(out, 3, x, y + r, out.width, alpha);
  }
}

template <int N>
__device__ void pass_samples(const ChromakeyWork& work, const ImageView& in, const ImageView& out,
                             int c, int x, int y) {
  float v[N];
  load_samples(in, c, x, y, in.component_width(c), v);
#pragma unroll
  for (float& value : v)
    value = work.gain[c] * value + work.offset[c];
  store_samples(out, c, x, y, out.component_width(c), v);
}

__device__ void pass_chroma(const ChromakeyWork& work, const ImageView& in, const ImageView& out,
                            int c, int x, int y) {
  const int lw = in.log2_chroma_w, lh = in.log2_chroma_h;
  for (int r = 0; r < kDown >> lh; ++r) {
    const int row = (y >> lh) + r;
    if (row >= in.component_height(c)) return;
    if (lw == 0) {
      pass_samples<kAcross>(work, in, out, c, x, row);
    } else {
      pass_samples<kAcross / 2>(work, in, out, c, x >> lw, row);
    }
  }
}

__global__ void __launch_bounds__(256, 4)
    chromakey_kernel(const __grid_constant__ ChromakeyWork work,
                     const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  const int x = kAcross * static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = kDown * static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= out.width || y >= out.height) return;
  for (int r = 0; r < kDown && y + r < out.height; ++r)
    pass_samples<kAcross>(work, in, out, 0, x, y + r);
  if (in.color_count > 1) {
    pass_chroma(work, in, out, 1, x, y);
    pass_chroma(work, in, out, 2, x, y);
  }
  if (out.data[3] != nullptr) store_alpha(work, in, out, x, y);
}

}  // namespace

void launch(const ChromakeyWork& work, const CudaPassCall& call) {
  const ImageView& out = call.out[0];
  const dim3 grid(blocks(out.width, kAcross * 32), blocks(out.height, kDown * 8));
  chromakey_kernel<<<grid, kPointThreads, 0, call.stream>>>(work, call.in[0], out);
}

}  // namespace framelane
