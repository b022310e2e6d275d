#include <immintrin.h>

#include "gpu/host/passes/whole_sums.h"

// Compiled for AVX2 as a whole: nothing here may be shared with other sources.
namespace framelane {
namespace {

constexpr int kWholeLane = 16;

[[gnu::always_inline]] inline __m256i load_whole(const std::uint16_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}
[[gnu::always_inline]] inline void store_whole(std::uint16_t* into, __m256i v) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(into), v);
}
[[gnu::always_inline]] inline __m256i all_of(int value) {
  return _mm256_set1_epi16(static_cast<std::int16_t>(value));
}
// The share of a pair of samples.
[[gnu::always_inline]] inline __m256i share(__m256i one, __m256i other, __m256i weight) {
  return _mm256_mulhi_epu16(_mm256_avg_epu16(one, other), weight);
}

// A kernel's weights as vectors.
struct WholeWeights {
  explicit WholeWeights(const WholeKernel& kernel) : end(all_of(kernel.end())) {
    for (int k = 0; k <= kernel.radius; ++k)
      of[k] = all_of(kernel.weight[k]);
  }
  __m256i end;
  __m256i of[kMostWholeRadius + 1];
};

void across_whole(const std::uint16_t* row, const WholeKernel& kernel, int count,
                  std::uint16_t* out) {
  constexpr int kVectors = 4;
  const WholeWeights weights(kernel);
  const std::ptrdiff_t last = std::ptrdiff_t{kernel.radius} * kernel.spacing;
  for (std::ptrdiff_t x = 0; x < count; x += kVectors * kWholeLane) {
    __m256i sum[kVectors];
    for (int v = 0; v < kVectors; ++v)
      sum[v] = _mm256_mulhi_epu16(load_whole(row + x + v * kWholeLane), weights.of[0]);
    const __m256i* weight = weights.of;
    for (std::ptrdiff_t k = kernel.spacing; k <= last; k += kernel.spacing) {
      const __m256i w = *++weight;
      for (int v = 0; v < kVectors; ++v) {
        const std::uint16_t* const at = row + x + v * kWholeLane;
        sum[v] = _mm256_add_epi16(sum[v], share(load_whole(at - k), load_whole(at + k), w));
      }
    }
    for (int v = 0; v < kVectors; ++v)
      store_whole(out + x + v * kWholeLane, _mm256_adds_epu16(sum[v], weights.end));
  }
}

// Each row read serves both sums: those of one are of rows one further down.
void down_two_whole(const std::uint16_t* const* centre, const WholeKernel& kernel, int count,
                    std::uint16_t* out, std::uint16_t* next) {
  constexpr int kVectors = 2;
  const WholeWeights weights(kernel);
  for (std::ptrdiff_t x = 0; x < count; x += kVectors * kWholeLane) {
    __m256i sum[kVectors], other[kVectors], above[kVectors], below[kVectors];
    for (int v = 0; v < kVectors; ++v) {
      above[v] = load_whole(centre[0] + x + v * kWholeLane);
      below[v] = load_whole(centre[1] + x + v * kWholeLane);
      sum[v] = _mm256_mulhi_epu16(above[v], weights.of[0]);
      other[v] = _mm256_mulhi_epu16(below[v], weights.of[0]);
    }
    for (int k = 1; k <= kernel.radius; ++k) {
      const __m256i w = weights.of[k];
      for (int v = 0; v < kVectors; ++v) {
        const __m256i high = load_whole(centre[-k] + x + v * kWholeLane);
        const __m256i low = load_whole(centre[k + 1] + x + v * kWholeLane);
        sum[v] = _mm256_add_epi16(sum[v], share(high, below[v], w));
        other[v] = _mm256_add_epi16(other[v], share(above[v], low, w));
        above[v] = high;
        below[v] = low;
      }
    }
    for (int v = 0; v < kVectors; ++v) {
      store_whole(out + x + v * kWholeLane, _mm256_adds_epu16(sum[v], weights.end));
      store_whole(next + x + v * kWholeLane, _mm256_adds_epu16(other[v], weights.end));
    }
  }
}

