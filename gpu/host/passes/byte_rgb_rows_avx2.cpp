#include "gpu/host/passes/byte_color_rows.h"
#include "gpu/host/passes/byte_vectors_avx2.h"

// Compiled for AVX2 as a whole: nothing here may be shared with other sources.
namespace framelane {
namespace {

// Chroma of 32 pixels with 8 fraction bits: of pixels 0 .. 7 and 16 .. 23, and of the others, as
// bytes unpacked to words lie.
struct ChromaVectors {
  Vector low, high;
};
inline ChromaVectors unpacked(Vector even, Vector odd) {
  return {_mm256_unpacklo_epi16(even, odd), _mm256_unpackhi_epi16(even, odd)};
}

// Sums are of 2^15 at most, below zero: they just fit.
template <bool kCentred>
inline ChromaVectors across(const std::int16_t* row) {
  const Vector at = load(row), after = load(row + 1);
  if (!kCentred) return unpacked(plus(at, at), plus(at, after));
  const Vector thrice = plus(plus(at, at), at);
  return unpacked(plus(load(row - 1), thrice), plus(thrice, after));
}

struct Rgb {
  Vector r, g, b;
};

struct RgbVectors {
  Vector luma, offset, red_v, green_u, green_v, half_blue_u;
  explicit RgbVectors(const RgbFactors& f)
      : luma(all_unsigned(f.luma)),
        offset(all(f.offset)),
        red_v(all(f.red_v)),
        green_u(all(f.green_u)),
        green_v(all(f.green_v)),
        half_blue_u(all(f.half_blue_u)) {}
  // Of 16 pixels, in words. Sums that are not the last one fit, but for blue's, the rest of which
  // has the same sign.
  [[nodiscard]] Rgb made_of(Vector y, Vector u, Vector v) const {
    const Vector gray = plus(times_unsigned(y, luma), offset), half_blue = times(u, half_blue_u);
    return {plus_within(gray, times(v, red_v)),
            plus_within(plus(gray, times(u, green_u)), times(v, green_v)),
            plus_within(plus_within(gray, half_blue), half_blue)};
  }
  // Of 32 pixels, in bytes.
  [[nodiscard]] Rgb made_of(Vector y, const ChromaVectors& u, const ChromaVectors& v) const {
    const Vector zero{};
    const Rgb low = made_of(_mm256_unpacklo_epi8(zero, y), u.low, v.low);
    const Rgb high = made_of(_mm256_unpackhi_epi8(zero, y), u.high, v.high);
    return {packed(low.r, high.r), packed(low.g, high.g), packed(low.b, high.b)};
  }
};

// Words of four bytes: pixels 0 .. 3 and 16 .. 19 in the first vector, and so on.
struct Words {
  Vector words[4];
};
inline Words zipped(Vector a, Vector b, Vector c, Vector d) {
  const Vector ab_low = _mm256_unpacklo_epi8(a, b), ab_high = _mm256_unpackhi_epi8(a, b);
  const Vector cd_low = _mm256_unpacklo_epi8(c, d), cd_high = _mm256_unpackhi_epi8(c, d);
  return {{_mm256_unpacklo_epi16(ab_low, cd_low), _mm256_unpackhi_epi16(ab_low, cd_low),
           _mm256_unpacklo_epi16(ab_high, cd_high), _mm256_unpackhi_epi16(ab_high, cd_high)}};
}

// kStreams: past the caches, to a multiple of 32.
template <bool kStreams>
inline void put(Vector bytes, std::uint8_t* into) {
  if (kStreams) {
    _mm256_stream_si256(reinterpret_cast<Vector*>(into), bytes);
  } else {
    store(bytes, into);
  }
}

struct ToPlanes {
  static constexpr int kStep = 1, kPlanes = 3;
  template <bool kStreams>
  static void write(const Rgb& p, Vector /*alpha*/, std::uint8_t* const (&out)[3], int x) {
    put<kStreams>(p.r, out[0] + x);
    put<kStreams>(p.g, out[1] + x);
    put<kStreams>(p.b, out[2] + x);
  }
};

template <bool kTurned, bool kAlphaFirst>
struct ToWords {
  static constexpr int kStep = 4, kPlanes = 1;
  template <bool kStreams>
  static void write(const Rgb& p, Vector alpha, std::uint8_t* const (&out)[3], int x) {
    const Vector first = kTurned ? p.b : p.r, last = kTurned ? p.r : p.b;
    const Words w = kAlphaFirst ? zipped(alpha, first, p.g, last) : zipped(first, p.g, last, alpha);
    std::uint8_t* const at = out[0] + 4 * x;
    put<kStreams>(_mm256_permute2x128_si256(w.words[0], w.words[1], 0x20), at);
    put<kStreams>(_mm256_permute2x128_si256(w.words[2], w.words[3], 0x20), at + kBytes);
    put<kStreams>(_mm256_permute2x128_si256(w.words[0], w.words[1], 0x31), at + 2 * kBytes);
    put<kStreams>(_mm256_permute2x128_si256(w.words[2], w.words[3], 0x31), at + 3 * kBytes);
  }
};

template <bool kTurned>
struct ToTriples {
  static constexpr int kStep = 3, kPlanes = 1;
  template <bool kStreams>
  static void write(const Rgb& p, Vector /*alpha*/, std::uint8_t* const (&out)[3], int x) {
    const Vector first = kTurned ? p.b : p.r, last = kTurned ? p.r : p.b;
    const Words w = zipped(first, p.g, last, last);
    if (kStreams) return stream(w, out[0] + 3 * x);
    overlap(w, out[0] + 3 * x);
  }

