#pragma once
#include "gpu/cuda/passes/bands.cuh"

// Gaussians along one axis for planes of bytes: down into halves, then across into bytes. A warp
// keeps the C chunks of 16 rows or columns that its next results need in registers.
namespace framelane {

inline constexpr int kBandWarps = 4, kBandThreads = 32 * kBandWarps;
inline constexpr int kDownColumns = 32, kDownSteps = 15;   // of a warp: columns, tiles of 16 rows
inline constexpr int kAcrossRows = 16, kAcrossSteps = 20;  // rows, tiles of 16 columns

inline constexpr int kMaxBand = 56;  // the widest radius: that of C = 8

struct BandWork {
  Band<kMaxBand> band;
  std::uint8_t components = 7;  // the others pass unchanged
};

__device__ inline bool computes(const BandWork& work, const ImageView& in, int c) {
  return (work.components >> c & 1) != 0 && in.data[c] != nullptr;
}

// Components that pass unchanged. One the input lacks is written opaque.
template <Lay In, Lay Out>
__device__ void copy_tile(const ImageView& in, const ImageView& out, const Tiles& tiles,
                          const TilePlace& place) {
  const auto top = static_cast<float>(in.max_code);
  const int across = tiles.width / 4, count = across * tiles.height;
  for (int i = static_cast<int>(threadIdx.x); i < count; i += kBandThreads) {
    const int x = place.left + 4 * (i % across), y = place.top + i / across;
    if (x >= place.width || y >= place.height) continue;
    float row[4] = {top, top, top, top};
    if (in.data[place.c] != nullptr) load_samples<In>(in, place.c, x, y, place.width, row);
    store_samples<Out>(out, place.c, x, y, place.width, row);
  }
}

// Four columns of four of a chunk's 16 rows, as a thread's share of four right factors.
struct DownChunk {
  unsigned part[4][2];
};

// column: the thread's first one; top: the chunk's first row, whose neighbours beyond the borders
// are the outermost row again.
__device__ inline void read_chunk(const std::byte* column, unsigned pitch, int top, int height,
                                  unsigned (&words)[4]) {
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int row = top + 2 * fragment_pair() + i % 2 + 8 * (i / 2);
    const auto inside = static_cast<unsigned>(nearest_inside(row, height));
    words[i] = __ldg(
        reinterpret_cast<const unsigned*>(column + static_cast<std::uint64_t>(inside) * pitch));
  }
}

// Bytes as the bits of halves, each beside that of the next row.
__device__ inline void spread_chunk(const unsigned (&words)[4], DownChunk& chunk) {
#pragma unroll
  for (int j = 0; j < 4; ++j)
#pragma unroll
    for (int i = 0; i < 2; ++i)
      chunk.part[j][i] =
          __byte_perm(words[2 * i], words[2 * i + 1], 0x0400 + 0x0101 * j) & 0x00ff00ffU;
}

// The thread's eight neighbours of each of two rows.
__device__ inline void store_down(const ImageView& out, const TilePlace& place, int x, int y,
                                  float scale, const float (&sums)[4][4]) {
  if (x >= place.width) return;
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    if (y + 8 * i >= place.height) return;
    float row[8];
#pragma unroll
    for (int j = 0; j < 8; ++j)
      row[j] = sums[j % 4][2 * i + j / 4] * scale;
    *reinterpret_cast<uint4*>(sample_at(out, place.c, x, y + 8 * i)) =
        make_uint4(two_halves(row[0], row[1]), two_halves(row[2], row[3]),
                   two_halves(row[4], row[5]), two_halves(row[6], row[7]));
  }
}

