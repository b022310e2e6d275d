#include "gpu/cuda/passes/codes.cuh"
#include "gpu/cuda/passes/passes.h"
#include "gpu/cuda/passes/tiles.cuh"
#include "gpu/filters/hqdn3d_math.h"

// Rows first: each is a chain of samples that wait for each other, so a warp walks 32 rows at once,
// through tiles that other warps fetch and take away. Then columns: a thread walks down each, and
// does nothing else, since everybody waits for it. Then every sample by itself, over time.

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

// Four samples of a row as numbers.
template <typename T, Lay L>
__device__ void load_numbers(const Denoise& d, int c, int x, int y, int width,
                             Number (&into)[kCodes]) {
  T codes[kCodes];
  load_codes<T, L>(d.in, c, x, y, width, codes);
#pragma unroll
  for (int k = 0; k < kCodes; ++k)
    into[k] = static_cast<Number>(d.scale.number_of(codes[k]));
}

// Where a sample lies in what the kernels keep.
__device__ std::int64_t kept_at(const Denoise& d, int c, int x, int y) {
  return static_cast<std::int64_t>(d.planes.offset[c]) +
         static_cast<std::int64_t>(y) * d.planes.pitch[c] + x;
}

constexpr int kRows = 32, kColumns = 64;     // of a tile
constexpr int kPitch = kColumns + 2;         // an odd number of words: a column lies in all banks
constexpr int kTiles = 3;                    // one arrives, one is filtered, one leaves
constexpr int kCarriers = 256;               // threads
constexpr int kRowThreads = 32 + kCarriers;  // one warp filters

struct RowTile {
  Number at[kRows][kPitch];
};

// A carrier's places in a tile, four samples of a row each.
constexpr int kAcross = kColumns / kCodes, kPieces = kRows * kAcross / kCarriers;
static_assert(kPieces * kCarriers == kRows * kAcross);

struct Piece {
  int row, x;
  __device__ explicit Piece(int i) {
    const int at = static_cast<int>(threadIdx.x) - 32 + i * kCarriers;
    row = at / kAcross, x = at % kAcross * kCodes;
  }
};

// All pieces are asked for before any is waited for. Rows below the picture repeat its last one and
// are read by nobody.
template <typename T, Lay L>
__device__ void fetch(const Denoise& d, int c, int top, int left, RowTile& into) {
  const int width = d.in.component_width(c), height = d.in.component_height(c);
  Number numbers[kPieces][kCodes];
#pragma unroll
  for (int i = 0; i < kPieces; ++i) {
    const Piece piece(i);
    load_numbers<T, L>(d, c, left + piece.x, min(top + piece.row, height - 1), width, numbers[i]);
  }
#pragma unroll
  for (int i = 0; i < kPieces; ++i) {
    const Piece piece(i);
#pragma unroll
    for (int k = 0; k < kCodes; ++k)
      into.at[piece.row][piece.x + k] = numbers[i][k];
  }
}

// Rows are pitched at whole tiles, so that every column of the tile has its place.
__device__ void take_away(const Denoise& d, int c, int top, int left, const RowTile& from) {
  const int height = d.in.component_height(c);
#pragma unroll
  for (int i = 0; i < kPieces; ++i) {
    const Piece piece(i);
    if (top + piece.row >= height) continue;
    const Number* at = &from.at[piece.row][piece.x];
    *reinterpret_cast<ushort4*>(d.rows + kept_at(d, c, left + piece.x, top + piece.row)) =
        make_ushort4(at[0], at[1], at[2], at[3]);
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

template <typename T, Lay L, bool Small, bool Held>
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
      if (step < count) fetch<T, L>(d, c, top, step * kColumns, held[step % kTiles]);
      if (done >= 0) take_away(d, c, top, done * kColumns, held[done % kTiles]);
    } else if (filtered >= 0 && filtered < count && top + lane < d.in.component_height(c)) {
      filter_row<Held>(held[filtered % kTiles].at[lane], filtered == 0, top + lane == 0, zero,
                       d.scale.table_shift, before);
    }
    __syncthreads();
  }
}

constexpr int kColumnThreads = 32;
constexpr int kBatch = 16;  // rows asked for while as many are filtered

// Filtered rows of one column; below the last one that one again.
__device__ void load_batch(const Number* column, int pitch, int y, int height, int (&row)[kBatch]) {
#pragma unroll
  for (int i = 0; i < kBatch; ++i)
    row[i] = column[static_cast<std::int64_t>(min(y + i, height - 1)) * pitch];
}

