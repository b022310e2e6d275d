#pragma once
#include "gpu/cuda/passes/short_shape.cuh"
#include "gpu/filters/lattice_luma.h"

// A lattice between a clamped step that spreads and one that gathers, the usual shape: a kernel of
// its own, whose warps take blocks of pixels instead of rows and whose numbers the host prepares.
namespace framelane {

using LatticeShape = ShortShape<ShortStep::Kind::lattice>;

// What codes are raised by until the first step has read them, which takes it off again: so a byte
// becomes a float by its bits alone. It costs 0.008 of a code at most.
template <Lay L>
inline constexpr float kRaised = L == Lay::bytes ? 32768.0F : 0.0F;

// The program as the kernel takes it: for raised codes, and for sums of four pixels instead of
// their means.
template <Lay In>
ShortProgram lattice_program(ShortProgram program) {
  for (float(&m)[4] : program.steps[0].m)
    m[3] = static_cast<float>(m[3] - double{kRaised<In>} * (double{m[0]} + m[1] + m[2]));
  for (int c = 1; c < 3; ++c)
    for (int k = 0; k < 3; ++k)
      program.steps[program.count - 1].m[c][k] *= 0.25F;
  return program;
}

// The same of what follows from entries of luma.
inline LumaOfColors parts_of_sums(LumaOfColors parts) {
  parts.gain[1] *= 0.25F;
  parts.gain[2] *= 0.25F;
  return parts;
}

// A thread's 4 x 2 pixels and the 2 samples of each chroma under them.
struct LatticeBlock {
  const HalfLattice& lattice;
  unsigned x, row;  // in pieces of four, and rows of chroma

  // Planes are smaller than 4 GB. A product with a number that the compiler does not know adds to
  // an address in one instruction instead of two.
  template <int kBytes>
  [[nodiscard]] __device__ std::byte* at(const ImageView& view, int c, unsigned line) const {
    const unsigned offset =
        line * static_cast<unsigned>(view.pitch_bytes[c]) + x * unsigned{kBytes};
    return view.data[c] + lattice.single * std::uint64_t{offset};
  }
  template <Lay L>
  __device__ void store(const ImageView& out, float highest, const float (&luma)[8],
                        const float (&chroma)[2][2]) const {
    constexpr int kFour = 4 * bytes_of(L), kTwo = 2 * bytes_of(L);
    const float above[4] = {luma[0], luma[1], luma[2], luma[3]};
    const float below[4] = {luma[4], luma[5], luma[6], luma[7]};
    store_unit<L>(at<kFour>(out, 0, 2 * row), highest, above);
    store_unit<L>(at<kFour>(out, 0, 2 * row + 1), highest, below);
    store_unit<L>(at<kTwo>(out, 1, row), highest, chroma[0]);
    store_unit<L>(at<kTwo>(out, 2, row), highest, chroma[1]);
  }
};

// Codes as they lie in memory.
template <Lay L>
struct LatticeCodes {
  static constexpr int kSize = bytes_of(L), kFour = 4 * kSize, kTwo = 2 * kSize;
  unsigned luma[2][kWords<kFour>], chroma[2][kWords<kTwo>];

  __device__ void load(const ImageView& in, const LatticeBlock& from) {
    read_words<kFour>(from.at<kFour>(in, 0, 2 * from.row), luma[0]);
    read_words<kFour>(from.at<kFour>(in, 0, 2 * from.row + 1), luma[1]);
    read_words<kTwo>(from.at<kTwo>(in, 1, from.row), chroma[0]);
    read_words<kTwo>(from.at<kTwo>(in, 2, from.row), chroma[1]);
  }
  __device__ void raise(float (&into)[8], float (&chroma_into)[2][2]) const {
#pragma unroll
    for (int i = 0; i < 8; ++i)
      into[i] = raised(luma[i / 4], i % 4);
#pragma unroll
    for (int i = 0; i < 4; ++i)
      chroma_into[i / 2][i % 2] = raised(chroma[i / 2], i % 2);
  }

 private:
  template <int N>
  __device__ static float raised(const unsigned (&words)[N], int i) {
    return kSize == 1 ? __uint_as_float(__byte_perm(words[0], 0x47000000, 0x7404 + 16 * i))
                      : word_of(words[i / 2], i % 2);
  }
};

// The last step for entries of luma. Chroma's gains are of sums of four.
__device__ inline void gather_parts(const LumaOfColors& parts, const HalfEntry (&found)[8],
                                    float (&luma)[8], float (&chroma)[2][2]) {
#pragma unroll
  for (int i = 0; i < 8; ++i)
    luma[i] = stored_part(parts, 0, __low2float(found[i].last));
#pragma unroll
  for (int block = 0; block < 2; ++block) {
    const HalfEntry* above = found + 2 * block;
    const HalfEntry* below = above + 4;
    const float2 sums = __half22float2(
        __hadd2(__hadd2(above[0].first, above[1].first), __hadd2(below[0].first, below[1].first)));
    chroma[0][block] = stored_part(parts, 1, sums.x);
    chroma[1][block] = stored_part(parts, 2, sums.y);
  }
}

// A warp takes 32 x 8 pixels, since what lies near each other reads the same lines of the table,
// and a block eight of them beside each other.
inline constexpr dim3 kLatticeThreads(8, 4, 8);
inline constexpr int kLatticeColumns = 256, kLatticeRows = 8;

// Blocks go on down the picture: a thread's next codes are on their way while it works on those
// before.
template <Lay In, Lay Out, bool kLuma>
__global__ void __launch_bounds__(256, 4)
    short_lattice_kernel(const __grid_constant__ ShortProgram program,
                         const __grid_constant__ ImageView in,
                         const __grid_constant__ ImageView out,
                         const __grid_constant__ HalfLattice lattice,
                         const __grid_constant__ LumaOfColors parts) {
  const unsigned rows = static_cast<unsigned>(out.height) / 2, step = kLatticeRows / 2 * gridDim.y;
  LatticeBlock block{lattice, 64 * blockIdx.x + 8 * threadIdx.z + threadIdx.x,
                     4 * blockIdx.y + threadIdx.y};
  if (4 * block.x >= static_cast<unsigned>(out.width) || block.row >= rows) return;
  LatticeCodes<In> codes;
  codes.load(in, block);
  while (true) {
    float luma[8], chroma[2][2], v[3][8];
    codes.raise(luma, chroma);
    const LatticeBlock next{lattice, block.x, block.row + step};
    const bool more = next.row < rows;
    if (more) codes.load(in, next);
    spread<true>(program.steps[0], luma, chroma, v);
    if constexpr (kLuma) {
      HalfEntry found[8];
      entries_of_halves(lattice, v, found);
      gather_parts(parts, found, luma, chroma);
    } else {
      lattice_of_halves<false>(program.steps[1], lattice, v);
      gather<true>(program.steps[2], v, luma, chroma);
    }
    block.store<Out>(out, program.highest, luma, chroma);
    if (!more) return;
    block.row = next.row;
  }
}

}  // namespace framelane
