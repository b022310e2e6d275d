#pragma once
#include <cstring>

#include "gpu/host/passes/coarse_sums.h"

// Sums are made in the same order whatever the vectors' width, so that they have the same bits.
// Nothing here may be shared by sources for different processors: all of it depends on kLanes.
namespace framelane {

template <int kLanes>
struct LanesOf;
template <>
struct LanesOf<4> {
  using Vector [[gnu::vector_size(16)]] = float;
  using Words [[gnu::vector_size(16)]] = std::uint32_t;
};
template <>
struct LanesOf<8> {
  using Vector [[gnu::vector_size(32)]] = float;
  using Words [[gnu::vector_size(32)]] = std::uint32_t;
};
template <>
struct LanesOf<16> {
  using Vector [[gnu::vector_size(64)]] = float;
  using Words [[gnu::vector_size(64)]] = std::uint32_t;
};

template <int kLanes>
struct CoarseLoops {
  static constexpr std::ptrdiff_t kStep = kLanes;
  static constexpr int kMaxStep = 32, kPlanes = 4;
  using Vector = typename LanesOf<kLanes>::Vector;
  using Words = typename LanesOf<kLanes>::Words;
  using Wholes [[gnu::vector_size(kWholeLanes * sizeof(std::uint16_t))]] = std::uint16_t;
  using Bytes [[gnu::vector_size(kWholeLanes)]] = std::uint8_t;
  struct Cubic {
    Vector value, change, second, third;  // at the first sample, and its differences
  };
  static constexpr float kMagic = 12582912.0F;  // sums with it end in a whole number's bits
  static constexpr std::uint32_t kMagicBits = 0x4B400000;

  template <typename Any, typename Sample>
  [[gnu::always_inline]] static void load(Any& into, const Sample* from) {
    std::memcpy(&into, from, sizeof into);
  }
  template <typename Any, typename Sample>
  [[gnu::always_inline]] static void store(const Any& from, Sample* into) {
    std::memcpy(into, &from, sizeof from);
  }

  // Integers: the last block lies before the row's end and may repeat what has been done.
  template <typename Block>
  [[gnu::always_inline]] static void each_whole_block(int count, const Block& block) {
    for (std::ptrdiff_t x = 0; x + kWholeLanes <= count; x += kWholeLanes)
      block(x);
    if (count % kWholeLanes != 0) block(std::ptrdiff_t{count} - kWholeLanes);
  }
  // Five vectors by name: an array of them would go by way of memory.
  struct WholeTaps {
    Wholes a, b, c, d, e;
    [[gnu::always_inline]] void store_mean(std::uint16_t* out) const {
      const Wholes sum = (a + e) + ((b + d) << 2) + c * 6;
      store(sum, out);
    }
  };
  [[gnu::always_inline]] static void load_bytes(Wholes& into, const std::uint8_t* from) {
    Bytes bytes;
    load(bytes, from);
    into = __builtin_convertvector(bytes, Wholes);
  }
  static void bytes_down(const std::uint8_t* const* rows, int count, std::uint16_t* out) {
    each_whole_block(
        count, [&](std::ptrdiff_t x) __attribute__((always_inline)) {
          WholeTaps taps;
          load_bytes(taps.a, rows[0] + x);
          load_bytes(taps.b, rows[1] + x);
          load_bytes(taps.c, rows[2] + x);
          load_bytes(taps.d, rows[3] + x);
          load_bytes(taps.e, rows[4] + x);
          taps.store_mean(out + x);
        });
  }
  [[gnu::always_inline]] static void load_shorts(Wholes& into, const std::uint16_t* from,
                                                 WholeSamples as) {
    const Wholes limit = Wholes{} + static_cast<std::uint16_t>(as.limit);
    Wholes stored;
    load(stored, from);
    stored = stored >> static_cast<std::uint16_t>(as.shift);
    into = stored < limit ? stored : limit;
  }
  static void shorts_down(const std::uint16_t* const* rows, WholeSamples as, int count,
                          std::uint16_t* out) {
    each_whole_block(
        count, [&](std::ptrdiff_t x) __attribute__((always_inline)) {
          WholeTaps taps;
          load_shorts(taps.a, rows[0] + x, as);
          load_shorts(taps.b, rows[1] + x, as);
          load_shorts(taps.c, rows[2] + x, as);
          load_shorts(taps.d, rows[3] + x, as);
          load_shorts(taps.e, rows[4] + x, as);
          taps.store_mean(out + x);
        });
  }

