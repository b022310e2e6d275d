#pragma once
#include "gpu/cuda/passes/short_shape.cuh"

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

// A thread's 4 x 2 pixels in a plane.
struct LatticeBlock {
  const HalfLattice& lattice;
  int x, y;

  // Planes are smaller than 4 GB. A product with a number that the compiler does not know adds to
  // an address in one instruction instead of two.
  template <Lay L>
  [[nodiscard]] __device__ std::byte* at(const ImageView& view, int c, int row) const {
    const int column = c == 0 ? x : x / 2;
    const unsigned offset =
        static_cast<unsigned>(row) * static_cast<unsigned>(view.pitch_bytes[c]) +
        static_cast<unsigned>(column * bytes_of(L));
    return view.data[c] + lattice.single * std::uint64_t{offset};
  }
  // Raised codes.
  template <Lay L, int N>
  __device__ void load(const ImageView& view, int c, int row, float (&into)[N]) const {
    constexpr int kSize = bytes_of(L);
    unsigned words[kWords<kSize * N>];
    read_words<kSize * N>(at<L>(view, c, row), words);
#pragma unroll
    for (int i = 0; i < N; ++i)
      into[i] = kSize == 1 ? __uint_as_float(__byte_perm(words[0], 0x47000000, 0x7404 + 16 * i))
                           : word_of(words[i / 2], i % 2);
  }
  template <Lay L>
  __device__ void load(const ImageView& in, float (&luma)[8], float (&chroma)[2][2]) const {
    float above[4], below[4];
    load<L>(in, 0, y, above);
    load<L>(in, 0, y + 1, below);
    load<L>(in, 1, y / 2, chroma[0]);
    load<L>(in, 2, y / 2, chroma[1]);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      luma[i] = above[i];
      luma[4 + i] = below[i];
    }
  }
  template <Lay L>
  __device__ void store(const ImageView& out, float highest, const float (&luma)[8],
                        const float (&chroma)[2][2]) const {
    const float above[4] = {luma[0], luma[1], luma[2], luma[3]};
    const float below[4] = {luma[4], luma[5], luma[6], luma[7]};
    store_unit<L>(at<L>(out, 0, y), highest, above);
    store_unit<L>(at<L>(out, 0, y + 1), highest, below);
    store_unit<L>(at<L>(out, 1, y / 2), highest, chroma[0]);
    store_unit<L>(at<L>(out, 2, y / 2), highest, chroma[1]);
  }
};

// A warp takes 32 x 8 pixels, since what lies near each other reads the same lines of the table,
// and a block eight of them beside each other.
inline constexpr dim3 kLatticeThreads(8, 4, 8);
inline constexpr int kLatticeColumns = 256, kLatticeRows = 8;

template <Lay In, Lay Out>
__global__ void __launch_bounds__(256, 4)
    short_lattice_kernel(const __grid_constant__ ShortProgram program,
                         const __grid_constant__ ImageView in,
                         const __grid_constant__ ImageView out,
                         const __grid_constant__ HalfLattice lattice) {
  const int x = 4 * static_cast<int>(64 * blockIdx.x + 8 * threadIdx.z + threadIdx.x);
  const int y = 2 * static_cast<int>(4 * blockIdx.y + threadIdx.y);
  if (x >= out.width || y >= out.height) return;
  const LatticeBlock block{lattice, x, y};
  float luma[8], chroma[2][2], v[3][8];
  block.load<In>(in, luma, chroma);
  spread<true>(program.steps[0], luma, chroma, v);
  lattice_of_halves<false>(program.steps[1], lattice, v);
  gather<true>(program.steps[2], v, luma, chroma);
  block.store<Out>(out, program.highest, luma, chroma);
}

}  // namespace framelane
