#include <algorithm>

#include "gpu/cuda/passes/layouts.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/deflicker_math.h"

namespace framelane {
namespace {

constexpr int kThreads = 256;
constexpr int kCodes = 4;  // samples of a row at once
constexpr int kTileWidth = 32 * kCodes, kTileHeight = 8;

// Sums of the window move on by a picture; those from `first_new` on are added up anew.
__global__ void move_sums_kernel(LumaSum* sums, int count, bool fresh, int first_new) {
  if (!fresh)
    for (int i = 0; i + 1 < count; ++i)
      sums[i] = sums[i + 1];
  for (int i = first_new; i < count; ++i)
    sums[i] = 0;
}

template <Lay L>
__global__ void __launch_bounds__(kThreads)
    sum_kernel(const __grid_constant__ ImageView picture, LumaSum* sum) {
  __shared__ LumaSum of_warp[kThreads / 32];
  const int width = picture.component_width(0), height = picture.component_height(0);
  const auto limit = static_cast<float>(picture.max_code);
  const int across = (width + kCodes - 1) / kCodes;
  LumaSum mine = 0;
  for (int y = static_cast<int>(blockIdx.x); y < height; y += static_cast<int>(gridDim.x))
    for (int block = static_cast<int>(threadIdx.x); block < across; block += kThreads) {
      float codes[kCodes];
      load_samples<L, kCodes>(picture, 0, block * kCodes, y, width, codes);
      unsigned parts = 0;
#pragma unroll
      for (int i = 0; i < kCodes; ++i)
        if (L != Lay::any || block * kCodes + i < width) parts += sum_part(codes[i], limit);
      mine += parts;
    }
  for (int step = 16; step > 0; step /= 2)
    mine += __shfl_down_sync(0xffffffffU, mine, static_cast<unsigned>(step));
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x != 0) return;
  LumaSum all = 0;
  for (const LumaSum one : of_warp)
    all += one;
  atomicAdd(sum, all);
}

// Pictures beyond the stream's end are its last one again.
__global__ void factor_kernel(LumaSum* sums, int count, int present, long samples,
                              DeflickerWork::Mean mean, float* factor) {
  for (int i = present; i < count; ++i)
    sums[i] = sums[i - 1];
  *factor = deflicker_factor(luminances_of(sums, count, samples), mean);
}

template <Lay In, Lay Out>
__global__ void __launch_bounds__(kThreads)
    scale_kernel(const __grid_constant__ ImageView in, const __grid_constant__ ImageView out,
                 const __grid_constant__ Tiles tiles, const float* factor) {
  int left = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  const int x = left + kCodes * static_cast<int>(threadIdx.x);
  const int y = top + static_cast<int>(threadIdx.y);
  const int width = out.component_width(c);
  if (x >= width || y >= out.component_height(c)) return;
  float codes[kCodes];
  if (in.data[c] == nullptr) {
    for (float& code : codes)
      code = static_cast<float>(in.max_code);
  } else {
    load_samples<In, kCodes>(in, c, x, y, width, codes);
  }
  const bool whole = in.type == SampleType::u8 || in.type == SampleType::u16;
  const auto limit = static_cast<float>(in.max_code);
  if (c == 0)
    for (float& code : codes)
      code = deflickered(code, *factor, limit, whole);
  store_samples<Out, kCodes>(out, c, x, y, width, codes);
}

}  // namespace

void launch(const DeflickerWork& work, const CudaPassCall& call) {
  auto* sums = reinterpret_cast<LumaSum*>(call.memory.state);
  auto* factor = reinterpret_cast<float*>(call.memory.scratch);
  const ImageView& in = call.in[0];
  const int present = call.memory.after + 1;
  const int first_new = call.memory.fresh ? 0 : work.size - 1;
  move_sums_kernel<<<1, 1, 0, call.stream>>>(sums, work.size, call.memory.fresh, first_new);
  constexpr int kMostBlocks = 528;
  const auto blocks = static_cast<unsigned>(std::min(in.component_height(0), kMostBlocks));
  for (int i = first_new; i < std::min(work.size, present); ++i) {
    const ImageView& picture = call.in[static_cast<std::size_t>(i)];
    by_layout(picture, picture, [&]<Lay L, Lay>() {
      sum_kernel<L><<<blocks, kThreads, 0, call.stream>>>(picture, sums + i);
    });
  }
  const long samples = static_cast<long>(in.component_width(0)) * in.component_height(0);
  factor_kernel<<<1, 1, 0, call.stream>>>(sums, work.size, present, samples, work.mean, factor);
  const Tiles tiles(call.out[0], kTileWidth, kTileHeight);
  by_layout(in, call.out[0], [&]<Lay In, Lay Out>() {
    scale_kernel<In, Out>
        <<<tiles.count(), dim3(kTileWidth / kCodes, kTileHeight), 0, call.stream>>>(in, call.out[0],
                                                                                    tiles, factor);
  });
}

}  // namespace framelane