  [[gnu::always_inline]] static void store_mean(const float* a, const float* b, const float* c,
                                                const float* d, const float* e, float* out) {
    Vector first, second, third, fourth, fifth;
    load(first, a);
    load(second, b);
    load(third, c);
    load(fourth, d);
    load(fifth, e);
    const Vector sum = (first + fifth) + 4.0F * ((second + fourth) + 1.5F * third);
    store(sum, out);
  }
  static void floats_down(const float* const* rows, int count, float* out) {
    for (std::ptrdiff_t x = 0; x < count; x += kStep)
      store_mean(rows[0] + x, rows[1] + x, rows[2] + x, rows[3] + x, rows[4] + x, out + x);
  }

  static void floats_of(const std::uint16_t* __restrict from, int count, float gain, float offset,
                        float* __restrict out) {
    for (int i = 0; i < count; ++i)
      out[i] = static_cast<float>(from[i]) * gain + offset;
  }
  static void move(float* row, int count, float gain, float offset) {
    for (int i = 0; i < count; ++i)
      row[i] = row[i] * gain + offset;
  }

  // Samples 0, 2, 4 ... and 1, 3, 5 ... of row.
  static void split(const float* __restrict row, int count, float* __restrict even,
                    float* __restrict odd) {
    for (int i = 0; i < count; ++i) {
      even[i] = row[2 * i];
      odd[i] = row[2 * i + 1];
    }
  }
  static void floats_across(const float* row, int count, float* out, float* room) {
    float* const even = room;
    float* const odd = room + count + 2 + kStep;
    split(row - 2, count + 2, even, odd);
    for (std::ptrdiff_t x = 0; x < count; x += kStep)
      store_mean(even + x, odd + x, even + x + 1, odd + x + 1, even + x + 2, out + x);
  }

  // The uniform cubic B-spline between the second and the third of four values, `step` samples
  // apart: differences forward, so that a sample takes three additions.
  [[gnu::always_inline]] static void spline(const float* from, const float* left,
                                            const float* right, const float* end, int step,
                                            Cubic& to) {
    const float h = 1.0F / static_cast<float>(step);
    Vector a, b, c, d;
    load(a, from);
    load(b, left);
    load(c, right);
    load(d, end);
    const Vector sum = a + c;
    const Vector first = (c - a) * (0.5F * h);
    const Vector second = (sum - 2.0F * b) * (0.5F * h * h);
    const Vector third = ((d - a) + 3.0F * (b - c)) * (h * h * h * (1.0F / 6));
    to.value = sum * (1.0F / 6) + b * (4.0F / 6);
    to.change = first + second + third;
    to.second = 2.0F * second + 6.0F * third;
    to.third = 6.0F * third;
  }
  // The two samples of an interval of two.
  [[gnu::always_inline]] static void halves(const float* from, const float* left,
                                            const float* right, const float* end, Vector& one,
                                            Vector& other) {
    Vector a, b, c, d;
    load(a, from);
    load(b, left);
    load(c, right);
    load(d, end);
    one = (a + c) * (1.0F / 6) + b * (4.0F / 6);
    other = (a + d) * (1.0F / 48) + (b + c) * (23.0F / 48);
  }
  [[gnu::always_inline]] static void advance(Cubic& cubic) {
    cubic.value += cubic.change;
    cubic.change += cubic.second;
    cubic.second += cubic.third;
  }

  // Two intervals have the samples of four planes.
  static void widen_twofold(const float* row, int count, float* planes, std::ptrdiff_t stride,
                            float* room) {
    const int pairs = (count + 1) / 2;
    float* const even = room;
    float* const odd = room + pairs + 2 + kStep;
    split(row - 2, pairs + 2, even, odd);
    for (std::ptrdiff_t x = 0; x < pairs; x += kStep) {
      Vector first, second, third, fourth;
      halves(odd + x, even + x + 1, odd + x + 1, even + x + 2, first, second);
      halves(even + x + 1, odd + x + 1, even + x + 2, odd + x + 2, third, fourth);
      store(first, planes + x);
      store(second, planes + stride + x);
      store(third, planes + 2 * stride + x);
      store(fourth, planes + 3 * stride + x);
    }
  }
  static void widen(const float* row, int levels, int count, float* planes, std::ptrdiff_t stride,
                    float* room) {
    if (levels == 1) return widen_twofold(row, count, planes, stride, room);
    const int step = 1 << levels, each = step / kPlanes;
    for (std::ptrdiff_t x = 0; x < count; x += kStep) {
      Cubic cubic;
      spline(row + x - 1, row + x, row + x + 1, row + x + 2, step, cubic);
      for (int p = 0; p < step; ++p) {
        float* const to = planes + p % kPlanes * stride + x * each + p / kPlanes;
        if (each == 1) {
          store(cubic.value, to);
        } else {
          for (std::ptrdiff_t i = 0; i < kLanes; ++i)
            to[i * each] = cubic.value[i];
        }
        advance(cubic);
      }
    }
  }

