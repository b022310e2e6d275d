#include "gpu/host/passes/byte_color_rows.h"
#include "gpu/host/passes/byte_vectors_avx2.h"

// Compiled for AVX2 as a whole: nothing here may be shared with other sources.
namespace framelane {
namespace {

// Of two rows that are made of the same two. Factors are below 0, where bytes reach 128.
struct Shares {
  Vector weights[2], middle;
  bool ahead;
  explicit Shares(const ChromaMix& mix)
      : weights{both(mix.shares[0], mix.bits), both(mix.shares[1], mix.bits)},
        middle(all(static_cast<std::int16_t>(-(512 << mix.bits)))),
        ahead(mix.ahead) {}
  static Vector both(int share, int bits) {
    const int above = -((4 - share) << bits), below = -(share << bits);
    return all(static_cast<std::int16_t>(below * 256 | (above & 0xFF)));
  }
  // Of pairs of bytes, above and below.
  void mix(Vector pairs, std::int16_t* first, std::int16_t* second) const {
    store(_mm256_sub_epi16(middle, _mm256_maddubs_epi16(pairs, weights[0])), first);
    store(_mm256_sub_epi16(middle, _mm256_maddubs_epi16(pairs, weights[1])), second);
  }
};

inline void mix_bytes(const Shares& shares, const std::uint8_t* above, const std::uint8_t* below,
                      std::int16_t* first, std::int16_t* second) {
  constexpr int kHalf = kBytes / 2;
  if (shares.ahead) fetch_ahead(below);
  const Vector a = _mm256_permute4x64_epi64(load(above), 0xD8);
  const Vector b = _mm256_permute4x64_epi64(load(below), 0xD8);
  shares.mix(_mm256_unpacklo_epi8(a, b), first, second);
  shares.mix(_mm256_unpackhi_epi8(a, b), first + kHalf, second + kHalf);
}

void mix_plane(const Shares& shares, const std::uint8_t* above, const std::uint8_t* below, int n,
               std::int16_t* first, std::int16_t* second) {
  int i = 0;
  for (; i + kBytes <= n; i += kBytes)
    mix_bytes(shares, above + i, below + i, first + i, second + i);
  if (i < n)
    mix_bytes(shares, Tail(above + i, n - i).bytes, Tail(below + i, n - i).bytes, first + i,
              second + i);
}

inline void mix_pairs(const Shares& shares, const std::uint8_t* above, const std::uint8_t* below,
                      const ChromaWords (&into)[2], int i) {
  if (shares.ahead) fetch_ahead(below);
  const Vector a = load(above), b = load(below), low = all(0xFF);
  shares.mix(_mm256_or_si256(_mm256_and_si256(a, low), _mm256_slli_epi16(b, 8)), into[0].u + i,
             into[1].u + i);
  shares.mix(_mm256_or_si256(_mm256_srli_epi16(a, 8), _mm256_andnot_si256(low, b)), into[0].v + i,
             into[1].v + i);
}

void mix_all_pairs(const Shares& shares, const std::uint8_t* above, const std::uint8_t* below,
                   int n, const ChromaWords (&into)[2]) {
  constexpr int kPairs = kBytes / 2;
  int i = 0;
  for (; i + kPairs <= n; i += kPairs)
    mix_pairs(shares, above + 2 * i, below + 2 * i, into, i);
  const int left = 2 * (n - i);
  if (left > 0)
    mix_pairs(shares, Tail(above + 2 * i, left).bytes, Tail(below + 2 * i, left).bytes, into, i);
}

void mix_chroma(const ChromaMix& mix, int samples, const ChromaWords (&into)[2]) {
  const Shares shares(mix);
  if (mix.above.v == nullptr) return mix_all_pairs(shares, mix.above.u, mix.below.u, samples, into);
  mix_plane(shares, mix.above.u, mix.below.u, samples, into[0].u, into[1].u);
  mix_plane(shares, mix.above.v, mix.below.v, samples, into[0].v, into[1].v);
}

struct YuvVectors {
  Vector luma, luma_u, luma_v, luma_offset, u_u, u_v, u_offset, v_u, v_v, v_offset;
  explicit YuvVectors(const YuvFactors& f)
      : luma(all_unsigned(f.luma)),
        luma_u(all(f.luma_u)),
        luma_v(all(f.luma_v)),
        luma_offset(all(f.luma_offset)),
        u_u(all(f.u[0])),
        u_v(all(f.u[1])),
        u_offset(all(f.u_offset)),
        v_u(all(f.v[0])),
        v_v(all(f.v[1])),
        v_offset(all(f.v_offset)) {}
};

// Of 16 samples, with 8 fraction bits.
struct ChromaVectors {
  Vector u, v;
};
inline Vector words_of_half(const std::uint8_t* from) {
  return turned_words(_mm256_slli_epi16(_mm256_cvtepu8_epi16(load_half(from)), 8));
}
template <bool kPairs>
inline ChromaVectors chroma_words(ChromaBytes<const std::uint8_t> from, int i) {
  if (!kPairs) return {words_of_half(from.u + i), words_of_half(from.v + i)};
  const Vector pairs = turned(load(from.u + 2 * i));
  return {_mm256_slli_epi16(pairs, 8), _mm256_andnot_si256(all(0xFF), pairs)};
}

template <bool kPairs>
inline void store_chroma(Vector u, Vector v, ChromaBytes<std::uint8_t> into, int i) {
  const Vector bytes = packed(u, v);  // eight of each, twice
  if (!kPairs) return store_halves(_mm256_permute4x64_epi64(bytes, 0xD8), into.u + i, into.v + i);
  const Vector pairs = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
  store(_mm256_shuffle_epi8(bytes, pairs), into.u + 2 * i);
}

// 32 pixels of one row; `share` is what their chroma adds.
inline void luma_part(Vector factor, Vector share, const std::uint8_t* from, std::uint8_t* into) {
  fetch_ahead(from);
  const Vector zero{}, bytes = load(from);
  const Vector low = times_unsigned(_mm256_unpacklo_epi8(zero, bytes), factor);
  const Vector high = times_unsigned(_mm256_unpackhi_epi8(zero, bytes), factor);
  store(packed(plus(low, _mm256_unpacklo_epi16(share, share)),
               plus(high, _mm256_unpackhi_epi16(share, share))),
        into);
}

template <bool kPairsIn, bool kPairsOut>
inline void yuv_part(const YuvVectors& f, const YuvRows& rows, int x) {
  const auto [u, v] = chroma_words<kPairsIn>(rows.chroma, x / 2);
  const Vector share = plus(plus(times(u, f.luma_u), times(v, f.luma_v)), f.luma_offset);
  for (int r = 0; r < 2; ++r)
    luma_part(f.luma, share, rows.luma[r] + x, rows.out[r] + x);
  store_chroma<kPairsOut>(plus(plus(times(u, f.u_u), f.u_offset), times(v, f.u_v)),
                          plus(plus(times(v, f.v_v), f.v_offset), times(u, f.v_u)), rows.out_chroma,
                          x / 2);
}

// What is left of the rows, through memory of its own.
template <bool kPairsIn, bool kPairsOut>
void yuv_tail(const YuvVectors& f, const YuvRows& rows, int x) {
  const int n = rows.width - x, half = (n + 1) / 2;
  const int in = kPairsIn ? 2 * half : half, out = kPairsOut ? 2 * half : half;
  const Tail luma[2] = {{rows.luma[0] + x, n}, {rows.luma[1] + x, n}};
  const Tail u(rows.chroma.u + (kPairsIn ? x : x / 2), in);
  const Tail v(kPairsIn ? u.bytes : rows.chroma.v + x / 2, in);
  Tail made[4];
  yuv_part<kPairsIn, kPairsOut>(f,
                                {{luma[0].bytes, luma[1].bytes},
                                 {u.bytes, v.bytes},
                                 n,
                                 {made[0].bytes, made[1].bytes},
                                 {made[2].bytes, made[3].bytes}},
                                0);
  made[0].copy_to(rows.out[0] + x, n);
  made[1].copy_to(rows.out[1] + x, n);
  made[2].copy_to(rows.out_chroma.u + (kPairsOut ? x : x / 2), out);
  if (!kPairsOut) made[3].copy_to(rows.out_chroma.v + x / 2, out);
}

template <bool kPairsIn, bool kPairsOut>
void yuv_rows(const YuvFactors& factors, const YuvRows& given) {
  const YuvVectors f(factors);
  const YuvRows rows = given;  // storing bytes cannot change it
  int x = 0;
  for (; x + kBytes <= rows.width; x += kBytes)
    yuv_part<kPairsIn, kPairsOut>(f, rows, x);
  if (x < rows.width) yuv_tail<kPairsIn, kPairsOut>(f, rows, x);
}

void to_yuv(const YuvFactors& factors, const YuvRows& rows) {
  const bool in = rows.chroma.v == nullptr, out = rows.out_chroma.v == nullptr;
  if (in && out) return yuv_rows<true, true>(factors, rows);
  if (in) return yuv_rows<true, false>(factors, rows);
  if (out) return yuv_rows<false, true>(factors, rows);
  yuv_rows<false, false>(factors, rows);
}

void settle() {
  _mm_sfence();
}

}  // namespace

const ByteColorRows* byte_color_rows() {
  static constexpr ByteColorRows kRows{mix_chroma, rgb_row_avx2, to_yuv, settle};
  return __builtin_cpu_supports("avx2") != 0 ? &kRows : nullptr;
}

}  // namespace framelane
