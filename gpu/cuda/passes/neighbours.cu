#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/sample_math.h"

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
    sobel_kernel(const __grid_constant__ SobelWork work, const __grid_constant__ Tiles tiles,
                 const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  __shared__ float tile[kPitch * (kTileHeight + 2)];
  const Place place = place_of(tiles, out);
  if ((work.components >> place.c & 1) == 0 || in.data[place.c] == nullptr)
    return pass_through(in, out, place);
  load_with_border(in, place, tile, [](int i, int size) { return sobel_edge(i, size); });
  const auto limit = static_cast<float>(in.max_code);
  each_sample(place, [&](int x, int y) {
    float n[9];
    neighbours(tile, x, y, n);
    store_code(out, place.c, place.left + x, place.top + y,
               sobel_value(n, work.scale, work.delta, limit));
  });
}

}  // namespace

void launch(const SobelWork& work, const CudaPassCall& call) {
  const Tiles tiles(call.out[0], kTileWidth, kTileHeight);
  sobel_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tiles, call.in[0], call.out[0]);
}

}  // namespace framelane