  [[gnu::always_inline]] static void start(const GridInterval& in, int q, std::ptrdiff_t x,
                                           Cubic& cubic) {
    const std::ptrdiff_t at = q * in.stride + x;
    spline(in.rows[0] + at, in.rows[1] + at, in.rows[2] + at, in.rows[3] + at, 1 << in.levels,
           cubic);
  }
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
  // Those of plane q to the rows' words.
  [[gnu::always_inline]] static void add_codes(const GridInterval& in, int q, std::ptrdiff_t x,
                                               int shift, Words* words) {
    Cubic cubic;
    start(in, q, x, cubic);
    for (int p = 0; p < in.last; ++p) {
      add_code(cubic.value, in, shift, words[p]);
      advance(cubic);
    }
  }
  [[gnu::always_inline]] static void add_twofold(const GridInterval& in, int q, std::ptrdiff_t x,
                                                 int shift, Words& first, Words& second) {
    Vector one, other;
    const std::ptrdiff_t at = q * in.stride + x;
    halves(in.rows[0] + at, in.rows[1] + at, in.rows[2] + at, in.rows[3] + at, one, other);
    add_code(one, in, shift, first);
    add_code(other, in, shift, second);
  }
  // Stores `kept` of a block's samples.
  template <typename Block, typename Sample>
  [[gnu::always_inline]] static void store_some(const Block& block, std::ptrdiff_t kept,
                                                Sample* out) {
    const std::size_t bytes = static_cast<std::size_t>(kept) * sizeof(Sample);
    std::memcpy(out, &block, bytes < sizeof block ? bytes : sizeof block);
  }

  static void fill_bytes(const GridInterval& in, std::uint8_t* out, std::ptrdiff_t pitch) {
    constexpr std::uint32_t kBias = kMagicBits * 0x01010101U;
    for (std::ptrdiff_t x = 0; kPlanes * x < in.width; x += kStep) {
      Words words[kMaxStep];
      if (in.levels == 1) {
        Words first = Words{} - kBias, second = first;
        for (int q = 0; q < kPlanes; ++q)
          add_twofold(in, q, x, 8 * q, first, second);
        words[0] = first;
        words[1] = second;
      } else {
        for (int p = 0; p < in.last; ++p)
          words[p] = Words{} - kBias;
        for (int q = 0; q < kPlanes; ++q)
          add_codes(in, q, x, 8 * q, words);
      }
      const std::ptrdiff_t left = in.width - kPlanes * x;
      for (int p = in.first; p < in.last; ++p) {
        std::uint8_t* const to = out + p * pitch + kPlanes * x;
        if (left >= kPlanes * kLanes) {
          store(words[p], to);
        } else {
          store_some(words[p], left, to);
        }
      }
    }
  }
  static void fill_shorts(const GridInterval& in, std::uint16_t* out, std::ptrdiff_t pitch) {
    const std::uint32_t bias = (kMagicBits << in.shift) * 0x00010001U;
    for (std::ptrdiff_t x = 0; kPlanes * x < in.width; x += kStep) {
      Words words[2][kMaxStep];
      for (int p = 0; p < in.last; ++p)
        words[0][p] = words[1][p] = Words{} - bias;
      for (int q = 0; q < kPlanes; ++q)
        add_codes(in, q, x, in.shift + q % 2 * 16, words[q / 2]);
      for (int p = in.first; p < in.last; ++p) {
        std::uint32_t pairs[2 * static_cast<std::size_t>(kLanes)];
        for (std::ptrdiff_t i = 0; i < kLanes; ++i) {
          pairs[2 * i] = words[0][p][i];
          pairs[2 * i + 1] = words[1][p][i];
        }
        store_some(pairs, in.width - kPlanes * x, out + p * pitch + kPlanes * x);
      }
    }
  }
  static void fill_floats(const GridInterval& in, float* out, std::ptrdiff_t pitch) {
    for (std::ptrdiff_t x = 0; kPlanes * x < in.width; x += kStep)
      for (int q = 0; q < kPlanes; ++q) {
        Cubic cubic;
        start(in, q, x, cubic);
        for (int p = 0; p < in.last; ++p) {
          float* const to = out + p * pitch + kPlanes * x + q;
          for (std::ptrdiff_t i = 0; i < kLanes; ++i)
            to[kPlanes * i] = cubic.value[i];
          advance(cubic);
        }
      }
  }

  static constexpr CoarseSums kSums{bytes_down,  shorts_down,   floats_down, floats_of,
                                    move,        floats_across, widen,       fill_bytes,
                                    fill_shorts, fill_floats};
};

}  // namespace framelane
