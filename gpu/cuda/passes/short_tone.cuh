#pragma once
#include "gpu/cuda/passes/short_stage.cuh"
#include "gpu/filters/tone_math.h"

// Light brought into a display's range: a kernel of its own. Where neighbouring pixels are noise,
// they read as many lines of the ramp, several of which lie in the same banks of shared memory. So
// a block, one on each processor, keeps the ramp sixteen times, each time in a pair of banks of its
// own, and goes on over the whole picture, so that this pays.
namespace framelane {

inline constexpr int kRampCopies = 16;
inline constexpr int kToneThreads = 1024;

// How warps walk: each down a column of pieces of 128 x 2 pixels.
struct ToneWalk {
  // Pieces beside and below each other, and from one to the next: 0 where warps are too few.
  unsigned columns, rows, step;
  unsigned single = 1;  // that the compiler does not know: see LatticeBlock::at()
};

struct ToneTables {
  const CurveLine *ramp, *curve;
};

inline std::size_t tone_bytes(const ToneProgram& program) {
  return sizeof(CurveLine) *
         static_cast<std::size_t>(kRampCopies * program.ramp.lines + program.curve.lines);
}

inline ToneTables tone_tables(const ToneProgram& program, const PassMemory& memory) {
  const auto lines = [&](const ShortStep& step) {
    return reinterpret_cast<const CurveLine*>(memory.tables[step.table]);
  };
  return {lines(program.ramp), lines(program.curve)};
}

inline ToneWalk tone_walk(const ImageView& out, unsigned grid) {
  const unsigned columns = blocks(out.width, 4 * 32);
  return {columns, static_cast<unsigned>(out.height) / 2, grid * (kToneThreads / 32) / columns};
}

// A thread's 4 x 2 pixels and the 2 samples of each chroma under them.
struct TonePlace {
  unsigned x, row;  // in pieces of four, and rows of chroma
  unsigned single;

  template <Lay L, int N>
  [[nodiscard]] __device__ std::byte* at(const ImageView& view, int c, unsigned line) const {
    const unsigned offset =
        line * static_cast<unsigned>(view.pitch_bytes[c]) + x * unsigned{N * bytes_of(L)};
    return view.data[c] + single * std::uint64_t{offset};
  }
};

// Codes as they lie in memory.
struct ToneCodes {
  unsigned luma[2][2], u[1], v[1];
  __device__ void load(const ImageView& in, const TonePlace& place) {
    read_words<8>(place.at<Lay::words, 4>(in, 0, 2 * place.row), luma[0]);
    read_words<8>(place.at<Lay::words, 4>(in, 0, 2 * place.row + 1), luma[1]);
    read_words<4>(place.at<Lay::words, 2>(in, 1, place.row), u);
    read_words<4>(place.at<Lay::words, 2>(in, 2, place.row), v);
  }
};

__device__ inline float2 codes_as_halves(unsigned word) {
  return __half22float2(halves_of(word));
}

__device__ inline void keep_ramp_line(CurveLine* near, unsigned i, const CurveLine& line) {
  constexpr unsigned kPieces = kRampCopies / 2;
  const float4 twice = make_float4(line.at_zero, line.slope, line.at_zero, line.slope);
  auto* const copies = reinterpret_cast<float4*>(near + kRampCopies * i);
#pragma unroll
  for (unsigned k = 0; k < kPieces; ++k)  // a quarter of a warp writes to all banks
    copies[(k + threadIdx.x) % kPieces] = twice;
}

// The lines of both tables, some of each thread on their way at a time. All threads of the block
// come here.
__device__ inline void stage_tone(const ToneProgram& program, const ToneTables& tables,
                                  CurveLine* near) {
  constexpr unsigned kEach = 3;
  const auto ramp = static_cast<unsigned>(program.ramp.lines),
             all = ramp + static_cast<unsigned>(program.curve.lines);
  CurveLine* const curve = near + kRampCopies * ramp;
  const auto found_at = [&](unsigned i) {
    return i < ramp ? tables.ramp + place_in_ramp(program.ramp, static_cast<int>(i))
                    : tables.curve + (i - ramp);
  };
  for (unsigned first = threadIdx.x; first < all; first += kEach * kToneThreads) {
    CurveLine found[kEach];
#pragma unroll
    for (unsigned k = 0; k < kEach; ++k)
      found[k] = *found_at(min(first + k * kToneThreads, all - 1));
#pragma unroll
    for (unsigned k = 0; k < kEach; ++k) {
      const unsigned i = first + k * kToneThreads;
      if (i < ramp) {
        keep_ramp_line(near, i, ramp_line(program, found[k]));
      } else if (i < all) {
        curve[i - ramp] = curve_line(program, found[k]);
      }
    }
  }
  __syncthreads();
}

// Lines in shared memory, by 32-bit addresses: line k lies kStride lines behind line k - 1.
template <int kStride>
struct StagedLines {
  unsigned address;
  // Line `origin` from `first` on is what operator() takes for line 0.
  __device__ StagedLines(const CurveLine* first, unsigned origin)
      : address(static_cast<unsigned>(__cvta_generic_to_shared(first)) + origin * stride()) {
    asm("" : "+r"(address));  // or the compiler takes the sum apart again
  }
  __device__ static constexpr unsigned stride() { return kStride * unsigned{sizeof(CurveLine)}; }
  __device__ CurveLine operator()(unsigned i) const {
    CurveLine line;
    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
                 : "=f"(line.at_zero), "=f"(line.slope)
                 : "r"(address + i * stride()));
    return line;
  }
};

