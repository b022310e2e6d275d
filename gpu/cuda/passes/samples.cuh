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

}  // namespace framelane
