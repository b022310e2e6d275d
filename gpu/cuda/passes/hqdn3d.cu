#include "gpu/cuda/passes/codes.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/hqdn3d_math.h"

// Rows first: each is a chain of samples that wait for each other, so a warp walks 32 rows at once,
// through tiles that other warps fetch and take away. Then columns: a thread walks down each, and
// over time at the same step.

namespace framelane {
namespace {

using Number = std::uint16_t;

struct Denoise {
  ImageView in, out;
  Hqdn3dScale scale;
  Hqdn3dPlanes planes;
  const std::int16_t* spatial[2];  // of luma and of chroma, from the first entry on
  const std::int16_t* temporal[2];
  Number* rows;
  Number* state;
  bool fresh;
};

constexpr int kSmallTable = 1 << 13;  // entries, of all depths but 16
constexpr int kWhole = 1 << 24;       // as a tile's size: all of a picture

// A table where the difference is 0: in shared memory where it is small.
template <bool Small>
__device__ const std::int16_t* table_at_zero(const std::int16_t* table, std::int16_t* shared,
                                             int entries) {
  if constexpr (!Small) return table + entries / 2;
  const auto* from = reinterpret_cast<const uint4*>(table);
  auto* to = reinterpret_cast<uint4*>(shared);
  constexpr int kBlocks = kSmallTable * 2 / 16;  // of 16 bytes
  for (int i = static_cast<int>(threadIdx.x); i < kBlocks; i += static_cast<int>(blockDim.x))
    to[i] = from[i];
  return shared + kSmallTable / 2;
}

template <typename T>
__device__ int number_at(const Denoise& d, int c, int x, int y) {
  return d.scale.number_of(code_at<T>(d.in, sample_at(d.in, c, x, y)));
}

constexpr int kRows = 32, kColumns = 64;  // of a tile
constexpr int kPitch = kColumns + 2;      // an odd number of words: a column lies in all banks
constexpr int kTiles = 3;                 // one arrives, one is filtered, one leaves
constexpr int kRowThreads = 128;          // one warp filters, the others carry

struct RowTile {
  Number at[kRows][kPitch];
};

// Four samples of a tile's row each time.
template <typename T>
__device__ void fetch(const Denoise& d, int c, int top, int left, RowTile& into) {
  const int width = d.in.component_width(c), height = d.in.component_height(c);
  constexpr int kAcross = kColumns / kCodes;
  for (int i = static_cast<int>(threadIdx.x) - 32; i < kRows * kAcross; i += kRowThreads - 32) {
    const int row = i / kAcross, x = i % kAcross * kCodes;
    if (top + row >= height) continue;
    T codes[kCodes];
    load_codes(d.in, c, left + x, top + row, width, codes);
#pragma unroll
    for (int k = 0; k < kCodes; ++k)
      into.at[row][x + k] = static_cast<Number>(d.scale.number_of(codes[k]));
  }
}

// Rows are pitched at whole tiles, so that every column of the tile has its place.
__device__ void take_away(const Denoise& d, int c, int top, int left, const RowTile& from) {
  const int height = d.in.component_height(c);
  constexpr int kAcross = kColumns / kCodes;
  for (int i = static_cast<int>(threadIdx.x) - 32; i < kRows * kAcross; i += kRowThreads - 32) {
    const int row = i / kAcross, x = i % kAcross * kCodes;
    if (top + row >= height) continue;
    const Number* at = &from.at[row][x];
    Number* to = d.rows + d.planes.offset[c] +
                 static_cast<std::int64_t>(top + row) * d.planes.pitch[c] + left + x;
    *reinterpret_cast<ushort4*>(to) = make_ushort4(at[0], at[1], at[2], at[3]);
  }
}

// A lane's row of the tile. `before` goes on to the next tile. Samples beyond the picture's row
// repeat its last one and are read by nobody.
template <bool Held>
__device__ void filter_row(Number* row, bool begins, bool first_row, const std::int16_t* zero,
                           int table_shift, int& before) {
  if (begins) {
    before = row[0];
    if (first_row) before = low_pass<Held>(before, before, zero, table_shift);
    row[0] = static_cast<Number>(before);
  }
#pragma unroll 8
  for (int x = begins ? 1 : 0; x < kColumns; ++x) {
    before = low_pass<Held>(before, row[x], zero, table_shift);
    row[x] = static_cast<Number>(before);
  }
}

template <typename T, bool Small, bool Held>
__global__ void __launch_bounds__(kRowThreads)
    rows_kernel(const __grid_constant__ Denoise d, const __grid_constant__ Tiles tiles) {
  __shared__ alignas(16) std::int16_t table[Small ? kSmallTable : 8];
  __shared__ RowTile held[kTiles];
  int left = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), left, top);
  if (c >= d.in.color_count) return;  // the whole block
  const std::int16_t* zero =
      table_at_zero<Small>(d.spatial[c > 0 ? 1 : 0], table, d.scale.entries());
  __syncthreads();
  const int count = (d.in.component_width(c) + kColumns - 1) / kColumns;
  const int lane = static_cast<int>(threadIdx.x);
  int before = 0;
  for (int step = 0; step < count + 2; ++step) {
    const int filtered = step - 1, done = step - 2;
    if (lane >= 32) {
      if (step < count) fetch<T>(d, c, top, step * kColumns, held[step % kTiles]);
      if (done >= 0) take_away(d, c, top, done * kColumns, held[done % kTiles]);
    } else if (filtered >= 0 && filtered < count && top + lane < d.in.component_height(c)) {
      filter_row<Held>(held[filtered % kTiles].at[lane], filtered == 0, top + lane == 0, zero,
                       d.scale.table_shift, before);
    }
    __syncthreads();
  }
}

