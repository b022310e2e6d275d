#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/quads.cuh"
#include "gpu/cuda/passes/single.cuh"
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
constexpr int kNetRows = 32, kHalfRows = kNetRows / 2;

template <int R>
inline constexpr int kNetColumns = R == 1 ? 128 : 64;

struct PairOrder {
  __device__ void lower(unsigned a, unsigned b, unsigned& into) const { into = __vminu2(a, b); }
  __device__ void higher(unsigned a, unsigned b, unsigned& into) const { into = __vmaxu2(a, b); }
};

// Pairs of samples x .. x + 3 of rows `upper` and `lower`. A byte's key is the byte twice, which
// takes one instruction a pair.
template <Lay L>
__device__ inline uint4 load_pairs(const ImageView& in, const TilePlace& place,
                                   const MedianScale& scale, int x, int upper, int lower) {
  if constexpr (L == Lay::bytes) {
    const unsigned a = bytes_repeated(in, place.c, x, upper, place.width);
    const unsigned b = bytes_repeated(in, place.c, x, lower, place.width);
    return make_uint4(__byte_perm(a, b, 0x4400), __byte_perm(a, b, 0x5511),
                      __byte_perm(a, b, 0x6622), __byte_perm(a, b, 0x7733));
  } else {
    float a[4], b[4];
    load4_repeated(in, place.c, x, upper, place.width, a);
    load4_repeated(in, place.c, x, lower, place.width, b);
    const auto pair = [&](int k) {
      return median_key(a[k], scale) | static_cast<unsigned>(median_key(b[k], scale)) << 16;
    };
    return make_uint4(pair(0), pair(1), pair(2), pair(3));
  }
}

template <int R>
struct PairTile {
  static constexpr int kMargin = (R + 3) / 4 * 4, kPitch = kNetColumns<R> + 2 * kMargin;
  static constexpr int kRows = kHalfRows + 2 * R;
  unsigned keys[kRows * kPitch];

  template <Lay L>
  __device__ void load(const ImageView& in, const TilePlace& place, const MedianScale& scale) {
    constexpr int kQuads = kPitch / 4;
    for (int i = static_cast<int>(threadIdx.x); i < kRows * kQuads; i += kThreads) {
      const int y = place.top - R + i / kQuads, x = place.left - kMargin + i % kQuads * 4;
      *reinterpret_cast<uint4*>(keys + 4 * i) =
          load_pairs<L>(in, place, scale, x, nearest_inside(y, place.height),
                        nearest_inside(y + kHalfRows, place.height));
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
  // For R = 1, around columns x .. x + 3; neighbours share the order of their columns' inner pairs.
  __device__ void find_four(int x, int y, unsigned (&medians)[4][2]) const {
    unsigned rows[4][6];
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      const unsigned* at = keys + (y + r) * kPitch + kMargin + x;
      const uint4 four = *reinterpret_cast<const uint4*>(at);
      rows[r][0] = at[-1], rows[r][5] = at[4];
      rows[r][1] = four.x, rows[r][2] = four.y, rows[r][3] = four.z, rows[r][4] = four.w;
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      unsigned core[6];
#pragma unroll
      for (int i = 0; i < 3; ++i) {
        core[2 * i] = rows[1][k + i];
        core[2 * i + 1] = rows[2][k + i];
      }
      two_medians<1>(core, rows[0] + k, rows[3] + k, PairOrder{}, medians[k]);
    }
  }
};

// Blocks that registers must be left for on a processor: the larger networks need more of them.
constexpr int blocks_for(int radius) {
  return radius < 3 ? 4 : radius == 3 ? 3 : 2;
}

// Four results of a row as a word, each the same byte of its key.
__device__ inline unsigned packed(const unsigned (&medians)[4][2], int row, bool lower) {
  const unsigned pair = lower ? 0x0062 : 0x0040;
  const unsigned left = __byte_perm(medians[0][row], medians[1][row], pair);
  const unsigned right = __byte_perm(medians[2][row], medians[3][row], pair);
  return __byte_perm(left, right, 0x5410);
}

// A thread's four columns of bytes.
__device__ void store_fours(const PairTile<1>& tile, const ImageView& out, const TilePlace& place) {
  const int x = static_cast<int>(threadIdx.x) % 32 * 4, y = static_cast<int>(threadIdx.x) / 32 * 2;
  if (place.left + x >= place.width) return;
  unsigned medians[4][2];
  tile.find_four(x, y, medians);
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const int row = place.top + y + k % 2 + (k < 2 ? 0 : kHalfRows);
    if (row < place.height)
      *reinterpret_cast<unsigned*>(place_of<Lay::bytes>(out, place.c, place.left + x, row)) =
          packed(medians, k % 2, k >= 2);
  }
}
static_assert(kNetColumns<1> == 32 * 4);

template <int R, Lay L>
__global__ void __launch_bounds__(kThreads, blocks_for(R))
    network_kernel(const __grid_constant__ MedianWork work, const __grid_constant__ Tiles tiles,
                   const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  __shared__ __align__(16) PairTile<R> tile;
  const TilePlace place = tiles.place(out);
  if (untouched(work, in, place)) return pass_through(in, out, place, kNetColumns<R>, kNetRows);
  const MedianScale scale = median_scale(in);
  tile.template load<L>(in, place, scale);
  __syncthreads();
  if constexpr (R == 1 && L == Lay::bytes) return store_fours(tile, out, place);
  const auto store = [&](int x, int y, unsigned key) {
    if (place.left + x >= place.width || place.top + y >= place.height) return;
    const float code =
        L == Lay::bytes ? byte_of(key, 0) : static_cast<float>(key) * scale.code_of_key;
    store_one<L>(out, place.c, place.left + x, place.top + y, code);
  };
  const int y = static_cast<int>(threadIdx.x) / 32 * 2;
#pragma unroll 1
  for (int x = static_cast<int>(threadIdx.x) % 32; x < kNetColumns<R>; x += 32) {
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
    const ImageView &in = call.in[0], &out = call.out[0];
    const Tiles tiles(out, kNetColumns<R>, kNetRows);
    by_layout(in, out, [&]<Lay In, Lay>() {
      network_kernel<R, In><<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, in, out);
    });
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
