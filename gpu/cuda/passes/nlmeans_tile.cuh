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
  static __device__ Type plus_square(Type a, Type sum) { return __hfma2(a, a, sum); }
  static __device__ float2 both(Type pair) { return __half22float2(pair); }
  // Exponents above it are those above `cutoffs`.
  struct Bounds {
    unsigned halves;
  };
  static __device__ Bounds bounds(float2 cutoffs) {
    const unsigned upper = __half_as_ushort(__float2half_rd(cutoffs.x));
    const unsigned lower = __half_as_ushort(__float2half_rd(cutoffs.y));
    return {upper | lower << 16};
  }
};
struct FloatPair {
  using Type = float2;
  static __device__ Type make(float upper, float lower) { return make_float2(upper, lower); }
  static __device__ Type difference(Type a, Type b) { return make_float2(a.x - b.x, a.y - b.y); }
  static __device__ Type product(Type a, Type b) { return make_float2(a.x * b.x, a.y * b.y); }
  static __device__ Type sum(Type a, Type b) { return make_float2(a.x + b.x, a.y + b.y); }
  static __device__ Type plus_square(Type a, Type sum) {
    return make_float2(plus_product(a.x, a.x, sum.x), plus_product(a.y, a.y, sum.y));
  }
  using Bounds = float2;
  static __device__ Bounds bounds(float2 cutoffs) { return cutoffs; }
  static __device__ float2 both(Type pair) { return pair; }
};

// What sums are made of: the values, or their squares.
template <typename Pair, typename Type = typename Pair::Type>
struct OfValues {
  static __device__ Type first(Type value) { return value; }
  static __device__ Type plus(Type value, Type sum) { return Pair::sum(value, sum); }
};
template <typename Pair, typename Type = typename Pair::Type>
struct OfSquares {
  static __device__ Type first(Type value) { return Pair::product(value, value); }
  static __device__ Type plus(Type value, Type sum) { return Pair::plus_square(value, sum); }
};

// put(i, the sum of from[i] to from[i + 2 P]) for each i below N. The sums from each value to the
// end of a patch's length of them and those from the next one's beginning on meet in the middle,
// which takes three additions a result.
template <typename Of, int P, int N, typename Pair, typename Put,
          typename Type = typename Pair::Type>
