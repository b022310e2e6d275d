#pragma once
#include "gpu/host/passes/coarse_spline_loops.h"
#include "gpu/host/passes/coarse_sums.h"

// Cubic B-splines downwards, and how they are stored.
namespace framelane {

template <int kLanes>
struct FillLoops : SplineLoops<kLanes> {
  using Lanes = CoarseLanes<kLanes>;
  using Vector = typename Lanes::Vector;
  using Words = typename Lanes::Words;
  using Lanes::kPlanes, Lanes::kStep, Lanes::load, Lanes::store;
  using Splines = SplineLoops<kLanes>;
  using Cubic = typename Splines::Cubic;
  using Splines::spline, Splines::halves, Splines::advance;
  static constexpr int kMaxStep = 32;
  static constexpr float kMagic = 12582912.0F;  // sums with it end in a whole number's bits
  static constexpr std::uint32_t kMagicBits = 0x4B400000;

  // Adds rounded codes and kMagicBits to words, shifted.
  [[gnu::always_inline]] static void add_code(const Vector& value, const GridInterval& in,
                                              int shift, Words& words) {
    const Words zero = Words{} + kMagicBits, top = zero + static_cast<std::uint32_t>(in.top);
    const Vector sum = value + kMagic;
    Words code;  // whole numbers are in order as their bits are
    std::memcpy(&code, &sum, sizeof code);
    code = code > zero ? code : zero;
    code = code < top ? code : top;
    words += code << static_cast<std::uint32_t>(shift);
  }
  // Those of plane q to the rows' words, kMaxStep of them.
  [[gnu::always_inline]] static void add_plane(const GridInterval& in, int q, std::ptrdiff_t x,
                                               int shift, Words* words) {
    const std::ptrdiff_t at = q * in.stride + x;
    const float *const a = in.rows[0] + at, *const b = in.rows[1] + at;
    const float *const c = in.rows[2] + at, *const d = in.rows[3] + at;
    if (in.levels == 1) {
      Vector one, other;
      halves(a, b, c, d, one, other);
      add_code(one, in, shift, words[0]);
      add_code(other, in, shift, words[1]);
      return;
    }
    Cubic cubic;
    spline(a, b, c, d, 1 << in.levels, cubic);
    for (int p = 0; p < in.last; ++p) {
      add_code(cubic.value, in, shift, words[p]);
      advance(cubic);
    }
  }
  // Of kCount planes from q on, which share words.
  template <int kCount>
  [[gnu::always_inline]] static void add_planes(const GridInterval& in, int q, std::ptrdiff_t x,
                                                int shift, Words* words) {
    for (int i = 0; i < kCount; ++i)
      add_plane(in, q + i, x, shift + 32 / kCount * i, words);
  }
  struct Zipped {
    Words low, high;
  };
  // The first `left` samples of a block, or all.
  template <typename Block, typename Sample>
  [[gnu::always_inline]] static void store_some(const Block& block, std::ptrdiff_t left,
                                                Sample* out) {
    const std::size_t bytes = static_cast<std::size_t>(left) * sizeof(Sample);
    if (bytes >= sizeof block) return store(block, out);
    const Block copy = block;  // the block itself needs no address
    std::memcpy(out, &copy, bytes);
  }

  static void fill_bytes(const GridInterval& in, std::uint8_t* out, std::ptrdiff_t pitch) {
    constexpr std::uint32_t kBias = kMagicBits * 0x01010101U;
    for (std::ptrdiff_t x = 0; kPlanes * x < in.width; x += kStep) {
      Words words[kMaxStep];
      for (int p = 0; p < in.last; ++p)
        words[p] = Words{} - kBias;
      add_planes<4>(in, 0, x, 0, words);
      for (int p = in.first; p < in.last; ++p)
        store_some(words[p], in.width - kPlanes * x, out + p * pitch + kPlanes * x);
    }
  }
  static void fill_shorts(const GridInterval& in, std::uint16_t* out, std::ptrdiff_t pitch) {
    const std::uint32_t bias = (kMagicBits << in.shift) * 0x00010001U;
    for (std::ptrdiff_t x = 0; kPlanes * x < in.width; x += kStep) {
      Words words[2][kMaxStep];
      for (int p = 0; p < in.last; ++p)
        words[0][p] = words[1][p] = Words{} - bias;
      add_planes<2>(in, 0, x, in.shift, words[0]);
      add_planes<2>(in, 2, x, in.shift, words[1]);
      for (int p = in.first; p < in.last; ++p) {
        Zipped both;
        LanesOf<kLanes>::zip(words[0][p], words[1][p], both.low, both.high);
        store_some(both, in.width - kPlanes * x, out + p * pitch + kPlanes * x);
      }
    }
  }
  static void fill_floats(const GridInterval& in, float* out, std::ptrdiff_t pitch) {
    for (std::ptrdiff_t x = 0; kPlanes * x < in.width; x += kStep)
      for (int q = 0; q < kPlanes; ++q) {
        const std::ptrdiff_t at = q * in.stride + x;
        Cubic cubic;
        spline(in.rows[0] + at, in.rows[1] + at, in.rows[2] + at, in.rows[3] + at, 1 << in.levels,
               cubic);
        for (int p = 0; p < in.last; ++p) {
          float* const to = out + p * pitch + kPlanes * x + q;
          for (std::ptrdiff_t i = 0; i < kLanes; ++i)
            to[kPlanes * i] = cubic.value[i];
          advance(cubic);
        }
      }
  }
};

}  // namespace framelane
