#include <algorithm>

#include "gpu/cuda/passes/grid.cuh"
#include "gpu/cuda/passes/nlmeans_tile.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/weight_math.h"

namespace framelane {
namespace {

// Patches and searches of any size, read from the picture itself: tiles of kAnyTile squared.
constexpr int kAnyTile = 32, kAnyThreads = 256, kAnyRows = 16, kAnyRun = 4;
constexpr int kAnyPitch = kAnyTile + 2 * kMaxNlmeansRadius + 1;
static_assert(kAnyTile * kAnyTile == kAnyThreads * kAnyRun && kAnyPitch % 2 == 1);

struct AnyTile {
  const ImageView& in;
  const TilePlace& place;
  int patch;
  float most;  // squares beyond it change nothing

  __device__ float code(int x, int y) const {
    return load_code(in, place.c, nearest_inside(x, place.width), nearest_inside(y, place.height));
  }
  __device__ float square(int x, int y, int dx, int dy) const {
    const float difference = code(x, y) - code(x + dx, y + dy);
    return fminf(difference * difference, most);
  }
  // Sums down the patch for kAnyRows rows of each column.
  __device__ void sum_down(int dx, int dy, float* line) const {
    const int columns = kAnyTile + 2 * patch;
    const int tasks = columns * (kAnyTile / kAnyRows);
    for (int i = static_cast<int>(threadIdx.x); i < tasks; i += kAnyThreads) {
      const int column = i % columns, row = i / columns * kAnyRows;
      const int x = place.left + column - patch, y = place.top + row;
      float sum = 0;
      for (int j = -patch; j < patch; ++j)
        sum += square(x, y + j, dx, dy);
      for (int j = 0; j < kAnyRows; ++j) {
        sum += square(x, y + j + patch, dx, dy);
        line[(row + j) * kAnyPitch + column] = sum;
        sum -= square(x, y + j - patch, dx, dy);
      }
    }
  }
};

__device__ void pass_through(const ImageView& in, const ImageView& out, const TilePlace& place) {
  for (int i = static_cast<int>(threadIdx.x); i < kAnyTile * kAnyTile; i += kAnyThreads) {
    const int x = place.left + i % kAnyTile, y = place.top + i / kAnyTile;
    if (x < place.width && y < place.height)
      store_code(out, place.c, x, y, load_or_top(in, place.c, x, y));
  }
}

__global__ void __launch_bounds__(kAnyThreads, 4)
    any_kernel(const __grid_constant__ NlmeansWork work, const __grid_constant__ Tiles tiles,
               const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  __shared__ float line[kAnyTile * kAnyPitch];
  const TilePlace place = tiles.place(out);
  const NlmeansComponent& part = work.components[place.c];
  if (part.copy || in.data[place.c] == nullptr) return pass_through(in, out, place);
  const AnyTile tile{in, place, part.patch, -1.01F * work.cutoff / work.falloff};
  const int row = static_cast<int>(threadIdx.x) % kAnyTile;
  const int run = static_cast<int>(threadIdx.x) / kAnyTile * kAnyRun;
  const int left = place.left + run, y = place.top + row;
  float sums[kAnyRun] = {}, totals[kAnyRun] = {};
  for (int dy = -part.search; dy <= part.search; ++dy)
    for (int dx = -part.search; dx <= part.search; ++dx) {
      __syncthreads();
      tile.sum_down(dx, dy, line);
      __syncthreads();
      if (!lies_inside(y + dy, place.height)) continue;
      for (int i = 0; i < kAnyRun; ++i) {
        if (!lies_inside(left + i + dx, place.width)) continue;
        float distance = 0;
        for (int k = 0; k <= 2 * part.patch; ++k)
          distance += line[row * kAnyPitch + run + i + k];
        const float exponent = -work.falloff * distance;
        if (exponent <= work.cutoff) continue;
        const float weight = weight_of(exponent);
        sums[i] += weight * tile.code(left + i + dx, y + dy);
        totals[i] += weight;
      }
    }
  for (int i = 0; i < kAnyRun; ++i)
    if (left + i < place.width && y < place.height)
      store_code(out, place.c, left + i, y, sums[i] / totals[i]);
}

// The largest power of two, up to 1, with which the distances that count keep far from a half's
// largest value.
Numbers numbers_for(const NlmeansWork& work) {
  Numbers numbers{1, work.falloff, work.cutoff};
  while (-numbers.cutoff / numbers.falloff > 16384) {
    numbers.scale /= 2;
    numbers.falloff *= 4;
  }
  return numbers;
}

ImageView only(const ImageView& view, unsigned components) {
  ImageView kept = view;
  for (unsigned c = 0; c < 4; ++c)
    if ((components >> c & 1U) == 0) kept.data[c] = nullptr;
  return kept;
}

template <int P, typename Pair, bool Near>
std::size_t shared_bytes(int search) {
  const int pairs = 2 * kDownSize + Source<Pair, Near>::size_of(P, search);
  return static_cast<std::size_t>(pairs) * sizeof(typename Pair::Type);
}

// Distances of 8-bit codes that still count: up to a strength of 10 they may be halves. Beyond, the
// mean goes over samples so different, and weights jump to 0 with so many, that their rounding
// would show in the result; so it would at 10 bit.
constexpr float kMostInHalves = 56000;

// The components whose tiles, with what they reach, fit shared memory.
template <int P, typename Pair, bool Near>
unsigned launch_tiles(const NlmeansWork& work, const CudaPassCall& call) {
  unsigned components = 0;
  int search = 0;
  for (unsigned c = 0; c < 4; ++c) {
    const NlmeansComponent& part = work.components[c];
    const bool here = call.out[0].data[c] != nullptr && call.in[0].data[c] != nullptr;
    if (!here || part.copy || part.patch != P || (part.search <= kNearSearch) != Near ||
        !may_share(tile_kernel<P, Pair, Near>, shared_bytes<P, Pair, Near>(part.search)))
      continue;
    components |= 1U << c;
    search = std::max(search, part.search);
  }
  if (components == 0) return 0;
  const ImageView out = only(call.out[0], components);
  const Tiles tiles(out, kTileWidth<P>, 2 * kPairRows);
  const std::size_t bytes = shared_bytes<P, Pair, Near>(search);
  tile_kernel<P, Pair, Near><<<tiles.count(), kThreads, bytes, call.stream>>>(
      work, numbers_for(work), tiles, call.in[0], out);
  return components;
}

template <typename Pair>
unsigned launch_all_tiles(const NlmeansWork& work, const CudaPassCall& call) {
  const auto launch = [&]<bool Near>() {
    return launch_tiles<1, Pair, Near>(work, call) | launch_tiles<2, Pair, Near>(work, call) |
           launch_tiles<3, Pair, Near>(work, call);
  };
  return launch.template operator()<true>() | launch.template operator()<false>();
}

}  // namespace

void launch(const NlmeansWork& work, const CudaPassCall& call) {
  const bool halves = call.in[0].max_code < 256 && -work.cutoff / work.falloff <= kMostInHalves;
  const unsigned done =
      halves ? launch_all_tiles<HalfPair>(work, call) : launch_all_tiles<FloatPair>(work, call);
  const ImageView out = only(call.out[0], ~done);
  const Tiles tiles(out, kAnyTile, kAnyTile);
  if (tiles.count() == 0) return;
  any_kernel<<<tiles.count(), kAnyThreads, 0, call.stream>>>(work, tiles, call.in[0], out);
}

}  // namespace framelane
