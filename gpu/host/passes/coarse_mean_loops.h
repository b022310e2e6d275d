#pragma once
#include "gpu/host/passes/coarse_lanes.h"
#include "gpu/host/passes/coarse_sums.h"

// Means of five, downwards and across.
namespace framelane {

template <int kLanes>
struct MeanLoops : CoarseLanes<kLanes> {
  using Lanes = CoarseLanes<kLanes>;
  using Vector = typename Lanes::Vector;
  using Lanes::kStep, Lanes::load, Lanes::store;
  using Lanes::split;
  using Wholes [[gnu::vector_size(kWholeLanes * sizeof(std::uint16_t))]] = std::uint16_t;
  using Bytes [[gnu::vector_size(kWholeLanes)]] = std::uint8_t;

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
  template <bool kShifted>
  [[gnu::always_inline]] static void load_shorts(Wholes& into, const std::uint16_t* from,
                                                 WholeSamples as) {
    const Wholes limit = Wholes{} + static_cast<std::uint16_t>(as.limit);
    Wholes stored;
    load(stored, from);
    if constexpr (kShifted) stored = stored >> static_cast<std::uint16_t>(as.shift);
    into = stored < limit ? stored : limit;
  }
  template <bool kShifted>
  static void any_shorts_down(const std::uint16_t* const* rows, WholeSamples as, int count,
                              std::uint16_t* out) {
    each_whole_block(
        count, [&](std::ptrdiff_t x) __attribute__((always_inline)) {
          WholeTaps taps;
          load_shorts<kShifted>(taps.a, rows[0] + x, as);
          load_shorts<kShifted>(taps.b, rows[1] + x, as);
          load_shorts<kShifted>(taps.c, rows[2] + x, as);
          load_shorts<kShifted>(taps.d, rows[3] + x, as);
          load_shorts<kShifted>(taps.e, rows[4] + x, as);
          taps.store_mean(out + x);
        });
  }
  static void shorts_down(const std::uint16_t* const* rows, WholeSamples as, int count,
                          std::uint16_t* out) {
    if (as.shift != 0) return any_shorts_down<true>(rows, as, count, out);
    any_shorts_down<false>(rows, as, count, out);
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

  static void floats_across(const float* row, int count, float* out, float* room) {
    float* const even = room;
    float* const odd = room + count + 2 + kStep;
    split(row - 2, count + 2, even, odd);
    for (std::ptrdiff_t x = 0; x < count; x += kStep)
      store_mean(even + x, odd + x, even + x + 1, odd + x + 1, even + x + 2, out + x);
  }
};

}  // namespace framelane