 private:
  // Words of three bytes and one too many: the three of each, four bytes free behind every twelve.
  static Vector close(Vector words) {
    return _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(_mm_setr_epi8(
                                          0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)));
  }
  // Each store but the last overwrites what is too much of the one before.
  static void overlap(const Words& w, std::uint8_t* at) {
    __m128i parts[8];
    for (int i = 0; i < 4; ++i) {
      const Vector closed = close(w.words[i]);
      parts[i] = _mm256_castsi256_si128(closed);
      parts[i + 4] = _mm256_extracti128_si256(closed, 1);
    }
    for (int i = 0; i < 7; ++i)
      _mm_storeu_si128(reinterpret_cast<__m128i*>(at + 12 * i), parts[i]);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(at + 84), parts[7]);
    const int end = _mm_extract_epi32(parts[7], 2);
    std::memcpy(at + 92, &end, sizeof end);
  }
  // Eight pixels in six words of four bytes, the first word kTurn places down, where it goes.
  template <int kTurn>
  static Vector eight(Vector low, Vector high, int halves) {
    static constexpr int kFrom[8] = {0, 1, 2, 4, 5, 6, 3, 7};
    constexpr auto from = [](int i) { return kFrom[(i + kTurn) % 8]; };
    const Vector both = halves == 0 ? _mm256_permute2x128_si256(low, high, 0x20)
                                    : _mm256_permute2x128_si256(low, high, 0x31);
    return _mm256_permutevar8x32_epi32(
        close(both),
        _mm256_setr_epi32(from(0), from(1), from(2), from(3), from(4), from(5), from(6), from(7)));
  }
  static void stream(const Words& w, std::uint8_t* at) {
    const Vector a = eight<0>(w.words[0], w.words[1], 0), b = eight<2>(w.words[2], w.words[3], 0);
    const Vector c = eight<4>(w.words[0], w.words[1], 1), d = eight<6>(w.words[2], w.words[3], 1);
    put<true>(_mm256_blend_epi32(a, b, 0xC0), at);
    put<true>(_mm256_blend_epi32(b, c, 0xF0), at + kBytes);
    put<true>(_mm256_blend_epi32(c, d, 0xFC), at + 2 * kBytes);
  }
};

// 32 pixels from x on.
template <typename To, bool kCentred, bool kStreams>
inline void rgb_part(const RgbVectors& factors, const RgbRow& row, int x) {
  if (kStreams) fetch_ahead(row.luma + x);
  const Rgb pixels = factors.made_of(load(row.luma + x), across<kCentred>(row.u + x / 2),
                                     across<kCentred>(row.v + x / 2));
  const Vector alpha = row.alpha != nullptr ? load(row.alpha + x) : _mm256_set1_epi8(-1);
  To::template write<kStreams>(pixels, alpha, row.out, x);
}

// What is left of a row, through memory of its own.
template <typename To, bool kCentred>
void rgb_tail(const RgbVectors& factors, const RgbRow& row, int x) {
  const int n = row.width - x;
  const Tail luma(row.luma + x, n), alpha(row.alpha != nullptr ? row.alpha + x : row.luma, n);
  std::uint8_t bytes[To::kPlanes][kBytes * To::kStep];
  RgbRow tail = row;
  tail.luma = luma.bytes;
  if (row.alpha != nullptr) tail.alpha = alpha.bytes;
  tail.u += x / 2;
  tail.v += x / 2;
  for (int p = 0; p < To::kPlanes; ++p)
    tail.out[p] = bytes[p];
  rgb_part<To, kCentred, false>(factors, tail, 0);
  for (int p = 0; p < To::kPlanes; ++p)
    std::memcpy(row.out[p] + To::kStep * x, bytes[p], static_cast<std::size_t>(To::kStep * n));
}

template <typename To, bool kCentred>
void rgb_row(const RgbFactors& f, const RgbRow& given) {
  const RgbVectors factors(f);
  const RgbRow row = given;  // storing bytes cannot change it
  const int whole = row.width / kBytes * kBytes;
  if (row.streams) {
    for (int x = 0; x < whole; x += kBytes)
      rgb_part<To, kCentred, true>(factors, row, x);
  } else {
    for (int x = 0; x < whole; x += kBytes)
      rgb_part<To, kCentred, false>(factors, row, x);
  }
  if (whole < row.width) rgb_tail<To, kCentred>(factors, row, whole);
}

template <bool kCentred>
void rgb_row_in(RgbOrder order, const RgbFactors& factors, const RgbRow& row) {
  switch (order) {
    case RgbOrder::planes:
      return rgb_row<ToPlanes, kCentred>(factors, row);
    case RgbOrder::rgb:
      return rgb_row<ToTriples<false>, kCentred>(factors, row);
    case RgbOrder::bgr:
      return rgb_row<ToTriples<true>, kCentred>(factors, row);
    case RgbOrder::rgba:
      return rgb_row<ToWords<false, false>, kCentred>(factors, row);
    case RgbOrder::bgra:
      return rgb_row<ToWords<true, false>, kCentred>(factors, row);
    case RgbOrder::argb:
      return rgb_row<ToWords<false, true>, kCentred>(factors, row);
    case RgbOrder::abgr:
      return rgb_row<ToWords<true, true>, kCentred>(factors, row);
  }
}

}  // namespace

void rgb_row_avx2(const RgbFactors& factors, RgbOrder order, const RgbRow& row) {
  if (row.centred) return rgb_row_in<true>(order, factors, row);
  rgb_row_in<false>(order, factors, row);
}

}  // namespace framelane
