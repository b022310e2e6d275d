#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/passes/tiles.cuh"

namespace framelane {
namespace {

constexpr int kThreads = 256;
constexpr int kAcross = 4;  // samples of a row a thread moves
constexpr int kRowTileWidth = 32 * kAcross, kRowTileHeight = kThreads / 32;
constexpr int kSquare = 32;  // a tile whose rows become columns

__global__ void __launch_bounds__(kThreads)
    rows_kernel(const __grid_constant__ RemapWork work, const __grid_constant__ Tiles tiles,
                const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  int left = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  const int x = left + static_cast<int>(threadIdx.x) % 32 * kAcross;
  const int y = top + static_cast<int>(threadIdx.x) / 32;
  const int width = out.component_width(c);
  if (x >= width || y >= out.component_height(c)) return;
  float v[kAcross];
  const RemapSpan span = span_of(work, in, out, c);
  if (in.data[c] == nullptr) {
    for (float& value : v)
      value = static_cast<float>(in.max_code);
  } else if (work.flip_x) {
    for (int i = 0; i < kAcross; ++i)
      v[i] = load_code(in, c, column_of(work, span, nearest_inside(x + i, width)),
                       row_of(work, span, y));
  } else {
    load4(in, c, span.left + x, row_of(work, span, y), span.left + width, v);
  }
  store4(out, c, x, y, width, v);
}

__global__ void __launch_bounds__(kThreads)
    swap_kernel(const __grid_constant__ RemapWork work, const __grid_constant__ Tiles tiles,
                const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  __shared__ float tile[kSquare][kSquare + 1];
  int left = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  const int width = out.component_width(c), height = out.component_height(c);
  const RemapSpan span = span_of(work, in, out, c);
  const int lane = static_cast<int>(threadIdx.x) % 32, first = static_cast<int>(threadIdx.x) / 32;
  // Rows of the part are columns of the tile.
  for (int i = first; i < kSquare; i += kThreads / 32) {
    const int u = top + lane, v = left + i;
    if (u >= height || v >= width) continue;
    tile[i][lane] = load_or_top(in, c, column_of(work, span, u), row_of(work, span, v));
  }
  __syncthreads();
  for (int i = first; i < kSquare; i += kThreads / 32)
    if (left + lane < width && top + i < height)
      store_code(out, c, left + lane, top + i, tile[lane][i]);
}

}  // namespace

void launch(const RemapWork& work, const CudaPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  if (work.swap) {
    const Tiles tiles(out, kSquare, kSquare);
    swap_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, in, out);
  } else {
    const Tiles tiles(out, kRowTileWidth, kRowTileHeight);
    rows_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, in, out);
  }
}

}  // namespace framelane
