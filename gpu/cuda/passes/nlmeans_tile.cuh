#pragma once
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/nlmeans_work.h"
#include "gpu/filters/weight_math.h"

namespace framelane {

__device__ inline bool lies_inside(int i, int size) {
  return i >= 0 && i < size;
}

// Two samples in one: those of a tile's upper and of its lower half. Halves hold 8-bit codes
// exactly, and distances to a few thousandths, or infinite where the weight is 0.
struct HalfPair {
  using Type = __half2;
  static __device__ Type make(float upper, float lower) { return __floats2half2_rn(upper, lower); }
  static __device__ Type difference(Type a, Type b) { return __hsub2(a, b); }
  static __device__ Type product(Type a, Type b) { return __hmul2(a, b); }
  static __device__ Type sum(Type a, Type b) { return __hadd2(a, b); }
  static __device__ float2 both(Type pair) { return __half22float2(pair); }
};
struct FloatPair {
  using Type = float2;
  static __device__ Type make(float upper, float lower) { return make_float2(upper, lower); }
  static __device__ Type difference(Type a, Type b) { return make_float2(a.x - b.x, a.y - b.y); }
  static __device__ Type product(Type a, Type b) { return make_float2(a.x * b.x, a.y * b.y); }
  static __device__ Type sum(Type a, Type b) { return make_float2(a.x + b.x, a.y + b.y); }
  static __device__ float2 both(Type pair) { return pair; }
};

// into[i] = from[i] + ... + from[i + 2 P], by sums of two and four; P up to 3.
template <int P, int N, typename Pair, typename Type = typename Pair::Type>
__device__ void sum_patches(const Type (&from)[N + 2 * P], Type (&into)[N]) {
  Type two[N + 2 * P - 1];
#pragma unroll
  for (int i = 0; i < N + 2 * P - 1; ++i)
    two[i] = Pair::sum(from[i], from[i + 1]);
#pragma unroll
  for (int i = 0; i < N; ++i) {
    Type sum = two[i];
    if constexpr (P >= 2) sum = Pair::sum(sum, two[i + 2]);
    if constexpr (P >= 3) sum = Pair::sum(sum, two[i + 4]);
    into[i] = Pair::sum(sum, from[i + 2 * P]);
  }
}

// Patches of radius P <= 3. In a tile of kPairRows rows of pairs, for each offset: the threads, a
// column and kDown rows each, add squared differences up down the patch; then, a row and kAcross
// columns each, across it, and add the weighted samples to what they keep in registers.
constexpr int kPairRows = 32, kColumns = 64, kDown = 16, kThreads = 128;
static_assert(kColumns * (kPairRows / kDown) == kThreads);
constexpr int kRuns = kThreads / kPairRows;
constexpr int kDownPitch = kColumns + 1;                // odd: threads read down a column
constexpr int kDownSize = kPairRows * kDownPitch + 15;  // the last run may look beyond

template <int P>
inline constexpr int kTileWidth = kColumns - 2 * P;
template <int P>
inline constexpr int kAcross = (kTileWidth<P> + kRuns - 1) / kRuns;

// The tile's own numbers: the samples are codes times `scale`, a power of two that keeps what
// counts within a half's range.
struct Numbers {
  float scale, falloff, cutoff;
};

// Samples of a tile with all that its patches and their others reach.
template <typename Pair>
struct Source {
  typename Pair::Type* pairs;
  int pitch, margin;

  static __host__ __device__ int pitch_of(int search) { return kColumns + 2 * search + 1; }
  static __host__ __device__ int size_of(int patch, int search) {
    return (kPairRows + 2 * (patch + search)) * pitch_of(search) + 15;
  }
  // Column x and row y of the tile.
  __device__ const typename Pair::Type* at(int x, int y) const {
    return pairs + (margin + y) * pitch + margin + x;
  }
  __device__ void load(const ImageView& in, const TilePlace& place, float scale) {
    const int rows = kPairRows + 2 * margin;
    for (int y = static_cast<int>(threadIdx.x) / 32; y < rows; y += kThreads / 32) {
      const int upper = nearest_inside(place.top + y - margin, place.height);
      const int lower = nearest_inside(place.top + y - margin + kPairRows, place.height);
      for (int x = static_cast<int>(threadIdx.x) % 32; x < pitch - 1; x += 32) {
        const int sx = nearest_inside(place.left + x - margin, place.width);
        pairs[y * pitch + x] = Pair::make(load_code(in, place.c, sx, upper) * scale,
                                          load_code(in, place.c, sx, lower) * scale);
      }
    }
  }
};

// Sums down the patch of the thread's column, its differences from (dx, dy) away.
template <int P, typename Pair, typename Type = typename Pair::Type>
__device__ void sum_down(const Type (&own)[kDown + 2 * P], const Type* other, int pitch,
                         Type* into) {
  Type squares[kDown + 2 * P], sums[kDown];
#pragma unroll
  for (int j = 0; j < kDown + 2 * P; ++j) {
    const Type difference = Pair::difference(own[j], other[j * pitch]);
    squares[j] = Pair::product(difference, difference);
  }
  sum_patches<P, kDown, Pair>(squares, sums);
#pragma unroll
  for (int j = 0; j < kDown; ++j)
    into[j * kDownPitch] = sums[j];
}

// The results of a thread: pairs of a row.
template <int N>
struct Means {
  float2 sum[N] = {}, total[N] = {};

