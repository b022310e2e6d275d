#pragma once
#include <cstdint>
#include <type_traits>

#include "gpu/cuda/passes/single.cuh"

namespace framelane {

// Samples as codes of type T: integers of pictures that store them, or floats.

inline constexpr int kCodes = 4;  // read at once

template <typename T>
__device__ inline T code_at(const ImageView& view, const std::byte* at) {
  if constexpr (std::is_floating_point_v<T>) {
    return load_code(view, at);
  } else {
    return view.type == SampleType::u8
               ? static_cast<T>(*reinterpret_cast<const std::uint8_t*>(at))
               : static_cast<T>(*reinterpret_cast<const std::uint16_t*>(at) >> view.shift);
  }
}

// Samples x .. x + 3 of row y, x a multiple of 4; outside the row its nearest sample.
template <typename T, Lay L = Lay::any>
__device__ inline void load_codes(const ImageView& view, int c, int x, int y, int width,
                                  T (&into)[kCodes]) {
  if constexpr (L == Lay::bytes) {
    const unsigned word = bytes_repeated(view, c, x, y, width);
#pragma unroll
    for (int i = 0; i < kCodes; ++i)
      into[i] = static_cast<T>(word >> (8 * i) & 255U);
    return;
  }
  const std::byte* at = sample_at(view, c, x, y);
  const bool whole = x >= 0 && x + 3 < width;
  if constexpr (!std::is_floating_point_v<T>) {
    if (whole && view.type == SampleType::u8 && view.step_bytes[c] == 1 && aligned(at, 4)) {
      const uchar4 s = *reinterpret_cast<const uchar4*>(at);
      into[0] = s.x, into[1] = s.y, into[2] = s.z, into[3] = s.w;
      return;
    }
    if (whole && view.type == SampleType::u16 && view.step_bytes[c] == 2 && aligned(at, 8)) {
      const ushort4 s = *reinterpret_cast<const ushort4*>(at);
      into[0] = s.x >> view.shift, into[1] = s.y >> view.shift;
      into[2] = s.z >> view.shift, into[3] = s.w >> view.shift;
      return;
    }
  }
#pragma unroll
  for (int i = 0; i < kCodes; ++i)
    into[i] = code_at<T>(view, sample_at(view, c, nearest_inside(x + i, width), y));
}

}  // namespace framelane
