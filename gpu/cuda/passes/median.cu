#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/quads.cuh"
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/median_key.h"
#include "gpu/filters/median_run.h"

namespace framelane {
namespace {

constexpr int kThreads = 256;

// The tile's samples as they are, tiles of `columns` x `rows`.
__device__ void pass_through(const ImageView& in, const ImageView& out, const TilePlace& place,
                             int columns, int rows) {
  for (int i = static_cast<int>(threadIdx.x); i < columns * rows; i += kThreads) {
    const int x = place.left + i % columns, y = place.top + i / columns;
    if (x < place.width && y < place.height)
      store_code(out, place.c, x, y, load_or_top(in, place.c, x, y));
  }
}

__device__ bool untouched(const MedianWork& work, const ImageView& in, const TilePlace& place) {
  return (work.components >> place.c & 1) == 0 || in.data[place.c] == nullptr;
}

// Windows with a network: two keys of 16 bits a word, of the tile's upper and lower half, so that
// each exchange orders two samples; a thread makes two results below each other of both.
constexpr int kNetColumns = 64, kNetRows = 32, kHalfRows = kNetRows / 2;

struct PairOrder {
  __device__ void lower(unsigned a, unsigned b, unsigned& into) const { into = __vminu2(a, b); }
  __device__ void higher(unsigned a, unsigned b, unsigned& into) const { into = __vmaxu2(a, b); }
};

template <int R>
struct PairTile {
  static constexpr int kMargin = (R + 3) / 4 * 4, kPitch = kNetColumns + 2 * kMargin;
  static constexpr int kRows = kHalfRows + 2 * R;
  unsigned keys[kRows * kPitch];