  // cutoffs: for both rows.
  __device__ void add(int i, float2 sample, float2 exponent, float2 cutoffs) {
    if (exponent.x > cutoffs.x) {
      const float weight = weight_of(exponent.x);
      sum[i].x = fmaf(weight, sample.x, sum[i].x);
      total[i].x += weight;
    }
    if (exponent.y > cutoffs.y) {
      const float weight = weight_of(exponent.y);
      sum[i].y = fmaf(weight, sample.y, sum[i].y);
      total[i].y += weight;
    }
  }
};

constexpr float kNever = 1;  // no exponent exceeds it

constexpr int kBatch = 8;  // of a thread's results, so that registers suffice for what lies between

// One offset's part of a thread's results from kFirst on. x: the picture's column of the other
// sample of result 0. kInside: all of them lie inside the picture.
template <int P, typename Pair, bool kInside, int kFirst = 0, typename Type = typename Pair::Type>
__device__ void add_across(Means<kAcross<P>>& means, const Type* sums, const Type* samples,
                           Type falloff, float2 cutoffs, int x, int width) {
  constexpr int N = kAcross<P> - kFirst < kBatch ? kAcross<P> - kFirst : kBatch;
  Type down[N + 2 * P], patches[N];
#pragma unroll
  for (int i = 0; i < N + 2 * P; ++i)
    down[i] = sums[kFirst + i];
  sum_patches<P, N, Pair>(down, patches);
#pragma unroll
  for (int i = 0; i < N; ++i) {
    const float2 exponent = Pair::both(Pair::product(patches[i], falloff));
    if (kInside || lies_inside(x + kFirst + i, width))
      means.add(kFirst + i, Pair::both(samples[kFirst + i]), exponent, cutoffs);
  }
  if constexpr (kFirst + N < kAcross<P>)
    add_across<P, Pair, kInside, kFirst + N>(means, sums, samples, falloff, cutoffs, x, width);
}

template <int P, typename Pair>
__global__ void __launch_bounds__(kThreads, sizeof(typename Pair::Type) == 4 ? 4 : 3)
    tile_kernel(const __grid_constant__ NlmeansWork work, Numbers numbers,
                const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                const __grid_constant__ ImageView out) {
  using Type = typename Pair::Type;
  extern __shared__ __align__(8) unsigned char memory[];
  constexpr int N = kAcross<P>;
  const TilePlace place = tiles.place(out);
  const int search = work.components[place.c].search;
  Type* const lines = reinterpret_cast<Type*>(memory);  // twice, by turns
  Source<Pair> source{lines + 2 * kDownSize, Source<Pair>::pitch_of(search), P + search};
  source.load(in, place, numbers.scale);
  __syncthreads();
  const int column = static_cast<int>(threadIdx.x) % kColumns;
  const int group = static_cast<int>(threadIdx.x) / kColumns * kDown;
  const int row = static_cast<int>(threadIdx.x) % kPairRows;
  const int run = static_cast<int>(threadIdx.x) / kPairRows * N;
  Type own[kDown + 2 * P];
#pragma unroll
  for (int j = 0; j < kDown + 2 * P; ++j)
    own[j] = *source.at(column - P, group + j - P);
  const Type falloff = Pair::make(-numbers.falloff, -numbers.falloff);
  Means<N> means;
  int turn = 0;
#pragma unroll 1
  for (int dy = -search; dy <= search; ++dy) {
    const int y = place.top + row + dy;
    const float2 cutoffs =
        make_float2(lies_inside(y, place.height) ? numbers.cutoff : kNever,
                    lies_inside(y + kPairRows, place.height) ? numbers.cutoff : kNever);
#pragma unroll 1
    for (int dx = -search; dx <= search; ++dx, turn ^= 1) {
      Type* const line = lines + turn * kDownSize;
      sum_down<P, Pair>(own, source.at(column - P + dx, group - P + dy), source.pitch,
                        line + group * kDownPitch + column);
      // The other line is written again only after everybody came here.
      __syncthreads();
      const Type* const sums = line + row * kDownPitch + run;
      const Type* const samples = source.at(run + dx, row + dy);
      const int x = place.left + run + dx;  // the same for a whole warp
      if (x >= 0 && x + N <= place.width) {
        add_across<P, Pair, true>(means, sums, samples, falloff, cutoffs, x, place.width);
      } else {
        add_across<P, Pair, false>(means, sums, samples, falloff, cutoffs, x, place.width);
      }
    }
  }
  const float unit = 1.0F / numbers.scale;
#pragma unroll
  for (int i = 0; i < N; ++i) {
    const int x = place.left + run + i, y = place.top + row;
    if (run + i >= kTileWidth<P> || x >= place.width) break;
    if (y < place.height) store_code(out, place.c, x, y, means.sum[i].x / means.total[i].x * unit);
    if (y + kPairRows < place.height)
      store_code(out, place.c, x, y + kPairRows, means.sum[i].y / means.total[i].y * unit);
  }
}

}  // namespace framelane
