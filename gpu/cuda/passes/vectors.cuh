#pragma once
#include "gpu/cuda/passes/samples.cuh"

namespace framelane {

// N neighbouring samples of a row in as few memory accesses as they lie in, in code units.

template <int Bytes>
inline constexpr int kWords = (Bytes + 3) / 4;

template <int Bytes>
__device__ inline void read_words(const std::byte* at, unsigned (&words)[kWords<Bytes>]) {
  if constexpr (Bytes == 2) {
    words[0] = *reinterpret_cast<const std::uint16_t*>(at);
  } else if constexpr (Bytes == 4) {
    words[0] = *reinterpret_cast<const unsigned*>(at);
  } else if constexpr (Bytes == 8) {
    const uint2 both = *reinterpret_cast<const uint2*>(at);
    words[0] = both.x;
    words[1] = both.y;
  } else {
#pragma unroll
    for (int i = 0; i < Bytes / 16; ++i) {
      const uint4 four = reinterpret_cast<const uint4*>(at)[i];
      words[4 * i] = four.x;
      words[4 * i + 1] = four.y;
      words[4 * i + 2] = four.z;
      words[4 * i + 3] = four.w;
    }
  }
}

template <int Bytes>
__device__ inline void write_words(std::byte* at, const unsigned (&words)[kWords<Bytes>]) {
  if constexpr (Bytes == 2) {
    *reinterpret_cast<std::uint16_t*>(at) = static_cast<std::uint16_t>(words[0]);
  } else if constexpr (Bytes == 4) {
    *reinterpret_cast<unsigned*>(at) = words[0];
  } else if constexpr (Bytes == 8) {
    *reinterpret_cast<uint2*>(at) = make_uint2(words[0], words[1]);
  } else {
#pragma unroll
    for (int i = 0; i < Bytes / 16; ++i)
      reinterpret_cast<uint4*>(at)[i] =
          make_uint4(words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
  }
}

// Whether N samples from x on lie in one piece that wide accesses may take.
template <int N>
__device__ inline bool in_one_piece(const ImageView& view, const std::byte* at, int c, int x,
                                    int width) {
  const int bytes = view.type == SampleType::u8 ? 1 : view.type == SampleType::f32 ? 4 : 2;
  const unsigned all = static_cast<unsigned>(N * bytes);
  return x + N <= width && view.step_bytes[c] == bytes && aligned(at, all < 16 ? all : 16);
}

// Samples x .. x + N - 1 of row y; beyond the last one the last one again.
template <int N>
__device__ inline void load_samples(const ImageView& view, int c, int x, int y, int width,
                                    float (&into)[N]) {
  const std::byte* at = sample_at(view, c, x, y);
  if (!in_one_piece<N>(view, at, c, x, width)) {
#pragma unroll
    for (int i = 0; i < N; ++i)
      into[i] = load_code(view, c, nearest_inside(x + i, width), y);
    return;
  }
  if (view.type == SampleType::u8) {
    unsigned words[kWords<N>];
    read_words<N>(at, words);
#pragma unroll
    for (int i = 0; i < N; ++i)
      into[i] = static_cast<float>(words[i / 4] >> (8 * (i % 4)) & 255U);
    return;
  }
  if (view.type == SampleType::f32) {
    unsigned words[kWords<4 * N>];
    read_words<4 * N>(at, words);
#pragma unroll
    for (int i = 0; i < N; ++i)
      into[i] = __uint_as_float(words[i]) * static_cast<float>(view.max_code);
    return;
  }
  unsigned words[kWords<2 * N>];
  read_words<2 * N>(at, words);
#pragma unroll
  for (int i = 0; i < N; ++i) {
    const auto sample = static_cast<unsigned short>(words[i / 2] >> (16 * (i % 2)));
    into[i] = view.type == SampleType::u16
                  ? static_cast<float>(sample >> view.shift)
                  : __half2float(__ushort_as_half(sample)) * static_cast<float>(view.max_code);
  }
}

// Those of them inside the row.
template <int N>
__device__ inline void store_samples(const ImageView& view, int c, int x, int y, int width,
                                     const float (&from)[N]) {
  std::byte* at = sample_at(view, c, x, y);
  if (!in_one_piece<N>(view, at, c, x, width)) {
#pragma unroll
    for (int i = 0; i < N; ++i)
      if (x + i < width) store_code(view, c, x + i, y, from[i]);
    return;
  }
  if (view.type == SampleType::u8) {
    unsigned words[kWords<N>] = {};
#pragma unroll
    for (int i = 0; i < N; ++i)
      words[i / 4] |= to_stored(view, from[i]) << (8 * (i % 4));
    write_words<N>(at, words);
    return;
  }
  if (view.type == SampleType::f32) {
    unsigned words[kWords<4 * N>];
#pragma unroll
    for (int i = 0; i < N; ++i)
      words[i] = __float_as_uint(from[i] * (1.0F / static_cast<float>(view.max_code)));
    write_words<4 * N>(at, words);
    return;
  }
  unsigned words[kWords<2 * N>] = {};
#pragma unroll
  for (int i = 0; i < N; ++i) {
    const unsigned sample = view.type == SampleType::u16 ? to_stored(view, from[i])
                                                         : __half_as_ushort(to_half(view, from[i]));
    words[i / 2] |= sample << (16 * (i % 2));
  }
  write_words<2 * N>(at, words);
}

}  // namespace framelane
