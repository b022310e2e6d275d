#pragma once
#include "gpu/cuda/passes/vectors.cuh"

// Samples whose layout is known when a kernel is compiled. What the layout of a view is costs a
// dozen instructions a read where it is asked for; a kernel compiled for planes of bytes needs two
// or three a sample for reading, converting and storing together.
namespace framelane {

// any: whatever the view says. The others: samples of one component beside each other, rows that
// begin at multiples of 16 bytes, and components as wide as a multiple of kPiece.
enum class Lay : std::uint8_t { any, bytes, words, halves };

// The most samples that one read or write of a known layout may take.
inline constexpr int kPiece = 8;

FRAMELANE_BOTH inline constexpr SampleType type_of(Lay lay) {
  return lay == Lay::bytes ? SampleType::u8 : lay == Lay::words ? SampleType::u16 : SampleType::f16;
}
FRAMELANE_BOTH inline constexpr int bytes_of(Lay lay) {
  return lay == Lay::bytes ? 1 : 2;
}

// The host's choice of a kernel.
inline bool lies_as(const ImageView& view, Lay lay) {
  if (lay == Lay::any) return true;
  if (view.type != type_of(lay) || view.shift != 0) return false;
  for (int c = 0; c < 4; ++c) {
    if (view.data[c] == nullptr) continue;
    if (view.step_bytes[c] != bytes_of(lay) || view.pitch_bytes[c] % 16 != 0 ||
        reinterpret_cast<std::uintptr_t>(view.data[c]) % 16 != 0 ||
        view.component_width(c) % kPiece != 0)
      return false;
  }
  return true;
}

// A whole number's low bits are those of the sum with this: 1.5 * 2^23.
inline constexpr float kWhole = 12582912.0F;
inline constexpr unsigned kWholeBits = 0x4B000000;  // of 2^23

// Byte k of a word as a float.
__device__ inline float byte_of(unsigned word, int k) {
  return __uint_as_float(__byte_perm(word, kWholeBits, 0x7440 + k)) - 8388608.0F;
}
__device__ inline float word_of(unsigned word, int k) {
  return __uint_as_float(__byte_perm(word, kWholeBits, k == 0 ? 0x7410 : 0x7432)) - 8388608.0F;
}

// The bits of a clamped code rounded to the nearest whole one, halves to even, in the lowest ones
// of the result.
__device__ inline unsigned whole_bits(float code, float limit) {
  return __float_as_uint(fminf(fmaxf(code, 0.0F), limit) + kWhole);
}

// The lowest bytes of four words.
__device__ inline unsigned packed_bytes(const unsigned (&bits)[4]) {
  return __byte_perm(__byte_perm(bits[0], bits[1], 0x0040), __byte_perm(bits[2], bits[3], 0x0040),
                     0x5410);
}

// Of a known layout; planes are smaller than 4 GB, which saves most of the address's arithmetic.
template <Lay L>
__device__ inline std::byte* known_sample(const ImageView& view, int c, int x, int y) {
  const auto pitch = static_cast<unsigned>(view.pitch_bytes[c]);
  return view.data[c] + (static_cast<unsigned>(y) * pitch + static_cast<unsigned>(x * bytes_of(L)));
}

// What lies in memory as numbers; halves are parts of max_code.
template <Lay L, int N>
__device__ inline void samples_of(const unsigned (&words)[kWords<bytes_of(L) * N>], int max_code,
                                  float (&into)[N]) {
#pragma unroll
  for (int i = 0; i < N; ++i) {
    if constexpr (L == Lay::bytes) {
      into[i] = byte_of(words[i / 4], i % 4);
    } else if constexpr (L == Lay::words) {
      into[i] = word_of(words[i / 2], i % 2);
    } else {
      const auto bits = static_cast<unsigned short>(words[i / 2] >> (16 * (i % 2)));
      into[i] = __half2float(__ushort_as_half(bits)) * static_cast<float>(max_code);
    }
  }
}

// Samples x .. x + N - 1 of row y, x a multiple of N; all of them inside for a known layout, else
// beyond the last one the last one again. N: 2, 4 or 8.
template <Lay L, int N>
__device__ inline void load_samples(const ImageView& view, int c, int x, int y, int width,
                                    float (&into)[N]) {
  static_assert(N <= kPiece);
  if constexpr (L == Lay::any) {
    load_samples(view, c, x, y, width, into);
  } else {
    constexpr int kSize = bytes_of(L);
    const std::byte* at = known_sample<L>(view, c, x, y);
    unsigned words[kWords<kSize * N>];
    read_words<kSize * N>(at, words);
    samples_of<L>(words, view.max_code, into);
  }
}

// Those of them inside the row.
template <Lay L, int N>
__device__ inline void store_samples(const ImageView& view, int c, int x, int y, int width,
                                     const float (&from)[N]) {
  static_assert(N <= kPiece);
  if constexpr (L == Lay::any) {
    store_samples(view, c, x, y, width, from);
  } else {
    constexpr int kSize = bytes_of(L);
    std::byte* at = known_sample<L>(view, c, x, y);
    unsigned words[kWords<kSize * N>] = {};
    const auto limit = static_cast<float>(view.max_code);
    if constexpr (L == Lay::bytes && N >= 4) {
#pragma unroll
      for (int i = 0; i < N; i += 4) {
        const unsigned low =
            __byte_perm(whole_bits(from[i], limit), whole_bits(from[i + 1], limit), 0x0040);
        const unsigned high =
            __byte_perm(whole_bits(from[i + 2], limit), whole_bits(from[i + 3], limit), 0x0040);
        words[i / 4] = __byte_perm(low, high, 0x5410);
      }
    } else if constexpr (L == Lay::bytes) {
      words[0] = __byte_perm(whole_bits(from[0], limit), whole_bits(from[1], limit), 0x0040);
    } else {
#pragma unroll
      for (int i = 0; i < N; i += 2) {
        if constexpr (L == Lay::words) {
          words[i / 2] =
              __byte_perm(whole_bits(from[i], limit), whole_bits(from[i + 1], limit), 0x5410);
        } else {
          words[i / 2] = __half_as_ushort(to_half(view, from[i])) |
                         static_cast<unsigned>(__half_as_ushort(to_half(view, from[i + 1]))) << 16;
        }
      }
    }
    write_words<kSize * N>(at, words);
  }
}

// Calls launch.template operator()<In, Out>() for the layouts a kernel is compiled for: bytes to
// bytes, or any to any.
template <typename Launch>
void by_layout(const ImageView& in, const ImageView& out, const Launch& launch) {
  if (lies_as(in, Lay::bytes) && lies_as(out, Lay::bytes)) {
    launch.template operator()<Lay::bytes, Lay::bytes>();
  } else {
    launch.template operator()<Lay::any, Lay::any>();
  }
}

}  // namespace framelane
