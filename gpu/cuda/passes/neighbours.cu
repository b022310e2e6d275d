#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/median_key.h"

namespace framelane {
namespace {

constexpr int kTileWidth = 32, kTileHeight = 16, kThreads = 256;
constexpr int kPitch = kTileWidth + 2;

struct Place {
  int c, left, top, width, height;
};

__device__ Place place_of(const Tiles& tiles, const ImageView& out) {
  Place place;
  place.c = tiles.locate(static_cast<int>(blockIdx.x), place.left, place.top);
  place.width = out.component_width(place.c);
  place.height = out.component_height(place.c);
  return place;
}

// Calls body(x, y) for the tile's samples inside the component.
template <typename Body>
__device__ void each_sample(const Place& place, Body body) {
  const int x = static_cast<int>(threadIdx.x) % kTileWidth;
  for (int y = static_cast<int>(threadIdx.x) / kTileWidth; y < kTileHeight;
       y += kThreads / kTileWidth)
    if (place.left + x < place.width && place.top + y < place.height) body(x, y);
}

__device__ void pass_through(const ImageView& in, const ImageView& out, const Place& place) {
  each_sample(place, [&](int x, int y) {
    const int px = place.left + x, py = place.top + y;
    store_code(out, place.c, px, py, load_or_top(in, place.c, px, py));
  });
}

// A tile with one sample around it; edge(i, size) says where outside samples come from.
template <typename Edge>
__device__ void load_with_border(const ImageView& in, const Place& place, float* tile, Edge edge) {
  for (int i = static_cast<int>(threadIdx.x); i < kPitch * (kTileHeight + 2); i += kThreads) {
    // Tiles at the far end reach past it by more than the border; those samples are never used.
    const int x = min(place.left + i % kPitch - 1, place.width);
    const int y = min(place.top + i / kPitch - 1, place.height);
    tile[i] = load_code(in, place.c, edge(x, place.width), edge(y, place.height));
  }
  __syncthreads();
}

__device__ void neighbours(const float* tile, int x, int y, float (&n)[9]) {
  for (int r = 0; r < 3; ++r)
    for (int i = 0; i < 3; ++i)
      n[3 * r + i] = tile[(y + r) * kPitch + x + i];
}

__global__ void __launch_bounds__(kThreads)
    median3_kernel(const __grid_constant__ MedianWork work, const __grid_constant__ Tiles tiles,
                   const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  __shared__ float tile[kPitch * (kTileHeight + 2)];
  const Place place = place_of(tiles, out);
  if ((work.components >> place.c & 1) == 0 || in.data[place.c] == nullptr)
    return pass_through(in, out, place);
  load_with_border(in, place, tile, [](int i, int size) { return nearest_inside(i, size); });
  each_sample(place, [&](int x, int y) {
    float n[9];
    neighbours(tile, x, y, n);
    store_code(out, place.c, place.left + x, place.top + y, median_of_9(n));
  });
}

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

__device__ unsigned key_at(const ImageView& in, const Place& place, const MedianScale& scale, int x,
                           int y) {
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
  const Place place = place_of(tiles, out);
  if ((work.components >> place.c & 1) == 0 || in.data[place.c] == nullptr)
    return pass_through(in, out, place);
  const MedianScale scale = median_scale(in);
  const int rx = work.radius_x, ry = work.radius_y, pitch = kTileWidth + 2 * rx;
  for (int i = static_cast<int>(threadIdx.x); staged && i < pitch * (kTileHeight + 2 * ry);
       i += kThreads)
    keys[i] = static_cast<std::uint16_t>(
        key_at(in, place, scale, place.left - rx + i % pitch, place.top - ry + i / pitch));
  __syncthreads();
  each_sample(place, [&](int x, int y) {
    const auto near = [&](int i, int j) -> unsigned { return keys[(y + j) * pitch + x + i]; };
    const auto far = [&](int i, int j) {
      return key_at(in, place, scale, place.left + x - rx + i, place.top + y - ry + j);
    };
    const unsigned key =
        staged ? key_of_rank(work, scale.bits, near) : key_of_rank(work, scale.bits, far);
    store_code(out, place.c, place.left + x, place.top + y,
               static_cast<float>(key) * scale.code_of_key);
  });
}

}  // namespace

void launch(const MedianWork& work, const CudaPassCall& call) {
  const Tiles tiles(call.out[0], kTileWidth, kTileHeight);
  if (work.radius_x == 1 && work.radius_y == 1 && work.rank == 4) {
    median3_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, call.in[0],
                                                                call.out[0]);
    return;
  }
  constexpr std::size_t kShared = 48 * 1024;
  const auto columns = static_cast<std::size_t>(kTileWidth + 2 * work.radius_x);
  const auto rows = static_cast<std::size_t>(kTileHeight + 2 * work.radius_y);
  const std::size_t bytes = columns * rows * sizeof(std::uint16_t);
  const bool staged = bytes <= kShared;
  median_kernel<<<tiles.count(), kThreads, staged ? bytes : 0, call.stream>>>(
      work, tiles, call.in[0], call.out[0], staged);
}

}  // namespace framelane
