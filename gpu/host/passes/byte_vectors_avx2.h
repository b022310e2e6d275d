#pragma once
#include <immintrin.h>

#include <cstdint>
#include <cstring>

// For sources compiled for AVX2 as a whole, each of which has these as its own. Rounded products,
// sums that saturate and saturating packs have no other spelling.
namespace framelane {
namespace {

using Vector = __m256i;
constexpr int kBytes = sizeof(Vector);

template <typename Sample>
inline Vector load(const Sample* from) {
  return _mm256_loadu_si256(reinterpret_cast<const Vector*>(from));
}
template <typename Sample>
inline void store(Vector vector, Sample* into) {
  _mm256_storeu_si256(reinterpret_cast<Vector*>(into), vector);
}
// What is read a page later: what a processor fetches by itself ends with the page.
inline void fetch_ahead(const std::uint8_t* from) {
  constexpr int kPage = 4096;
  const auto place = reinterpret_cast<std::uintptr_t>(from) + kPage;  // of whatever lies there
  _mm_prefetch(reinterpret_cast<const char*>(place), _MM_HINT_T0);
}
inline __m128i load_half(const std::uint8_t* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}
inline void store_halves(Vector vector, std::uint8_t* low, std::uint8_t* high) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(low), _mm256_castsi256_si128(vector));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(high), _mm256_extracti128_si256(vector, 1));
}
inline Vector all(std::int16_t word) {
  return _mm256_set1_epi16(word);
}
inline Vector all_unsigned(std::uint16_t word) {
  return all(static_cast<std::int16_t>(word));
}
inline Vector turned(Vector bytes) {  // from 0 .. 255 to -128 .. 127 or back
  return _mm256_xor_si256(bytes, _mm256_set1_epi8(-128));
}
inline Vector times(Vector words, Vector factor) {
  return _mm256_mulhrs_epi16(words, factor);
}
// Words of 0 .. 2^16 and a factor of 15 bits; cut off, so that half a bit is missing on average.
inline Vector times_unsigned(Vector words, Vector factor) {
  return _mm256_mulhi_epu16(words, factor);
}
inline Vector plus(Vector a, Vector b) {
  return _mm256_add_epi16(a, b);
}
// What is too much becomes the most: on some processors half as fast as plus().
inline Vector plus_within(Vector a, Vector b) {
  return _mm256_adds_epi16(a, b);
}
inline Vector turned_words(Vector words) {
  return _mm256_xor_si256(words, all(-0x8000));
}
// Words with 7 fraction bits as bytes, eight and eight of each.
inline Vector packed(Vector low, Vector high) {
  return turned(_mm256_packs_epi16(_mm256_srai_epi16(low, 7), _mm256_srai_epi16(high, 7)));
}

// The first n bytes of a row, with others behind them that matter to nobody.
struct Tail {
  std::uint8_t bytes[kBytes] = {};
  Tail() = default;
  Tail(const std::uint8_t* from, int n) { std::memcpy(bytes, from, static_cast<std::size_t>(n)); }
  void copy_to(std::uint8_t* into, int n) const {
    std::memcpy(into, bytes, static_cast<std::size_t>(n));
  }
};

}  // namespace
}  // namespace framelane
