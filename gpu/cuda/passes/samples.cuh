#pragma once
#include <cuda_fp16.h>

#include <cstdint>

#include "gpu/filters/sample_math.h"
#include "gpu/image_view.h"

namespace framelane {

// Samples of a picture as floats in code units (0 .. max_code), whatever they are stored as.

__device__ inline std::byte* sample_at(const ImageView& view, int c, int x, int y) {
  return view.data[c] + static_cast<std::int64_t>(y) * view.pitch_bytes[c] +
         static_cast<std::int64_t>(x) * view.step_bytes[c];
}

__device__ inline float load_code(const ImageView& view, const std::byte* at) {
  const auto top = static_cast<float>(view.max_code);
  switch (view.type) {
    case SampleType::u8:
      return static_cast<float>(*reinterpret_cast<const std::uint8_t*>(at));
    case SampleType::u16:
      return static_cast<float>(*reinterpret_cast<const std::uint16_t*>(at) >> view.shift);
    case SampleType::f16:
      return __half2float(*reinterpret_cast<const __half*>(at)) * top;
    default:
      return *reinterpret_cast<const float*>(at) * top;
  }
}

__device__ inline float load_code(const ImageView& view, int c, int x, int y) {
  return load_code(view, sample_at(view, c, x, y));
}

__device__ inline unsigned to_stored(const ImageView& view, float code) {
  const float limit = static_cast<float>(view.max_code);
  return static_cast<unsigned>(static_cast<int>(round_even(clamped(code, limit)))) << view.shift;
}

__device__ inline __half to_half(const ImageView& view, float code) {
  const float inverse = 1.0F / static_cast<float>(view.max_code);
  return __float2half_rn(fminf(code * inverse, 65504.0F));
}

__device__ inline void store_code(const ImageView& view, int c, int x, int y, float code) {
  std::byte* at = sample_at(view, c, x, y);
  switch (view.type) {
    case SampleType::u8:
      *reinterpret_cast<std::uint8_t*>(at) = static_cast<std::uint8_t>(to_stored(view, code));
      break;
    case SampleType::u16:
      *reinterpret_cast<std::uint16_t*>(at) = static_cast<std::uint16_t>(to_stored(view, code));
      break;
    case SampleType::f16:
      *reinterpret_cast<__half*>(at) = to_half(view, code);
      break;
    case SampleType::f32:
      *reinterpret_cast<float*>(at) = code * (1.0F / static_cast<float>(view.max_code));
      break;
  }
}

// A component the input lacks (alpha, padding) is written opaque.
__device__ inline float load_or_top(const ImageView& in, int c, int x, int y) {
  return in.data[c] == nullptr ? static_cast<float>(in.max_code) : load_code(in, c, x, y);
}

__device__ inline bool aligned(const void* at, unsigned bytes) {
  return (reinterpret_cast<std::uintptr_t>(at) & (bytes - 1)) == 0;
}

// Samples x .. x + 3 of row y; beyond the last one the last one again.
__device__ inline void load4(const ImageView& view, int c, int x, int y, int width,
                             float (&into)[4]) {
  const std::byte* at = sample_at(view, c, x, y);
  if (view.type == SampleType::u8 && view.step_bytes[c] == 1 && x + 3 < width && aligned(at, 4)) {
    const uchar4 s = *reinterpret_cast<const uchar4*>(at);
    into[0] = s.x;
    into[1] = s.y;
    into[2] = s.z;
    into[3] = s.w;
    return;
  }
  for (int i = 0; i < 4; ++i)
    into[i] = load_code(view, c, nearest_inside(x + i, width), y);
}

__device__ inline void store4(const ImageView& view, int c, int x, int y, int width,
                              const float (&from)[4]) {
  std::byte* at = sample_at(view, c, x, y);
  const bool whole = x + 3 < width;
  if (whole && view.type == SampleType::u8 && view.step_bytes[c] == 1 && aligned(at, 4)) {
    *reinterpret_cast<unsigned*>(at) = to_stored(view, from[0]) | to_stored(view, from[1]) << 8 |
                                       to_stored(view, from[2]) << 16 |
                                       to_stored(view, from[3]) << 24;
    return;
  }
  if (whole && view.type == SampleType::f16 && aligned(at, 8)) {
    __half2* pair = reinterpret_cast<__half2*>(at);
    pair[0] = __halves2half2(to_half(view, from[0]), to_half(view, from[1]));
    pair[1] = __halves2half2(to_half(view, from[2]), to_half(view, from[3]));
    return;
  }
  for (int i = 0; i < 4; ++i)
    if (x + i < width) store_code(view, c, x + i, y, from[i]);
}

}  // namespace framelane
