#pragma once
#include "gpu/cuda/passes/half_lattice.cuh"
#include "gpu/cuda/passes/layouts.cuh"
#include "gpu/filters/point_colors.h"
#include "gpu/filters/short_math.h"

// A thread's part of a 4:2:0 picture under a short point program: 4 x 2 pixels, pixel 4 r + i is
// column i of row r; its two chroma samples of each kind lie under two columns each.
namespace framelane {

// What of a program's steps a kernel is compiled for, beside those that mix.
enum class ShortUse : std::uint8_t { plain, lattice, curve, light, other };

// What steps read beside their own numbers, as far as the kernel's use needs it.
template <ShortUse Use>
struct ShortSources {
  const std::byte* tables[kMaxPassTables];
};
template <>
struct ShortSources<ShortUse::plain> {};
template <>
struct ShortSources<ShortUse::lattice> {
  HalfLattice lattice;
};
template <>
struct ShortSources<ShortUse::other> {
  PassMemory memory;
  PointOp op;
};

// Values of 0 .. 1.
template <Lay L, int N>
__device__ inline void store_unit(std::byte* at, float highest, const float (&v)[N]) {
  constexpr int kSize = bytes_of(L);
  unsigned words[kWords<kSize * N>], bits[N];
#pragma unroll
  for (int i = 0; i < N; ++i)
    bits[i] = __float_as_uint(plus_product(v[i], highest, kWhole));
  if constexpr (kSize == 2) {
#pragma unroll
    for (int i = 0; i < N; i += 2)
      words[i / 2] = __byte_perm(bits[i], bits[i + 1], 0x5410);
  } else if constexpr (N == 2) {
    words[0] = __byte_perm(bits[0], bits[1], 0x0040);
  } else {
#pragma unroll
    for (int i = 0; i < N; i += 4)
      words[i / 4] = __byte_perm(__byte_perm(bits[i], bits[i + 1], 0x0040),
                                 __byte_perm(bits[i + 2], bits[i + 3], 0x0040), 0x5410);
  }
  write_words<kSize * N>(at, words);
}
template <Lay L, int N>
__device__ inline void store_unit(const ImageView& out, int c, int x, int y, float highest,
                                  const float (&v)[N]) {
  store_unit<L>(known_sample<L>(out, c, x, y), highest, v);
}

// The first step that mixes: what chroma adds is the same for the four pixels under a sample.
template <bool kClamp>
__device__ inline void spread(const ShortStep& step, const float (&luma)[8],
                              const float (&chroma)[2][2], float (&v)[3][8]) {
#pragma unroll
  for (int c = 0; c < 3; ++c) {
    const float* m = step.m[c];
#pragma unroll
    for (int block = 0; block < 2; ++block) {
      const float added =
          plus_product(m[1], chroma[0][block], plus_product(m[2], chroma[1][block], m[3]));
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        const int i = k / 2 * 4 + 2 * block + k % 2;
        v[c][i] = kept_in(kClamp, plus_product(m[0], luma[i], added));
      }
    }
  }
}

__device__ inline float sum_of(const float (&v)[8], int block) {
  return (v[2 * block] + v[2 * block + 1]) + (v[4 + 2 * block] + v[5 + 2 * block]);
}

// The last step without a clamp: the mean of a linear map is the map of the mean. kOfSums: its
// numbers for chroma are those of sums of four pixels instead of their means.
template <bool kOfSums = false>
__device__ inline void gather(const ShortStep& step, const float (&v)[3][8], float (&luma)[8],
                              float (&chroma)[2][2]) {
  const float* m = step.m[0];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    luma[i] = in_unit(plus_product(m[0], v[0][i],
                                   plus_product(m[1], v[1][i], plus_product(m[2], v[2][i], m[3]))));
#pragma unroll
  for (int block = 0; block < 2; ++block) {
    constexpr float kShare = kOfSums ? 1 : 0.25F;
    const float a = kShare * sum_of(v[0], block), b = kShare * sum_of(v[1], block),
                d = kShare * sum_of(v[2], block);
#pragma unroll
    for (int c = 1; c < 3; ++c) {
      const float* n = step.m[c];
      chroma[c - 1][block] =
          in_unit(plus_product(n[0], a, plus_product(n[1], b, plus_product(n[2], d, n[3]))));
    }
  }
}