template <int C>
static __global__ void __launch_bounds__(kBandThreads, C > 6 ? 3 : 4)
    band_down_kernel(const __grid_constant__ BandWork work, const __grid_constant__ Tiles tiles,
                     const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  __shared__ BandTable<C> table;
  const TilePlace place = tiles.place(out);
  if (!computes(work, in, place.c))
    return copy_tile<Lay::bytes, Lay::halves>(in, out, tiles, place);
  table.fill(work.band);
  __syncthreads();
  const int left = place.left + kDownColumns * (static_cast<int>(threadIdx.x) / 32);
  if (left >= place.width) return;  // a whole warp
  const DownBand<C> band(table);
  const std::byte* const column =
      in.data[place.c] + min(left + 4 * fragment_row(), place.width - 4);
  const auto pitch = static_cast<unsigned>(in.pitch_bytes[place.c]);
  const float scale = kByteBits / (work.band.sum * static_cast<float>(out.max_code));
  const int x = left + 8 * fragment_pair(), last = min(place.top + tiles.height, place.height);
  DownChunk chunks[C];
  unsigned next[4];
  int y = place.top, row = y - 8 * (C - 1);  // of the next results, of the next chunk
#pragma unroll
  for (int k = 0; k < C; ++k, row += 16) {
    read_chunk(column, pitch, row, place.height, next);
    if (k < C - 1) spread_chunk(next, chunks[k]);
  }
#pragma unroll 1
  for (;;)
#pragma unroll
    for (int k = 0; k < C; ++k) {
      spread_chunk(next, chunks[(k + C - 1) % C]);
      read_chunk(column, pitch, row, place.height, next);
      float sums[4][4] = {};
#pragma unroll
      for (int i = 0; i < C; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          multiply_add(sums[j], band.part[i], chunks[(k + i) % C].part[j]);
      store_down(out, place, x, y + fragment_row(), scale, sums);
      y += 16;
      row += 16;
      if (y >= last) return;
    }
}

// Four halves of a row from x on, a multiple of four; beyond its ends the outermost one again.
__device__ inline uint2 read_four(const std::byte* row, int x, int width) {
  uint2 four = __ldg(reinterpret_cast<const uint2*>(row + 2 * min(max(x, 0), width - 4)));
  if (x < 0) four.x = four.y = __byte_perm(four.x, 0, 0x1010);
  if (x >= width) four.x = four.y = __byte_perm(four.y, 0, 0x3232);
  return four;
}

template <int C>
static __global__ void __launch_bounds__(kBandThreads, C > 6 ? 4 : 6)
    band_across_kernel(const __grid_constant__ BandWork work, const __grid_constant__ Tiles tiles,
                       const __grid_constant__ ImageView in,
                       const __grid_constant__ ImageView out) {
  __shared__ BandTable<C> table;
  const TilePlace place = tiles.place(out);
  if (!computes(work, in, place.c))
    return copy_tile<Lay::halves, Lay::bytes>(in, out, tiles, place);
  table.fill(work.band);
  __syncthreads();
  const int top = place.top + kAcrossRows * (static_cast<int>(threadIdx.x) / 32);
  if (top >= place.height) return;  // a whole warp
  const AcrossBand<C, 1> band(table);
  const int y = top + fragment_row();
  const std::byte* const upper = sample_at(in, place.c, 0, min(y, place.height - 1));
  const std::byte* const lower = sample_at(in, place.c, 0, min(y + 8, place.height - 1));
  const float scale = static_cast<float>(in.max_code) / work.band.sum;
  const int last = min(place.left + tiles.width, place.width);
  int x = place.left + 4 * fragment_pair(), from = x - 8 * (C - 1);
  unsigned chunks[C][4];
  uint2 next[2];
  const auto read = [&] {
    next[0] = read_four(upper, from, place.width);
    next[1] = read_four(lower, from, place.width);
    from += 16;
  };
  const auto take = [&](unsigned(&chunk)[4]) {
    chunk[0] = next[0].x;
    chunk[1] = next[1].x;
    chunk[2] = next[0].y;
    chunk[3] = next[1].y;
  };
#pragma unroll
  for (int k = 0; k < C - 1; ++k) {
    read();
    take(chunks[k]);
  }
  read();
#pragma unroll 1
  for (;;)
#pragma unroll
    for (int k = 0; k < C; ++k) {
      take(chunks[(k + C - 1) % C]);
      read();
      AcrossSums sums;
#pragma unroll
      for (int i = 0; i < C; ++i)
        sums.add(chunks[(k + i) % C], band, i);
      if (x < last) store_across(out, place, x, y, scale, sums);
      x += 16;
      if (x - 4 * fragment_pair() >= last) return;
    }
}

}  // namespace framelane