constexpr int kColumnThreads = 64;
constexpr int kBatch = 16;  // rows asked for while as many are filtered

// The filtered rows and what the picture before left, of one column.
template <typename T>
__device__ void load_batch(const Denoise& d, int c, int x, int y, int height, int (&row)[kBatch],
                           int (&state)[kBatch]) {
#pragma unroll
  for (int i = 0; i < kBatch; ++i) {
    if (y + i >= height) break;
    const std::int64_t at = static_cast<std::int64_t>(d.planes.offset[c]) +
                            static_cast<std::int64_t>(y + i) * d.planes.pitch[c] + x;
    row[i] = d.rows[at];
    // As the rows' numbers: codes above the highest, which no sound picture has, stay in the table.
    state[i] = d.fresh ? static_cast<Number>(number_at<T>(d, c, x, y + i)) : d.state[at];
  }
}

template <typename T, bool Small, bool Held>
__global__ void __launch_bounds__(kColumnThreads)
    columns_kernel(const __grid_constant__ Denoise d, const __grid_constant__ Tiles tiles) {
  __shared__ alignas(16) std::int16_t across[Small ? kSmallTable : 8];
  __shared__ alignas(16) std::int16_t over[Small ? kSmallTable : 8];
  int x = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), x, top);
  if (c >= d.in.color_count) return;  // the whole block
  const int kind = c > 0 ? 1 : 0, entries = d.scale.entries(), shift = d.scale.table_shift;
  const std::int16_t* spatial = table_at_zero<Small>(d.spatial[kind], across, entries);
  const std::int16_t* temporal = table_at_zero<Small>(d.temporal[kind], over, entries);
  __syncthreads();
  x += static_cast<int>(threadIdx.x);
  const int height = d.in.component_height(c);
  if (x >= d.in.component_width(c)) return;
  int row[kBatch] = {}, state[kBatch] = {};
  load_batch<T>(d, c, x, 0, height, row, state);
  int above = 0;
  for (int y = 0; y < height; y += kBatch) {
    int next_row[kBatch] = {}, next_state[kBatch] = {};
    load_batch<T>(d, c, x, y + kBatch, height, next_row, next_state);
#pragma unroll
    for (int i = 0; i < kBatch; ++i) {
      if (y + i >= height) break;
      above = y + i == 0 ? row[i] : low_pass<Held>(above, row[i], spatial, shift);
      const int made = low_pass<Held>(state[i], above, temporal, shift);
      d.state[static_cast<std::int64_t>(d.planes.offset[c]) +
              static_cast<std::int64_t>(y + i) * d.planes.pitch[c] + x] = static_cast<Number>(made);
      store_code(d.out, c, x, y + i, d.scale.code_of(made));
    }
#pragma unroll
    for (int i = 0; i < kBatch; ++i) {
      row[i] = next_row[i];
      state[i] = next_state[i];
    }
  }
}

__global__ void alpha_kernel(const __grid_constant__ ImageView in,
                             const __grid_constant__ ImageView out) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y);
  if (x < out.width) store_code(out, 3, x, y, load_or_top(in, 3, x, y));
}

template <typename T, bool Small, bool Held>
void launch_as(const Denoise& d, cudaStream_t stream) {
  const Tiles rows(d.out, kWhole, kRows), columns(d.out, kColumnThreads, kWhole);
  rows_kernel<T, Small, Held><<<rows.count(), kRowThreads, 0, stream>>>(d, rows);
  columns_kernel<T, Small, Held><<<columns.count(), kColumnThreads, 0, stream>>>(d, columns);
}

template <typename T>
void launch_for(const Denoise& d, int depth, cudaStream_t stream) {
  if (depth == 16) return launch_as<T, false, false>(d, stream);
  if (leaves_16_bits(depth)) return launch_as<T, true, true>(d, stream);
  launch_as<T, true, false>(d, stream);
}

}  // namespace

void launch(const Hqdn3dWork& work, const CudaPassCall& call) {
  const auto table = [&](int i) {
    return reinterpret_cast<const std::int16_t*>(call.memory.tables[i]);
  };
  const Denoise d{call.in[0],
                  call.out[0],
                  Hqdn3dScale(work.depth),
                  Hqdn3dPlanes(call.in[0]),
                  {table(0), table(2)},
                  {table(1), table(3)},
                  reinterpret_cast<Number*>(call.memory.scratch),
                  reinterpret_cast<Number*>(call.memory.state),
                  call.memory.fresh};
  const SampleType type = call.in[0].type;
  if (type == SampleType::u8 || type == SampleType::u16) {
    launch_for<std::int32_t>(d, work.depth, call.stream);
  } else {
    launch_for<float>(d, work.depth, call.stream);
  }
  if (d.out.data[3] == nullptr) return;
  constexpr unsigned kThreads = 128;
  const dim3 grid((static_cast<unsigned>(d.out.width) + kThreads - 1) / kThreads,
                  static_cast<unsigned>(d.out.height));
  alpha_kernel<<<grid, kThreads, 0, call.stream>>>(d.in, d.out);
}

}  // namespace framelane