__device__ inline void gather_clamped(const ShortStep& step, float (&v)[3][8], float (&luma)[8],
                                      float (&chroma)[2][2]) {
  short_matrix<true>(step, v);
#pragma unroll
  for (int i = 0; i < 8; ++i)
    luma[i] = v[0][i];
#pragma unroll
  for (int c = 1; c < 3; ++c)
#pragma unroll
    for (int block = 0; block < 2; ++block)
      chroma[c - 1][block] = 0.25F * sum_of(v[c], block);
}

// Lines in shared memory, by 32-bit addresses: places are added to them as they come.
struct NearLines {
  unsigned address;
  __device__ explicit NearLines(const CurveLine* lines)
      : address(static_cast<unsigned>(__cvta_generic_to_shared(lines))) {}
  [[nodiscard]] __device__ NearLines from(int line) const {
    NearLines moved = *this;
    moved.address += static_cast<unsigned>(line) * unsigned{sizeof(CurveLine)};
    asm("" : "+r"(moved.address));  // or the compiler takes the sum apart again
    return moved;
  }
  __device__ CurveLine operator()(unsigned i) const {
    CurveLine line;
    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];"
                 : "=f"(line.at_zero), "=f"(line.slope)
                 : "r"(address + i * unsigned{sizeof(CurveLine)}));
    return line;
  }
};

// Where a thread's pixels lie, and its block's lines.
struct ShortPlace {
  PointPlace pixels;
  const CurveLine* near;
};

__device__ inline void apply_other(const ShortSources<ShortUse::other>& sources,
                                   const PointPlace& place, float (&v)[3][8]) {
  float all[4][8];
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    all[0][i] = v[0][i];
    all[1][i] = v[1][i];
    all[2][i] = v[2][i];
    all[3][i] = 0;
  }
  apply_any(sources.op, place, sources.memory, all);
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    v[0][i] = all[0][i];
    v[1][i] = all[1][i];
    v[2][i] = all[2][i];
  }
}

template <ShortStep::Kind kKind>
__device__ inline void apply_light(const ShortStep& step, const CurveLine* near, float (&v)[3][8]) {
  using Kind = ShortStep::Kind;
  const NearLines lines(near + step.near);
  if constexpr (kKind == Kind::ramp) {
    short_even<false>(step, lines, v);
  } else if constexpr (kKind == Kind::lines) {
    short_lines(step, lines, v);
  } else if constexpr (kKind == Kind::peak_gain) {
    short_peak_gain(step, lines, v);
  } else {
    static_assert(kKind == Kind::luma_mix);
    short_luma_mix(step, v);
  }
}

template <ShortUse Use>
__device__ inline void apply_reader(const ShortStep& step, const ShortSources<Use>& sources,
                                    const ShortPlace& place, float (&v)[3][8]) {
  using Kind = ShortStep::Kind;
  if constexpr (Use == ShortUse::lattice) {
    if (step.clamp) return lattice_of_halves<true>(step, sources.lattice, v);
    lattice_of_halves<false>(step, sources.lattice, v);
  } else if constexpr (Use == ShortUse::curve) {
    short_even(step, NearLines(place.near + step.near), v);
  } else if constexpr (Use == ShortUse::other) {
    apply_other(sources, place.pixels, v);
  } else if constexpr (Use == ShortUse::light) {
    if (step.kind == Kind::ramp) return apply_light<Kind::ramp>(step, place.near, v);
    if (step.kind == Kind::lines) return apply_light<Kind::lines>(step, place.near, v);
    if (step.kind == Kind::peak_gain) return apply_light<Kind::peak_gain>(step, place.near, v);
    apply_light<Kind::luma_mix>(step, place.near, v);
  }
}

template <ShortUse Use>
__device__ inline void apply_short(const ShortStep& step, const ShortSources<Use>& sources,
                                   const ShortPlace& place, float (&v)[3][8]) {
  if (step.linear()) {
    if (step.clamp) return short_matrix<true>(step, v);
    return short_matrix<false>(step, v);
  }
  if (step.kind != ShortStep::Kind::gamma) return apply_reader<Use>(step, sources, place, v);
  apply_short(step, 0, v[0]);
  apply_short(step, 1, v[1]);
  apply_short(step, 2, v[2]);
}

}  // namespace framelane
