#pragma once
#include <cstdint>

namespace framelane {

// Rows of 8-bit pictures with chroma of half the width through a matrix, in 16-bit integers.
// Chroma (u and v) counts from 128 and has 8 fraction bits, its factors 14; luma and results count
// from 0, factors of luma have 15 bits. Products and offsets have 7: they are off by 1/256 of a
// code at most, products by as much again for their factors. Sums fit by what byte_colors.h checks,
// or saturate where only what is clamped anyway does not. Nothing is read or written beyond a row's
// last byte. Thread-safety: constants.

inline constexpr int kChromaRoom = 32;  // words that rows of chroma have behind them

// Y with u and v makes R G B: Y' = luma * Y + offset, R = Y' + red_v * v, G = Y' + green_u * u +
// green_v * v, B = Y' + 2 * half_blue_u * u.
struct RgbFactors {
  std::uint16_t luma;
  std::int16_t red_v, green_u, green_v, half_blue_u;
  std::int16_t offset;  // 7 fraction bits, and half a code for rounding
};

// Where bytes of pixels go.
enum class RgbOrder : std::uint8_t { planes, rgb, bgr, rgba, bgra, argb, abgr };
struct RgbRow {
  const std::uint8_t* luma;
  const std::uint8_t* alpha;  // null: opaque; planes and pixels of three bytes have none
  const std::int16_t *u, *v;  // the nearest sample is beyond both ends as well
  bool centred;  // chroma lies between two pixels, with 6 fraction bits; else at even ones, with 7
  int width;
  std::uint8_t* out[3];  // planes of R G B, else pixels from out[0] on
  bool streams;          // past the caches; then `out` are at multiples of 32
};

// Y' = luma * Y + luma_u * u + luma_v * v, u' = u[0] * u + u[1] * v, v' likewise, each with an
// offset as above.
struct YuvFactors {
  std::uint16_t luma;
  std::int16_t luma_u, luma_v, luma_offset;
  std::int16_t u[2], u_offset, v[2], v_offset;
};
// Bytes of both chroma components, side by side where `v` is null.
template <typename Byte>
struct ChromaBytes {
  Byte *u, *v;
};
struct YuvRows {
  const std::uint8_t* luma[2];  // both are over the same chroma
  ChromaBytes<const std::uint8_t> chroma;
  int width;
  std::uint8_t* out[2];
  ChromaBytes<std::uint8_t> out_chroma;
};

// Words of both components' samples; rows have kChromaRoom of them to spare.
struct ChromaWords {
  std::int16_t *u, *v;
};
// Two rows made of the same two: ((4 - share) * above + share * below) / 4, with bits + 2 fraction
// bits.
struct ChromaMix {
  ChromaBytes<const std::uint8_t> above, below;
  int shares[2], bits;
  bool ahead;  // rows that follow are fetched: no cache has them
};

struct ByteColorRows {
  void (*mix_chroma)(const ChromaMix& mix, int samples, const ChromaWords (&into)[2]);
  void (*to_rgb)(const RgbFactors& factors, RgbOrder order, const RgbRow& row);
  void (*to_yuv)(const YuvFactors& factors, const YuvRows& rows);
  void (*settle)();  // what has passed the caches is in memory before what follows
};

// Its to_rgb(), which has a source of its own.
void rgb_row_avx2(const RgbFactors& factors, RgbOrder order, const RgbRow& row);

// Those of this machine, or null where there are none that are quicker than floats.
[[nodiscard]] const ByteColorRows* byte_color_rows();

}  // namespace framelane