void load_whole_bytes(const std::uint8_t* stored, int count, std::uint16_t* out) {
  std::ptrdiff_t i = 0;
  for (; i + kWholeLane <= count; i += kWholeLane) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(stored + i));
    store_whole(out + i, _mm256_slli_epi16(_mm256_cvtepu8_epi16(bytes), 8));
  }
  for (; i < count; ++i)
    out[i] = static_cast<std::uint16_t>(stored[i] << 8);
}

void load_whole_shorts(const std::uint16_t* stored, WholeCodes as, int count, std::uint16_t* out) {
  const __m128i right = _mm_cvtsi32_si128(as.shift), left = _mm_cvtsi32_si128(as.up);
  const __m256i limit = all_of(as.limit);
  std::ptrdiff_t i = 0;
  for (; i + kWholeLane <= count; i += kWholeLane) {
    const __m256i codes = _mm256_min_epu16(_mm256_srl_epi16(load_whole(stored + i), right), limit);
    store_whole(out + i, _mm256_sll_epi16(codes, left));
  }
  for (; i < count; ++i) {
    const int code = stored[i] >> as.shift;
    out[i] = static_cast<std::uint16_t>((code < as.limit ? code : as.limit) << as.up);
  }
}

void load_whole_floats(const float* __restrict from, WholeCodes as, int count,
                       std::uint16_t* __restrict out) {
  const auto limit = static_cast<float>(as.limit), scale = static_cast<float>(1 << as.up);
  for (int i = 0; i < count; ++i) {
    const float above = from[i] > 0 ? from[i] : 0;
    const float code = above < limit ? above : limit;
    out[i] = static_cast<std::uint16_t>(static_cast<int>(code * scale + 0.5F));
  }
}

void floats_of_whole(const std::uint16_t* __restrict row, WholeCodes as, int count,
                     float* __restrict out) {
  const float scale = 1.0F / static_cast<float>(1 << as.up), limit = static_cast<float>(as.limit);
  for (int i = 0; i < count; ++i) {
    const float code = static_cast<float>(row[i]) * scale;
    out[i] = code < limit ? code : limit;
  }
}

// Of a vector of samples, and of one.
[[gnu::always_inline]] inline __m256i rounded_codes(const std::uint16_t* row, int up) {
  const __m256i sum = _mm256_adds_epu16(load_whole(row), all_of(1 << (up - 1)));
  return _mm256_srl_epi16(sum, _mm_cvtsi32_si128(up));
}
std::uint16_t rounded_code(std::uint16_t value, int up) {
  const int sum = value + (1 << (up - 1));
  return static_cast<std::uint16_t>((sum < 65535 ? sum : 65535) >> up);
}

void store_whole_bytes(const std::uint16_t* row, int count, std::uint8_t* stored) {
  std::ptrdiff_t i = 0;
  for (; i + 2 * kWholeLane <= count; i += 2 * kWholeLane) {
    const __m256i bytes =
        _mm256_packus_epi16(rounded_codes(row + i, 8), rounded_codes(row + i + kWholeLane, 8));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(stored + i),
                        _mm256_permute4x64_epi64(bytes, 0xD8));
  }
  for (; i < count; ++i)
    stored[i] = static_cast<std::uint8_t>(rounded_code(row[i], 8));
}

void store_whole_shorts(const std::uint16_t* row, WholeCodes as, int count, std::uint16_t* stored) {
  std::ptrdiff_t i = 0;
  for (; i + kWholeLane <= count; i += kWholeLane)
    store_whole(stored + i,
                _mm256_sll_epi16(rounded_codes(row + i, as.up), _mm_cvtsi32_si128(as.shift)));
  for (; i < count; ++i)
    stored[i] = static_cast<std::uint16_t>(rounded_code(row[i], as.up) << as.shift);
}

}  // namespace

const WholeSums* whole_sums() {
  static constexpr WholeSums kWhole{across_whole,      down_two_whole,    load_whole_bytes,
                                    load_whole_shorts, load_whole_floats, floats_of_whole,
                                    store_whole_bytes, store_whole_shorts};
  return __builtin_cpu_supports("avx2") != 0 ? &kWhole : nullptr;
}

}  // namespace framelane
