#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/single.cuh"
#include "gpu/cuda/passes/tiles.cuh"

namespace framelane {
namespace {

constexpr int kThreads = 256;
constexpr int kAcross = 4;  // samples of a row a thread moves
constexpr int kRowTileWidth = 32 * kAcross, kRowTileHeight = kThreads / 32;
constexpr int kSquare = 32;       // a tile whose rows become columns
constexpr int kBytesSquare = 64;  // the same of bytes

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
    load_samples<kAcross>(in, c, span.left + x, row_of(work, span, y), span.left + width, v);
  }
  store_samples<kAcross>(out, c, x, y, width, v);
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

// Bytes are moved as they are, eight or four by four a thread.

__device__ inline unsigned turned(unsigned word) {
  return __byte_perm(word, 0, 0x0123);
}

__global__ void __launch_bounds__(kThreads)
    rows_of_bytes_kernel(const __grid_constant__ RemapWork work,
                         const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                         const __grid_constant__ ImageView out) {
  const TilePlace place = tiles.place(out);
  const int x = place.left + static_cast<int>(threadIdx.x) % 32 * kPiece;
  const int y = place.top + static_cast<int>(threadIdx.x) / 32;
  if (x >= place.width || y >= place.height) return;
  const RemapSpan span = span_of(work, in, out, place.c);
  const int from = span.left + (work.flip_x ? span.width - kPiece - x : x);
  uint2 bytes = *reinterpret_cast<const uint2*>(
      place_of<Lay::bytes>(in, place.c, from, row_of(work, span, y)));
  if (work.flip_x) bytes = make_uint2(turned(bytes.y), turned(bytes.x));
  *reinterpret_cast<uint2*>(place_of<Lay::bytes>(out, place.c, x, y)) = bytes;
}

// Four words' bytes as a square, its rows made columns.
__device__ inline void transpose(unsigned (&rows)[4]) {
  const unsigned a = __byte_perm(rows[0], rows[1], 0x5140),
                 b = __byte_perm(rows[2], rows[3], 0x5140);
  const unsigned c = __byte_perm(rows[0], rows[1], 0x7362),
                 d = __byte_perm(rows[2], rows[3], 0x7362);
  rows[0] = __byte_perm(a, b, 0x5410);
  rows[1] = __byte_perm(a, b, 0x7632);
  rows[2] = __byte_perm(c, d, 0x5410);
  rows[3] = __byte_perm(c, d, 0x7632);
}

// A warp's squares: eight along the input's rows, four of them beside each other in the output.
__global__ void __launch_bounds__(kThreads)
    swap_of_bytes_kernel(const __grid_constant__ RemapWork work,
                         const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                         const __grid_constant__ ImageView out) {
  const TilePlace place = tiles.place(out);
  const int thread = static_cast<int>(threadIdx.x);
  const int x = place.left + thread / 8 % (kBytesSquare / 4) * 4;
  const int y = place.top + (thread / 128 * 8 + thread % 8) * 4;
  if (x >= place.width || y >= place.height) return;
  const RemapSpan span = span_of(work, in, out, place.c);
  const int from = span.left + (work.flip_x ? span.width - 4 - y : y);
  unsigned words[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    words[i] = *reinterpret_cast<const unsigned*>(
        place_of<Lay::bytes>(in, place.c, from, row_of(work, span, x + i)));
    if (work.flip_x) words[i] = turned(words[i]);
  }
  transpose(words);
#pragma unroll
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<unsigned*>(place_of<Lay::bytes>(out, place.c, x, y + i)) = words[i];
}

// Whether the part of every component begins and ends at whole pieces of what a thread moves.
bool moves_bytes(const RemapWork& work, const ImageView& in, const ImageView& out) {
  if (!lies_as(in, Lay::bytes) || !lies_as(out, Lay::bytes)) return false;
  for (int c = 0; c < 4; ++c) {
    if (out.data[c] == nullptr) continue;
    const RemapSpan span = span_of(work, in, out, c);
    if (in.data[c] == nullptr || span.left % kPiece != 0 || span.width % kPiece != 0) return false;
  }
  return true;
}

void launch_bytes(const RemapWork& work, const CudaPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  if (work.swap) {
    const Tiles tiles(out, kBytesSquare, kBytesSquare);
    swap_of_bytes_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, in, out);
  } else {
    const Tiles tiles(out, 32 * kPiece, kThreads / 32);
    rows_of_bytes_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, in, out);
  }
}

}  // namespace

void launch(const RemapWork& work, const CudaPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  if (moves_bytes(work, in, out)) return launch_bytes(work, call);
  if (work.swap) {
    const Tiles tiles(out, kSquare, kSquare);
    swap_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, in, out);
  } else {
    const Tiles tiles(out, kRowTileWidth, kRowTileHeight);
    rows_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, in, out);
  }
}

}  // namespace framelane
