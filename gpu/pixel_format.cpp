#include "gpu/pixel_format.h"

#include <algorithm>
#include <string>
#include <vector>

namespace framelane {
namespace {

constexpr std::uint8_t u8(int value) {
  return static_cast<std::uint8_t>(value);
}

constexpr PixelFormat basic(std::string_view name, ColorFamily family, int depth) {
  PixelFormat format;
  format.name = name;
  format.family = family;
  format.depth = u8(depth);
  format.bytes_per_sample = depth > 8 ? 2 : 1;
  format.color_count = family == ColorFamily::gray ? 1 : 3;
  return format;
}

// One plane for each component. Planar RGB stores green, blue, red.
constexpr PixelFormat planar(std::string_view name, ColorFamily family, int depth, int log2_w,
                             int log2_h, bool alpha) {
  PixelFormat format = basic(name, family, depth);
  format.log2_chroma_w = u8(log2_w);
  format.log2_chroma_h = u8(log2_h);
  format.alpha = alpha;
  format.plane_count = u8(format.color_count + (alpha ? 1 : 0));
  constexpr int kRgbPlanes[] = {2, 0, 1, 3};
  for (int c = 0; c < format.color_count; ++c)
    format.components[static_cast<std::size_t>(c)] = {
        u8(family == ColorFamily::rgb ? kRgbPlanes[c] : c), format.bytes_per_sample, 0};
  if (alpha) format.components[3] = {u8(format.color_count), format.bytes_per_sample, 0};
  return format;
}

constexpr PixelFormat yuv(std::string_view name, int depth, int log2_w, int log2_h) {
  return planar(name, ColorFamily::yuv, depth, log2_w, log2_h, false);
}

constexpr PixelFormat yuva(std::string_view name, int depth, int log2_w, int log2_h) {
  return planar(name, ColorFamily::yuv, depth, log2_w, log2_h, true);
}

constexpr PixelFormat gray(std::string_view name, int depth) {
  return planar(name, ColorFamily::gray, depth, 0, 0, false);
}

constexpr PixelFormat gbr(std::string_view name, int depth, bool alpha) {
  return planar(name, ColorFamily::rgb, depth, 0, 0, alpha);
}

constexpr PixelFormat gray_alpha(std::string_view name, int depth) {
  PixelFormat format = basic(name, ColorFamily::gray, depth);
  const int bytes = format.bytes_per_sample;
  format.alpha = true;
  format.components[0] = {0, u8(2 * bytes), 0};
  format.components[3] = {0, u8(2 * bytes), u8(bytes)};
  return format;
}

constexpr PixelFormat semi_planar(std::string_view name, int depth, int shift, int log2_w,
                                  int log2_h, bool v_first) {
  PixelFormat format = basic(name, ColorFamily::yuv, depth);
  const int bytes = format.bytes_per_sample;
  format.shift = u8(shift);
  format.log2_chroma_w = u8(log2_w);
  format.log2_chroma_h = u8(log2_h);
  format.plane_count = 2;
  format.components[0] = {0, u8(bytes), 0};
  format.components[1] = {1, u8(2 * bytes), u8(v_first ? bytes : 0)};
  format.components[2] = {1, u8(2 * bytes), u8(v_first ? 0 : bytes)};
  return format;
}

// `order` spells the samples as stored: r g b a, and 0 for padding (which takes alpha's place).
constexpr PixelFormat packed(std::string_view name, int depth, std::string_view order) {
  PixelFormat format = basic(name, ColorFamily::rgb, depth);
  const int bytes = format.bytes_per_sample;
  const int step = bytes * static_cast<int>(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const char c = order[i];
    const std::size_t component = c == 'r' ? 0 : c == 'g' ? 1 : c == 'b' ? 2 : 3;
    format.components[component] = {0, u8(step), u8(bytes * static_cast<int>(i))};
    if (c == 'a') format.alpha = true;
  }
  return format;
}

constexpr PixelFormat kFormats[] = {
    yuv("yuv420p", 8, 1, 1),
    yuv("yuv422p", 8, 1, 0),
    yuv("yuv444p", 8, 0, 0),
    yuv("yuv420p9le", 9, 1, 1),
    yuv("yuv422p9le", 9, 1, 0),
    yuv("yuv444p9le", 9, 0, 0),
    yuv("yuv420p10le", 10, 1, 1),
    yuv("yuv422p10le", 10, 1, 0),
    yuv("yuv444p10le", 10, 0, 0),
    yuv("yuv420p12le", 12, 1, 1),
    yuv("yuv422p12le", 12, 1, 0),
    yuv("yuv444p12le", 12, 0, 0),
    yuv("yuv420p14le", 14, 1, 1),
    yuv("yuv422p14le", 14, 1, 0),
    yuv("yuv444p14le", 14, 0, 0),
    yuv("yuv420p16le", 16, 1, 1),
    yuv("yuv422p16le", 16, 1, 0),
    yuv("yuv444p16le", 16, 0, 0),
    yuva("yuva420p", 8, 1, 1),
    yuva("yuva422p", 8, 1, 0),
    yuva("yuva444p", 8, 0, 0),
    yuva("yuva420p9le", 9, 1, 1),
    yuva("yuva422p9le", 9, 1, 0),
    yuva("yuva444p9le", 9, 0, 0),
    yuva("yuva420p10le", 10, 1, 1),
    yuva("yuva422p10le", 10, 1, 0),
    yuva("yuva444p10le", 10, 0, 0),
    yuva("yuva422p12le", 12, 1, 0),
    yuva("yuva444p12le", 12, 0, 0),
    yuva("yuva420p16le", 16, 1, 1),
    yuva("yuva422p16le", 16, 1, 0),
    yuva("yuva444p16le", 16, 0, 0),
    semi_planar("nv12", 8, 0, 1, 1, false),
    semi_planar("nv21", 8, 0, 1, 1, true),
    semi_planar("nv16", 8, 0, 1, 0, false),
    semi_planar("nv24", 8, 0, 0, 0, false),
    semi_planar("nv42", 8, 0, 0, 0, true),
    semi_planar("nv20le", 10, 0, 1, 0, false),
    semi_planar("p010le", 10, 6, 1, 1, false),
    semi_planar("p016le", 16, 0, 1, 1, false),
    semi_planar("p210le", 10, 6, 1, 0, false),
    semi_planar("p216le", 16, 0, 1, 0, false),
    semi_planar("p410le", 10, 6, 0, 0, false),
    semi_planar("p416le", 16, 0, 0, 0, false),
    gray("gray", 8),
    gray("gray9le", 9),
    gray("gray10le", 10),
    gray("gray12le", 12),
    gray("gray14le", 14),
    gray("gray16le", 16),
    gray_alpha("ya8", 8),
    gray_alpha("ya16le", 16),
    gbr("gbrp", 8, false),
    gbr("gbrp9le", 9, false),
    gbr("gbrp10le", 10, false),
    gbr("gbrp12le", 12, false),
    gbr("gbrp14le", 14, false),
    gbr("gbrp16le", 16, false),
    gbr("gbrap", 8, true),
    gbr("gbrap10le", 10, true),
    gbr("gbrap12le", 12, true),
    gbr("gbrap16le", 16, true),
    packed("rgb24", 8, "rgb"),
    packed("bgr24", 8, "bgr"),
    packed("rgba", 8, "rgba"),
    packed("bgra", 8, "bgra"),
    packed("argb", 8, "argb"),
    packed("abgr", 8, "abgr"),
    packed("rgb0", 8, "rgb0"),
    packed("bgr0", 8, "bgr0"),
    packed("0rgb", 8, "0rgb"),
    packed("0bgr", 8, "0bgr"),
    packed("rgb48le", 16, "rgb"),
    packed("bgr48le", 16, "bgr"),
    packed("rgba64le", 16, "rgba"),
    packed("bgra64le", 16, "bgra"),
};

const PixelFormat* find_exact(std::string_view name) {
  const auto* found =
      std::ranges::find_if(kFormats, [&](const PixelFormat& f) { return f.name == name; });
  return found == std::end(kFormats) ? nullptr : found;
}

}  // namespace

int PixelFormat::plane_row_bytes(int p, int width) const {
  for (int c = 0; c < 4; ++c) {
    const ComponentPlace& place = components[static_cast<std::size_t>(c)];
    if (has_component(c) && place.plane == p) return component_width(c, width) * place.step_bytes;
  }
  return 0;
}

int PixelFormat::plane_rows(int p, int height) const {
  for (int c = 0; c < 4; ++c)
    if (has_component(c) && components[static_cast<std::size_t>(c)].plane == p)
      return component_height(c, height);
  return 0;
}

std::span<const PixelFormat> pixel_formats() {
  return kFormats;
}

const PixelFormat* find_pixel_format(std::string_view name) {
  if (name == "gray8" || name == "y8") return find_exact("gray");
  if (const PixelFormat* format = find_exact(name)) return format;
  std::string other(name);
  if (name.starts_with("yuvj")) return find_exact("yuv" + other.substr(4));
  return find_exact(other + "le");
}

}  // namespace framelane
