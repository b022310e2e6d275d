#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/cuda/passes/vectors.cuh"
#include "gpu/filters/deband_math.h"

namespace framelane {
namespace {

constexpr int kTileWidth = 128, kTileHeight = 8, kThreads = 256;

// A thread takes four samples of a row. References are read through the caches: they lie anywhere.
__global__ void __launch_bounds__(kThreads)
    deband_kernel(const __grid_constant__ DebandWork work, const DebandOffset* offsets,
                  const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                  const __grid_constant__ ImageView out) {
  int left = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  const int x = left + 4 * (static_cast<int>(threadIdx.x) % 32);
  const int y = top + static_cast<int>(threadIdx.x) / 32;
  const DebandSize size{out.component_width(c), out.component_height(c)};
  if (x >= size.width || y >= size.height) return;
  const bool present = in.data[c] != nullptr, changes = present && work.threshold[c] > 0;
  const auto read = [&](int component, int sx, int sy) { return load_code(in, component, sx, sy); };
  float result[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int sx = nearest_inside(x + i, size.width);
    const std::int64_t place = static_cast<std::int64_t>(y) * in.width + sx;
    result[i] = changes ? deband_value(work, c, sx, y, offsets[place], size, read)
                        : load_or_top(in, c, sx, y);
  }
  store_samples(out, c, x, y, size.width, result);
}

}  // namespace

void launch(const DebandWork& work, const CudaPassCall& call) {
  const Tiles tiles(call.out[0], kTileWidth, kTileHeight);
  const auto* offsets = reinterpret_cast<const DebandOffset*>(call.memory.tables[0]);
  deband_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, offsets, tiles, call.in[0],
                                                             call.out[0]);
}

}  // namespace framelane
