#pragma once
#include <cstddef>
#include <cstdint>

#include "gpu/picture.h"

// The one host/device marker: formulas shared by both devices carry it.
#ifdef __CUDACC__
#define FRAMELANE_BOTH __host__ __device__
#else
#define FRAMELANE_BOTH
#endif

namespace framelane {

enum class SampleType : std::uint8_t { u8, u16, f16, f32 };

// A picture as a pass sees it: plain data, passed to kernels by value. Samples stand for code /
// max_code, so 1.0 is the format's highest code; f16 and f32 hold that value itself and need not be
// clamped. Components: Y U V A or R G B A; absent ones have data == nullptr. Read-only for inputs
// by convention.
struct ImageView {
  std::byte* data[4] = {};  // the component's first sample
  std::ptrdiff_t pitch_bytes[4] = {};
  int step_bytes[4] = {};     // between neighbouring samples of a row
  int width = 0, height = 0;  // pixels
  int log2_chroma_w = 0, log2_chroma_h = 0;
  int color_count = 1;  // 1 or 3
  bool yuv = false;     // components 1 and 2 are chroma
  SampleType type = SampleType::u8;
  int shift = 0;       // unused low bits of a stored u16
  int max_code = 255;  // of integer types; 1 << depth, minus 1

  FRAMELANE_BOTH int component_width(int c) const {
    return yuv && (c == 1 || c == 2) ? (width + (1 << log2_chroma_w) - 1) >> log2_chroma_w : width;
  }
  FRAMELANE_BOTH int component_height(int c) const {
    return yuv && (c == 1 || c == 2) ? (height + (1 << log2_chroma_h) - 1) >> log2_chroma_h
                                     : height;
  }
};

// What lies in a block of device memory between two passes or at the chain's ends: a native pixel
// format, or planar working samples (f16 up to 10 bit, f32 above) of the same family, subsampling
// and components. Thread-safety: a value.
struct ImageFormat {
  const PixelFormat* pixels = nullptr;  // family, subsampling, depth, alpha
  bool working = false;                 // planar f16/f32 instead of the format's own storage
  int width = 0, height = 0;
  PictureLayout layout;
  friend bool operator==(const ImageFormat&, const ImageFormat&) = default;
};

[[nodiscard]] SampleType working_type(const PixelFormat& pixels);
[[nodiscard]] ImageFormat working_format(const PixelFormat& pixels, int width, int height);
[[nodiscard]] ImageFormat stored_format(const PixelFormat& pixels, int width, int height,
                                        const PictureLayout& layout);
[[nodiscard]] ImageView view_of(const ImageFormat& format, std::byte* first);

}  // namespace framelane