  __device__ void load(const ImageView& in, const TilePlace& place, const MedianScale& scale) {
    constexpr int kQuads = kPitch / 4;
    for (int i = static_cast<int>(threadIdx.x); i < kRows * kQuads; i += kThreads) {
      const int y = place.top - R + i / kQuads, x = place.left - kMargin + i % kQuads * 4;
      float upper[4], lower[4];
      load4_repeated(in, place.c, x, nearest_inside(y, place.height), place.width, upper);
      load4_repeated(in, place.c, x, nearest_inside(y + kHalfRows, place.height), place.width,
                     lower);
      unsigned pairs[4];
      for (int k = 0; k < 4; ++k)
        pairs[k] = median_key(upper[k], scale) | static_cast<unsigned>(median_key(lower[k], scale))
                                                     << 16;
      *reinterpret_cast<uint4*>(keys + 4 * i) = make_uint4(pairs[0], pairs[1], pairs[2], pairs[3]);
    }
  }
  // The medians around column x of rows y and y + 1 of each half.
  __device__ void find(int x, int y, unsigned (&medians)[2]) const {
    constexpr int kSide = MedianSizes<R>::kSide;
    const unsigned* at = keys + y * kPitch + kMargin - R + x;
    unsigned core[MedianSizes<R>::kCore], upper[kSide], lower[kSide];
#pragma unroll
    for (int i = 0; i < kSide; ++i) {
      upper[i] = at[i];
      lower[i] = at[kSide * kPitch + i];
#pragma unroll
      for (int r = 0; r < 2 * R; ++r)
        core[i * 2 * R + r] = at[(r + 1) * kPitch + i];
    }
    two_medians<R>(core, upper, lower, PairOrder{}, medians);
  }
};

// Blocks that registers must be left for on a processor: the larger networks need more of them.
constexpr int blocks_for(int radius) {
  return radius < 3 ? 4 : radius == 3 ? 3 : 2;
}

template <int R>
__global__ void __launch_bounds__(kThreads, blocks_for(R))
    network_kernel(const __grid_constant__ MedianWork work, const __grid_constant__ Tiles tiles,
                   const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  __shared__ __align__(16) PairTile<R> tile;
  const TilePlace place = tiles.place(out);
  if (untouched(work, in, place)) return pass_through(in, out, place, kNetColumns, kNetRows);
  const MedianScale scale = median_scale(in);
  tile.load(in, place, scale);
  __syncthreads();
  const auto store = [&](int x, int y, unsigned key) {
    if (place.left + x < place.width && place.top + y < place.height)
      store_code(out, place.c, place.left + x, place.top + y,
                 static_cast<float>(key) * scale.code_of_key);
  };
  const int y = static_cast<int>(threadIdx.x) / 32 * 2;
#pragma unroll 1
  for (int x = static_cast<int>(threadIdx.x) % 32; x < kNetColumns; x += 32) {
    unsigned medians[2];
    tile.find(x, y, medians);
    for (int k = 0; k < 2; ++k) {
      store(x, y + k, medians[k] & 0xffffU);
      store(x, y + k + kHalfRows, medians[k] >> 16);
    }
  }
}
static_assert(kThreads / 32 * 2 == kHalfRows);

// Any other window and rank.
constexpr int kTileWidth = 32, kTileHeight = 16;

// The largest key with at most `rank` keys below it, bit by bit. key(i, j): of the window's column
// i and row j.
template <typename Key>
__device__ unsigned key_of_rank(const MedianWork& work, int bits, Key key) {
  unsigned found = 0;
  for (int bit = bits - 1; bit >= 0; --bit) {
    const unsigned trial = found | 1U << bit;
    int below = 0;
    for (int j = 0; j <= 2 * work.radius_y; ++j)
      for (int i = 0; i <= 2 * work.radius_x; ++i)
        below += key(i, j) < trial ? 1 : 0;
    if (below <= work.rank) found = trial;
  }
  return found;
}

__device__ unsigned key_at(const ImageView& in, const TilePlace& place, const MedianScale& scale,
                           int x, int y) {
  return median_key(
      load_code(in, place.c, nearest_inside(x, place.width), nearest_inside(y, place.height)),
      scale);
}

// staged: the window's keys fit shared memory; else they are read from the picture every time.
__global__ void __launch_bounds__(kThreads)
    median_kernel(const __grid_constant__ MedianWork work, const __grid_constant__ Tiles tiles,
                  const __grid_constant__ ImageView in, const __grid_constant__ ImageView out,
                  bool staged) {
  extern __shared__ std::uint16_t keys[];
  const TilePlace place = tiles.place(out);
  if (untouched(work, in, place)) return pass_through(in, out, place, kTileWidth, kTileHeight);
  const MedianScale scale = median_scale(in);
  const int rx = work.radius_x, ry = work.radius_y, pitch = kTileWidth + 2 * rx;
  for (int i = static_cast<int>(threadIdx.x); staged && i < pitch * (kTileHeight + 2 * ry);
       i += kThreads)
    keys[i] = static_cast<std::uint16_t>(
        key_at(in, place, scale, place.left - rx + i % pitch, place.top - ry + i / pitch));
  __syncthreads();
  const int x = static_cast<int>(threadIdx.x) % kTileWidth;
  if (place.left + x >= place.width) return;
  for (int y = static_cast<int>(threadIdx.x) / kTileWidth;
       y < kTileHeight && place.top + y < place.height; y += kThreads / kTileWidth) {
    const auto near = [&](int i, int j) -> unsigned { return keys[(y + j) * pitch + x + i]; };
    const auto far = [&](int i, int j) {
      return key_at(in, place, scale, place.left + x - rx + i, place.top + y - ry + j);
    };
    const unsigned key =
        staged ? key_of_rank(work, scale.bits, near) : key_of_rank(work, scale.bits, far);
    store_code(out, place.c, place.left + x, place.top + y,
               static_cast<float>(key) * scale.code_of_key);
  }
}

template <int R>
void launch_network(const MedianWork& work, const CudaPassCall& call) {
  if (work.radius_x == R) {
    const Tiles tiles(call.out[0], kNetColumns, kNetRows);
    network_kernel<R>
        <<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, call.in[0], call.out[0]);
  } else if constexpr (R < kMaxNetworkRadius) {
    launch_network<R + 1>(work, call);
  }
}

}  // namespace

void launch(const MedianWork& work, const CudaPassCall& call) {
  if (median_by_network(work)) return launch_network<1>(work, call);
  const Tiles tiles(call.out[0], kTileWidth, kTileHeight);
  constexpr std::size_t kShared = 48 * 1024;
  const auto columns = static_cast<std::size_t>(kTileWidth + 2 * work.radius_x);
  const auto rows = static_cast<std::size_t>(kTileHeight + 2 * work.radius_y);
  const std::size_t bytes = columns * rows * sizeof(std::uint16_t);
  const bool staged = bytes <= kShared;
  median_kernel<<<tiles.count(), kThreads, staged ? bytes : 0, call.stream>>>(
      work, tiles, call.in[0], call.out[0], staged);
}

}  // namespace framelane