template <bool Small, bool Held>
__global__ void __launch_bounds__(kColumnThreads)
    columns_kernel(const __grid_constant__ Denoise d, const __grid_constant__ Tiles tiles) {
  __shared__ alignas(16) std::int16_t table[Small ? kSmallTable : 8];
  int x = 0, top = 0;
  const int c = tiles.locate(static_cast<int>(blockIdx.x), x, top);
  if (c >= d.in.color_count) return;  // the whole block
  const int shift = d.scale.table_shift;
  const std::int16_t* zero =
      table_at_zero<Small>(d.spatial[c > 0 ? 1 : 0], table, d.scale.entries());
  __syncthreads();
  x += static_cast<int>(threadIdx.x);
  if (x >= d.in.component_width(c)) return;
  const int height = d.in.component_height(c), pitch = d.planes.pitch[c];
  Number* const column = d.rows + kept_at(d, c, x, 0);
  int row[kBatch], next[kBatch];
  load_batch(column, pitch, 0, height, row);
  int above = 0;
  for (int y = 0; y < height; y += kBatch) {
    load_batch(column, pitch, y + kBatch, height, next);
    Number* into = column + static_cast<std::int64_t>(y) * pitch;
#pragma unroll
    for (int i = 0; i < kBatch; ++i, into += pitch) {
      above = y + i == 0 ? row[i] : low_pass<Held>(above, row[i], zero, shift);
      if (y + i < height) *into = static_cast<Number>(above);
    }
#pragma unroll
    for (int i = 0; i < kBatch; ++i)
      row[i] = next[i];
  }
}

// Over time: a thread takes four columns and every kTimeDown-th row of a tile.
constexpr int kTimeDown = 8, kTimeColumns = 32 * kCodes, kTimeRows = 8 * kTimeDown;

template <typename T, Lay In, Lay Out, bool Small, bool Held>
__global__ void __launch_bounds__(32 * kTimeDown)
    time_kernel(const __grid_constant__ Denoise d, const __grid_constant__ Tiles tiles) {
  __shared__ alignas(16) std::int16_t table[Small ? kSmallTable : 8];
  const TilePlace place = tiles.place(d.out);
  const int c = place.c;
  if (c >= d.in.color_count) return;  // the whole block
  const std::int16_t* zero =
      table_at_zero<Small>(d.temporal[c > 0 ? 1 : 0], table, d.scale.entries());
  __syncthreads();
  const int x = place.left + static_cast<int>(threadIdx.x) % 32 * kCodes;
  if (x >= place.width) return;
  const int end = min(place.top + kTimeRows, place.height);
  for (int y = place.top + static_cast<int>(threadIdx.x) / 32; y < end; y += kTimeDown) {
    const std::int64_t at = kept_at(d, c, x, y);
    const ushort4 here = *reinterpret_cast<const ushort4*>(d.rows + at);
    Number before[kCodes];
    // As the rows' numbers: codes above the highest, which no sound picture has, stay in the table.
    if (d.fresh) {
      load_numbers<T, In>(d, c, x, y, place.width, before);
    } else {
      const ushort4 kept = *reinterpret_cast<const ushort4*>(d.state + at);
      before[0] = kept.x, before[1] = kept.y, before[2] = kept.z, before[3] = kept.w;
    }
    const int samples[kCodes] = {here.x, here.y, here.z, here.w};
    float codes[kCodes];
#pragma unroll
    for (int i = 0; i < kCodes; ++i) {
      const int made = low_pass<Held>(before[i], samples[i], zero, d.scale.table_shift);
      before[i] = static_cast<Number>(made);
      codes[i] = d.scale.code_of(made);
    }
    *reinterpret_cast<ushort4*>(d.state + at) =
        make_ushort4(before[0], before[1], before[2], before[3]);
    store_samples<Out, kCodes>(d.out, c, x, y, place.width, codes);
  }
}

__global__ void alpha_kernel(const __grid_constant__ ImageView in,
                             const __grid_constant__ ImageView out) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y);
  if (x < out.width) store_code(out, 3, x, y, load_or_top(in, 3, x, y));
}

template <typename T, bool Small, bool Held, Lay In, Lay Out>
void launch_as(const Denoise& d, cudaStream_t stream) {
  const Tiles rows(d.out, kWhole, kRows), columns(d.out, kColumnThreads, kWhole);
  const Tiles times(d.out, kTimeColumns, kTimeRows);
  rows_kernel<T, In, Small, Held><<<rows.count(), kRowThreads, 0, stream>>>(d, rows);
  columns_kernel<Small, Held><<<columns.count(), kColumnThreads, 0, stream>>>(d, columns);
  time_kernel<T, In, Out, Small, Held><<<times.count(), 32 * kTimeDown, 0, stream>>>(d, times);
}

template <typename T, Lay In, Lay Out>
void launch_for(const Denoise& d, int depth, cudaStream_t stream) {
  if constexpr (In == Lay::bytes) {
    launch_as<T, true, false, In, Out>(d, stream);
  } else {
    if (depth == 16) return launch_as<T, false, false, In, Out>(d, stream);
    if (leaves_16_bits(depth)) return launch_as<T, true, true, In, Out>(d, stream);
    launch_as<T, true, false, In, Out>(d, stream);
  }
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
  const SampleType type = d.in.type;
  const bool whole = type == SampleType::u8 || type == SampleType::u16;
  by_layout(d.in, d.out, [&]<Lay In, Lay Out>() {
    if (whole) return launch_for<std::int32_t, In, Out>(d, work.depth, call.stream);
    if constexpr (In == Lay::any) launch_for<float, In, Out>(d, work.depth, call.stream);
  });
  if (d.out.data[3] == nullptr) return;
  constexpr unsigned kThreads = 128;
  const dim3 grid((static_cast<unsigned>(d.out.width) + kThreads - 1) / kThreads,
                  static_cast<unsigned>(d.out.height));
  alpha_kernel<<<grid, kThreads, 0, call.stream>>>(d.in, d.out);
}

}  // namespace framelane
