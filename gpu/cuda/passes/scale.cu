#include <algorithm>

#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/scale_tile.cuh"

namespace framelane {
namespace {

template <Lay In, Lay Out, int Taps>
__global__ void __launch_bounds__(kThreads, 4)
    scale_kernel(const __grid_constant__ ScaleWork work, const __grid_constant__ ScaleTables tables,
                 const __grid_constant__ ScaleRoom<Taps> room, const __grid_constant__ Tiles tiles,
                 const __grid_constant__ ImageView in, const __grid_constant__ ImageView out) {
  extern __shared__ __align__(16) float shared[];
  const TilePlace place = tiles.place(out);
  float sums[kRowsOfWarp] = {};
  if (in.data[place.c] == nullptr) {
    for (float& sum : sums)
      sum = static_cast<float>(in.max_code);
    return store_tile<Out>(work, out, place, sums);
  }
  float* const middle = shared;                  // by rows of outputs, columns of inputs
  float* const source = middle + room.middle();  // by rows of inputs
  const ScalePart part(work, tables, in, place);
  if (room.staged()) {
    load_source<In>(in, part, room, source);
    __syncthreads();
    sum_columns(part, room, source, middle);
  } else {
    sum_columns_of(in, part, room, middle);
  }
  __syncthreads();
  sum_across(part, room, middle, sums);
  store_tile<Out>(work, out, place, sums);
}

// Sums too wide for a tile: straight from the picture, one axis at a time (see the filter's plan).
__global__ void __launch_bounds__(kThreads)
    wide_scale_kernel(const __grid_constant__ ScaleWork work,
                      const __grid_constant__ ScaleTables tables,
                      const __grid_constant__ Tiles tiles, const __grid_constant__ ImageView in,
                      const __grid_constant__ ImageView out) {
  int left = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  const int x = left + static_cast<int>(threadIdx.x) % 32;
  const int y = top + static_cast<int>(threadIdx.x) / 32;
  if (x >= out.component_width(c) || y >= out.component_height(c)) return;
  if (in.data[c] == nullptr) return store_code(out, c, x, y, static_cast<float>(in.max_code));
  const int part = scale_part(in, c);
  const ScaleAxis &across = work.across[part], &down = work.down[part];
  const ScaleTaps ax = tables.across[part], dn = tables.down[part];
  const int in_width = in.component_width(c), in_height = in.component_height(c);
  const float* down_weights = dn.weights + static_cast<std::int64_t>(y) * down.taps;
  const float* weights = ax.weights + static_cast<std::int64_t>(x) * across.taps;
  Sums sums;
  for (int k = 0; k < across.taps; k += 4) {
    const float4 w = *reinterpret_cast<const float4*>(weights + k);
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const int sx = nearest_inside(ax.firsts[x] + k + j, in_width);
      v[j] = sum_down(down_weights, down.used, [&](int i) {
        return load_code(in, c, sx, nearest_inside(dn.firsts[y] + i, in_height));
      });
    }
    sums.add(w, v[0], v[1], v[2], v[3]);
  }
  store_code(out, c, x, y, finished(work, out, sums.total()));
}

ScaleTables tables_of(const ScaleWork& work, const CudaPassCall& call) {
  ScaleTables tables{};
  for (int part = 0; part < (call.in[0].yuv ? 2 : 1); ++part) {
    tables.across[part] = taps_of(work.across[part], call.memory.tables[work.across[part].table]);
    tables.down[part] = taps_of(work.down[part], call.memory.tables[work.down[part].table]);
  }
  return tables;
}

int widest(const ScaleAxis (&axes)[2]) {
  return std::max(axes[0].span, axes[1].span);
}
// A tile's columns begin up to 3 samples early.
int pitch_for(const ScaleWork& work) {
  return (widest(work.across) + 3 + 3) / 4 * 4;
}

// The taps of every axis where they are the same and a kernel compiled for them may do it, else 0.
int common_taps(const ScaleWork& work, const ImageView& in) {
  const int taps = work.across[0].taps;
  for (int part = 0; part < (in.yuv ? 2 : 1); ++part)
    if (work.across[part].taps != taps || work.down[part].taps != taps) return 0;
  return pitch_for(work) <= kPitch && widest(work.down) <= kPitch ? taps : 0;
}

template <Lay In, Lay Out, int Taps>
void launch_tiles(const ScaleWork& work, const ScaleTables& tables, const CudaPassCall& call) {
  ScaleRoom<Taps> room{};
  room.rows = widest(work.down);
  room.wide_pitch = pitch_for(work);
  room.loaded = room.rows <= static_cast<int>(kShared) / room.wide_pitch;
  const auto floats = [&] { return static_cast<std::size_t>(room.middle() + room.source()); };
  if (floats() > kShared / sizeof(float)) room.loaded = false;
  const Tiles tiles(call.out[0], kTile, kTile);
  scale_kernel<In, Out, Taps><<<tiles.count(), kThreads, floats() * sizeof(float), call.stream>>>(
      work, tables, room, tiles, call.in[0], call.out[0]);
}

}  // namespace

void launch(const ScaleWork& work, const CudaPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const ScaleTables tables = tables_of(work, call);
  if (widest(work.across) > kMaxScaleSpan) {
    const Tiles tiles(out, 32, kWarps);
    wide_scale_kernel<<<tiles.count(), kThreads, 0, call.stream>>>(work, tables, tiles, in, out);
    return;
  }
  const int taps = common_taps(work, in);
  by_layout(in, out, [&]<Lay In, Lay Out>() {
    if constexpr (In == Lay::bytes) {
      if (taps == 12) return launch_tiles<In, Out, 12>(work, tables, call);
      if (taps == 8) return launch_tiles<In, Out, 8>(work, tables, call);
    }
    launch_tiles<In, Out, 0>(work, tables, call);
  });
}

}  // namespace framelane
