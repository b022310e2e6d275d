#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace framelane {

enum class ColorFamily : std::uint8_t { gray, yuv, rgb };

// Where one component's samples lie inside its plane.
struct ComponentPlace {
  std::uint8_t plane = 0;
  std::uint8_t step_bytes = 0;    // from one sample to the next in a row
  std::uint8_t offset_bytes = 0;  // of the row's first sample
};

// A sample layout framelane's passes read and write natively: planar, semi-planar and packed, 8 to
// 16 bit, little endian. Names are FFmpeg's pixel format names. Descriptions live in one static
// table; compare by address. Thread-safety: immutable.
struct PixelFormat {
  std::string_view name;
  ColorFamily family = ColorFamily::gray;
  std::uint8_t depth = 8;             // significant bits of a sample, 8 to 16
  std::uint8_t shift = 0;             // unused low bits of a stored sample (6 in p010le)
  std::uint8_t bytes_per_sample = 1;  // 1 or 2
  std::uint8_t color_count = 1;       // 1 (gray) or 3
  bool alpha = false;
  std::uint8_t log2_chroma_w = 0;  // chroma width = ceil(width / 2^log2_chroma_w)
  std::uint8_t log2_chroma_h = 0;
  std::uint8_t plane_count = 1;
  // Y U V A or R G B A. Gray uses [0]; alpha is always [3].
  std::array<ComponentPlace, 4> components{};

  [[nodiscard]] constexpr int max_code() const { return (1 << depth) - 1; }
  [[nodiscard]] constexpr bool has_component(int c) const {
    return c == 3 ? alpha : c < color_count;
  }
  [[nodiscard]] constexpr bool is_chroma(int c) const {
    return family == ColorFamily::yuv && (c == 1 || c == 2);
  }
  // Size of component c, in samples, for a picture of width x height pixels.
  [[nodiscard]] constexpr int component_width(int c, int width) const {
    return is_chroma(c) ? (width + (1 << log2_chroma_w) - 1) >> log2_chroma_w : width;
  }
  [[nodiscard]] constexpr int component_height(int c, int height) const {
    return is_chroma(c) ? (height + (1 << log2_chroma_h) - 1) >> log2_chroma_h : height;
  }
  // Size of plane p without padding.
  [[nodiscard]] int plane_row_bytes(int p, int width) const;
  [[nodiscard]] int plane_rows(int p, int height) const;
};

// Every native format.
[[nodiscard]] std::span<const PixelFormat> pixel_formats();
// The native format of that FFmpeg name ("yuvj420p" and its kind give the format without j), or
// nullptr.
[[nodiscard]] const PixelFormat* find_pixel_format(std::string_view name);

}  // namespace framelane