struct ToneLines {
  StagedLines<kRampCopies> ramp;
  StagedLines<1> curve;
  __device__ ToneLines(const ToneProgram& program, const CurveLine* near)
      : ramp(near + threadIdx.x % kRampCopies, 0U - kFloorBits),
        curve(near + kRampCopies * program.ramp.lines, static_cast<unsigned>(program.origin)) {}
};

// Two columns, what a sample of chroma lies under: two pixels of the upper row, two of the lower.
struct ToneSquare {
  float luma[4], u, v;
};

__device__ inline void run_tone(const ToneProgram& program, const ToneLines& lines,
                                ToneSquare& square) {
  float light[3][4];
#pragma unroll
  for (int c = 0; c < 3; ++c) {
    const float added = tone_added(program, c, square.u, square.v);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      light[c][i] = tone_light(program, lines.ramp, c, square.luma[i], added);
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    tone_pixel(program, lines.curve, light[0][i], light[1][i], light[2][i]);
    square.luma[i] = tone_stored(program, 0, light[0][i], light[1][i], light[2][i]);
  }
  float sums[3];
#pragma unroll
  for (int c = 0; c < 3; ++c)
    sums[c] = (light[c][0] + light[c][1]) + (light[c][2] + light[c][3]);
  square.u = tone_stored(program, 1, sums[0], sums[1], sums[2]);
  square.v = tone_stored(program, 2, sums[0], sums[1], sums[2]);
}

struct ToneBlock {
  ToneSquare left, right;
  __device__ explicit ToneBlock(const ToneCodes& codes) {
    const float2 u = codes_as_halves(codes.u[0]), v = codes_as_halves(codes.v[0]);
    left = square_of(codes, 0, u.x, v.x);
    right = square_of(codes, 1, u.y, v.y);
  }
  template <Lay Out>
  __device__ void store(const ImageView& out, float highest, const TonePlace& place) const {
    const float above[4] = {left.luma[0], left.luma[1], right.luma[0], right.luma[1]},
                below[4] = {left.luma[2], left.luma[3], right.luma[2], right.luma[3]},
                u[2] = {left.u, right.u}, v[2] = {left.v, right.v};
    store_unit<Out>(place.at<Out, 4>(out, 0, 2 * place.row), highest, above);
    store_unit<Out>(place.at<Out, 4>(out, 0, 2 * place.row + 1), highest, below);
    store_unit<Out>(place.at<Out, 2>(out, 1, place.row), highest, u);
    store_unit<Out>(place.at<Out, 2>(out, 2, place.row), highest, v);
  }

 private:
  __device__ static ToneSquare square_of(const ToneCodes& codes, int k, float u, float v) {
    const float2 above = codes_as_halves(codes.luma[0][k]),
                 below = codes_as_halves(codes.luma[1][k]);
    return {{above.x, above.y, below.x, below.y}, u, v};
  }
};

template <Lay Out>
__global__ void __launch_bounds__(kToneThreads, 1)
    short_tone_kernel(const __grid_constant__ ToneProgram program,
                      const __grid_constant__ ImageView in, const __grid_constant__ ImageView out,
                      const __grid_constant__ ToneTables tables,
                      const __grid_constant__ ToneWalk walk) {
  extern __shared__ CurveLine near[];
  const unsigned warp = threadIdx.x / 32 * gridDim.x + blockIdx.x;
  const unsigned rows = walk.rows, step = walk.step;
  TonePlace place{warp % walk.columns * 32 + threadIdx.x % 32, warp / walk.columns, walk.single};
  if (4 * place.x >= static_cast<unsigned>(out.width) || place.row >= step) place.row = rows;
  ToneCodes codes{};
  if (place.row < rows) codes.load(in, place);
  stage_tone(program, tables, near);
  const ToneLines lines(program, near);
  while (place.row < rows) {
    ToneBlock block(codes);
    const TonePlace next{place.x, place.row + step, place.single};
    if (next.row < rows) codes.load(in, next);
    run_tone(program, lines, block.left);
    run_tone(program, lines, block.right);
    block.store<Out>(out, program.highest, place);
    place = next;
  }
}

}  // namespace framelane
