#include <algorithm>
#include <string>

#include "gpu/cuda/passes/grid.cuh"
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/scopes/count.h"
#include "gpu/errors.h"
#include "gpu/scopes/scope_math.h"

namespace framelane {
namespace {

constexpr int kThreads = 256;
constexpr int kBlocksAtMost = 264;  // two for each multiprocessor of the largest GPUs
constexpr int kColumnsPerBlock = 4;
constexpr int kRowShares = 4;  // blocks that share the rows of the same columns

// What a block counts: columns of kThreads counted pixels side by side, and rows of them.
struct Share {
  int across, down;  // counted pixels of the picture
  int rows;          // of a block
};

struct Codes {
  float a, b, c;
};

__device__ Codes load_codes(const ImageView& in, int x, int y) {
  const int cx = in.yuv ? x >> in.log2_chroma_w : x;
  const int cy = in.yuv ? y >> in.log2_chroma_h : y;
  Codes codes{load_code(in, 0, x, y), 0, 0};
  if (in.data[1] != nullptr) {
    codes.b = load_code(in, 1, cx, cy);
    codes.c = load_code(in, 2, cx, cy);
  }
  return codes;
}

__device__ int bin(const float (&m)[4], const Codes& codes) {
  return scope_bin(m, codes.a, codes.b, codes.c);
}

// Each block counts into shared memory and adds what it found to the whole.
__global__ void __launch_bounds__(kThreads)
    histogram_kernel(const __grid_constant__ ScopeWork work, const __grid_constant__ ImageView in,
                     const __grid_constant__ Share share, std::uint32_t* table) {
  __shared__ std::uint32_t counts[kScopeChannels * kScopeBins];
  for (int i = static_cast<int>(threadIdx.x); i < kScopeChannels * kScopeBins; i += kThreads)
    counts[i] = 0;
  __syncthreads();
  const int i = static_cast<int>(blockIdx.x * kThreads + threadIdx.x);
  const int first = static_cast<int>(blockIdx.y) * share.rows;
  const int last = min(first + share.rows, share.down);
  if (i < share.across) {
    for (int j = first; j < last; ++j) {
      const Codes codes = load_codes(in, i * work.step_x, j * work.step_y);
#pragma unroll
      for (int r = 0; r < kScopeChannels; ++r)
        atomicAdd(&counts[r * kScopeBins + bin(work.m[r], codes)], 1U);
    }
  }
  __syncthreads();
  for (int k = static_cast<int>(threadIdx.x); k < kScopeChannels * kScopeBins; k += kThreads)
    if (counts[k] != 0) atomicAdd(table + k, counts[k]);
}

// A picture has few different chroma values side by side: a warp adds those it shares at once, so
// that a flat picture does not queue at one count.
__device__ void add_by_warp(std::uint32_t* table, int index) {
  const unsigned same = __match_any_sync(0xFFFFFFFFU, index);
  const auto lane = static_cast<int>(threadIdx.x % 32);
  if (index >= 0 && __ffs(static_cast<int>(same)) - 1 == lane)
    atomicAdd(table + index, static_cast<std::uint32_t>(__popc(same)));
}

__global__ void __launch_bounds__(kThreads)
    vector_kernel(const __grid_constant__ ScopeWork work, const __grid_constant__ ImageView in,
                  const __grid_constant__ Share share, std::uint32_t* table) {
  const int i = static_cast<int>(blockIdx.x * kThreads + threadIdx.x);
  const int first = static_cast<int>(blockIdx.y) * share.rows;
  const int last = min(first + share.rows, share.down);
  for (int j = first; j < last; ++j) {
    int index = -1;
    if (i < share.across) {
      const Codes codes = load_codes(in, i * work.step_x, j * work.step_y);
      index = bin(work.m[1], codes) * kScopeBins + bin(work.m[0], codes);
    }
    add_by_warp(table, index);
  }
}

// A block has a few columns to itself but for the blocks that take other rows of them.
__global__ void __launch_bounds__(kThreads)
    waveform_kernel(const __grid_constant__ ScopeWork work, const __grid_constant__ ImageView in,
                    const __grid_constant__ Share share, std::uint32_t* table) {
  constexpr int kCounts = 3 * kColumnsPerBlock * kScopeBins;
  __shared__ std::uint32_t counts[kCounts];
  for (int i = static_cast<int>(threadIdx.x); i < kCounts; i += kThreads)
    counts[i] = 0;
  __syncthreads();
  const int first_column = static_cast<int>(blockIdx.x) * kColumnsPerBlock;
  const int end_column = min(first_column + kColumnsPerBlock, work.columns);
  const int left = column_start(first_column, work.columns, in.width);
  const int wide = column_start(end_column, work.columns, in.width) - left;
  int starts[kColumnsPerBlock - 1];  // of the columns behind the first
#pragma unroll
  for (int k = 0; k < kColumnsPerBlock - 1; ++k)
    starts[k] = column_start(first_column + k + 1, work.columns, in.width);
  const int last = min((static_cast<int>(blockIdx.y) + 1) * share.rows, share.down);
  const int pixels = (last - static_cast<int>(blockIdx.y) * share.rows) * wide;
  for (int i = static_cast<int>(threadIdx.x); i < pixels; i += kThreads) {
    const int x = left + i % wide;
    const int y = (static_cast<int>(blockIdx.y) * share.rows + i / wide) * work.step_y;
    int column = 0;
#pragma unroll
    for (int k = 0; k < kColumnsPerBlock - 1; ++k)
      column += x >= starts[k] ? 1 : 0;
    const Codes codes = load_codes(in, x, y);
#pragma unroll
    for (int c = 0; c < 3; ++c)
      atomicAdd(&counts[(c * kColumnsPerBlock + column) * kScopeBins + bin(work.m[c], codes)], 1U);
  }
  __syncthreads();
  for (int k = static_cast<int>(threadIdx.x); k < kCounts; k += kThreads) {
    const int c = k / (kColumnsPerBlock * kScopeBins), rest = k % (kColumnsPerBlock * kScopeBins);
    if (counts[k] == 0) continue;
    atomicAdd(table + (c * work.columns + first_column) * kScopeBins + rest, counts[k]);
  }
}

Share share_of(const ScopeWork& work, const ImageView& picture) {
  Share share{scope_count(picture.width, work.step_x), scope_count(picture.height, work.step_y), 1};
  if (work.scope == Scope::waveform) {
    share.rows = (share.down + kRowShares - 1) / kRowShares;
  } else {
    const auto beside = static_cast<int>(blocks(share.across, kThreads));
    const int above = std::max(1, kBlocksAtMost / beside);
    share.rows = (share.down + above - 1) / above;
  }
  return share;
}

void launch(const ScopeWork& work, const ImageView& picture, std::uint32_t* table,
            cudaStream_t stream) {
  const Share share = share_of(work, picture);
  const unsigned down = blocks(share.down, share.rows);
  const dim3 grid(blocks(share.across, kThreads), down);
  switch (work.scope) {
    case Scope::histogram:
      histogram_kernel<<<grid, kThreads, 0, stream>>>(work, picture, share, table);
      break;
    case Scope::vectorscope:
      vector_kernel<<<grid, kThreads, 0, stream>>>(work, picture, share, table);
      break;
    case Scope::waveform:
      waveform_kernel<<<dim3(blocks(work.columns, kColumnsPerBlock), down), kThreads, 0, stream>>>(
          work, picture, share, table);
      break;
  }
}

}  // namespace

void count_on_cuda(const ScopeWork& work, const ImageView& picture, std::uint32_t* table,
                   cudaStream_t stream) {
  cudaError_t status =
      cudaMemsetAsync(table, 0, scope_table_size(work) * sizeof(std::uint32_t), stream);
  if (status == cudaSuccess) {
    launch(work, picture, table, stream);
    status = cudaGetLastError();
  }
  if (status != cudaSuccess)
    throw DeviceError(std::string("the ") + name_of(work.scope) + " was not counted: " +
                      cudaGetErrorString(status) + "; --device cpu works without a GPU");
}

}  // namespace framelane
