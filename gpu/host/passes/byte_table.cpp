#include "gpu/host/passes/byte_table.h"

#include <cstring>
#ifdef __x86_64__
#include <immintrin.h>
#endif

// The whole table in registers: a look-up in memory for each byte takes four times as long.
namespace framelane {
namespace {

void look_up_each(const ByteTable& table, const std::uint8_t* from, std::size_t n,
                  std::uint8_t* to) {
  for (std::size_t i = 0; i < n; ++i)
    to[i] = table[from[i]];
}

#ifdef __x86_64__
using Bytes64 [[gnu::vector_size(64)]] = std::uint8_t;
using Signed64 [[gnu::vector_size(64)]] = std::int8_t;

// Each half of the table is one permutation of two registers.
[[gnu::target("avx512f,avx512bw,avx512vbmi")]] void look_up_vbmi(const ByteTable& table,
                                                                 const std::uint8_t* from,
                                                                 std::size_t n, std::uint8_t* to) {
  Bytes64 part[4];
  std::memcpy(part, table.data(), sizeof part);
  std::size_t i = 0;
  for (; i + sizeof(Bytes64) <= n; i += sizeof(Bytes64)) {
    Bytes64 codes;
    std::memcpy(&codes, from + i, sizeof codes);
    const Bytes64 low = __builtin_shuffle(part[0], part[1], codes);
    const Bytes64 high = __builtin_shuffle(part[2], part[3], codes);
    const Bytes64 found = reinterpret_cast<Signed64>(codes) < 0 ? high : low;
    std::memcpy(to + i, &found, sizeof found);
  }
  look_up_each(table, from + i, n - i, to + i);
}

// Sixteen tables of sixteen bytes: with the sum saturated, bytes of another table's have their
// highest bit set, and the shuffle makes 0 of them.
[[gnu::target("avx2")]] void look_up_avx2(const ByteTable& table, const std::uint8_t* from,
                                          std::size_t n, std::uint8_t* to) {
  constexpr std::size_t kBytes = sizeof(__m256i);
  std::size_t i = 0;
  for (; i + kBytes <= n; i += kBytes) {
    const __m256i codes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i));
    __m256i found = _mm256_setzero_si256();
    for (int part = 0; part < 16; ++part) {
      const __m256i entries = _mm256_broadcastsi128_si256(_mm_loadu_si128(
          reinterpret_cast<const __m128i*>(table.data() + std::ptrdiff_t{16} * part)));
      const __m256i inside =
          _mm256_xor_si256(codes, _mm256_set1_epi8(static_cast<char>(part << 4)));
      found = _mm256_or_si256(
          found, _mm256_shuffle_epi8(entries, _mm256_adds_epu8(inside, _mm256_set1_epi8(0x70))));
    }
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i), found);
  }
  look_up_each(table, from + i, n - i, to + i);
}
#endif

}  // namespace

std::vector<ByteLookUp> byte_look_ups() {
  std::vector<ByteLookUp> known;
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vbmi") != 0)
    known.push_back(look_up_vbmi);
  if (__builtin_cpu_supports("avx2") != 0) known.push_back(look_up_avx2);
#endif
  known.push_back(look_up_each);
  return known;
}

void look_up_bytes(const ByteTable& table, const std::uint8_t* from, std::size_t n,
                   std::uint8_t* to) {
  static const ByteLookUp look_up = byte_look_ups().front();
  look_up(table, from, n, to);
}

}  // namespace framelane