__device__ __forceinline__ void sum_patches(const Type (&from)[N + 2 * P], const Put& put) {
  constexpr int kSide = 2 * P + 1;
#pragma unroll
  for (int first = 0; first < N; first += kSide) {
    Type ends[kSide];
    ends[kSide - 1] = Of::first(from[first + kSide - 1]);
#pragma unroll
    for (int i = kSide - 2; i >= 0; --i)
      ends[i] = Of::plus(from[first + i], ends[i + 1]);
    put(first, ends[0]);
    Type beginning;
#pragma unroll
    for (int i = 1; i < kSide && first + i < N; ++i) {
      const Type value = from[first + kSide + i - 1];
      beginning = i == 1 ? Of::first(value) : Of::plus(value, beginning);
      put(first + i, Pair::sum(ends[i], beginning));
    }
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

// Samples of a tile with all that its patches and their others reach. Searches up to kNearSearch,
// Near, have the pitch of the largest of them, so that it is known when a kernel is compiled.
constexpr int kNearSearch = 10;

template <typename Pair, bool Near>
struct Source {
  typename Pair::Type* pairs;
  int margin;
  int wide_pitch;

  __device__ int pitch() const { return Near ? pitch_of(0) : wide_pitch; }
  static __host__ __device__ int pitch_of(int search) {
    return kColumns + 2 * (Near ? kNearSearch : search) + 1;
  }
  static __host__ __device__ int size_of(int patch, int search) {
    return (kPairRows + 2 * (patch + search)) * pitch_of(search) + 15;
  }
  // Column x and row y of the tile.
  __device__ const typename Pair::Type* at(int x, int y) const {
    return pairs + (margin + y) * pitch() + margin + x;
  }
  __device__ void load(const ImageView& in, const TilePlace& place, int patch, float scale) {
    const int rows = kPairRows + 2 * margin;
    for (int y = static_cast<int>(threadIdx.x) / 32; y < rows; y += kThreads / 32) {
      const int upper = nearest_inside(place.top + y - margin, place.height);
      const int lower = nearest_inside(place.top + y - margin + kPairRows, place.height);
      for (int x = static_cast<int>(threadIdx.x) % 32; x < kColumns + 2 * (margin - patch);
           x += 32) {
        const int sx = nearest_inside(place.left + x - margin, place.width);
        pairs[y * pitch() + x] = Pair::make(load_code(in, place.c, sx, upper) * scale,
                                            load_code(in, place.c, sx, lower) * scale);
      }
    }
  }
};

// Sums down the patch of the thread's column, its differences from (dx, dy) away.
template <int P, typename Pair, typename Type = typename Pair::Type>
__device__ void sum_down(const Type (&own)[kDown + 2 * P], const Type* other, int pitch,
                         Type* into) {
  Type differences[kDown + 2 * P];
#pragma unroll
  for (int j = 0; j < kDown + 2 * P; ++j)
    differences[j] = Pair::difference(own[j], other[j * pitch]);
  sum_patches<OfSquares<Pair>, P, kDown, Pair>(
      differences, [&](int j, Type sum) { into[j * kDownPitch] = sum; });
}

// The results of a thread: pairs of a row.
template <int N>
struct Means {
  float2 sum[N] = {}, total[N] = {};

  // bounds: for both rows.
  __device__ void add(int i, float2 sample, float2 exponent, float2 bounds) {
    if (exponent.x > bounds.x) {
      const float weight = weight_of(exponent.x);
      sum[i].x = fmaf(weight, sample.x, sum[i].x);
      total[i].x += weight;
    }
    if (exponent.y > bounds.y) {
      const float weight = weight_of(exponent.y);
      sum[i].y = fmaf(weight, sample.y, sum[i].y);
      total[i].y += weight;
    }
  }
  __device__ void add(int i, float2 sample, __half2 exponents, HalfPair::Bounds bounds) {
    const float2 exponent = __half22float2(exponents);
#ifdef __CUDA_ARCH__  // one comparison for both
    asm("{\n"
        ".reg .pred p, q;\n"
        "setp.gt.f16x2 p|q, %4, %5;\n"
        "@p fma.rn.f32 %0, %6, %8, %0;\n"
        "@p add.f32 %1, %1, %6;\n"
        "@q fma.rn.f32 %2, %7, %9, %2;\n"
        "@q add.f32 %3, %3, %7;\n"
        "}"
        : "+f"(sum[i].x), "+f"(total[i].x), "+f"(sum[i].y), "+f"(total[i].y)
        : "r"(*reinterpret_cast<const unsigned*>(&exponents)), "r"(bounds.halves),
          "f"(weight_of(exponent.x)), "f"(weight_of(exponent.y)), "f"(sample.x), "f"(sample.y));
#else
    const __half2 both = *reinterpret_cast<const __half2*>(&bounds);
    add(i, sample, exponent, __half22float2(both));
#endif
  }
};

constexpr float kNever = 1;  // no exponent exceeds it

// One offset's part of a thread's results. x: the picture's column of the other sample of result 0.
// kInside: all of them lie inside the picture.
template <int P, typename Pair, bool kInside, typename Type = typename Pair::Type>
__device__ void add_across(Means<kAcross<P>>& means, const Type* sums, const Type* samples,
                           Type falloff, typename Pair::Bounds bounds, int x, int width) {
  constexpr int N = kAcross<P>;
  Type down[N + 2 * P];
#pragma unroll
  for (int i = 0; i < N + 2 * P; ++i)
    down[i] = sums[i];
  sum_patches<OfValues<Pair>, P, N, Pair>(down, [&](int i, Type patch) {
    if (kInside || lies_inside(x + i, width))
      means.add(i, Pair::both(samples[i]), Pair::product(patch, falloff), bounds);
  });
}

template <int P, typename Pair, bool Near>
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
  Source<Pair, Near> source{lines + 2 * kDownSize, P + search,
                            Source<Pair, Near>::pitch_of(search)};
  source.load(in, place, P, numbers.scale);
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
    const typename Pair::Bounds bounds = Pair::bounds(
        make_float2(lies_inside(y, place.height) ? numbers.cutoff : kNever,
                    lies_inside(y + kPairRows, place.height) ? numbers.cutoff : kNever));
#pragma unroll 1
    for (int dx = -search; dx <= search; ++dx, turn ^= 1) {
      Type* const line = lines + turn * kDownSize;
      sum_down<P, Pair>(own, source.at(column - P + dx, group - P + dy), source.pitch(),
                        line + group * kDownPitch + column);
      // The other line is written again only after everybody came here.
      __syncthreads();
      const Type* const sums = line + row * kDownPitch + run;
      const Type* const samples = source.at(run + dx, row + dy);
      const int x = place.left + run + dx;  // the same for a whole warp
      if (x >= 0 && x + N <= place.width) {
        add_across<P, Pair, true>(means, sums, samples, falloff, bounds, x, place.width);
      } else {
        add_across<P, Pair, false>(means, sums, samples, falloff, bounds, x, place.width);
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
