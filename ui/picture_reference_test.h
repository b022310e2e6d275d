#pragma once
// What a picture should look like, worked out in double precision from its samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gpu/picture.h"
#include "ui/image.h"

namespace framelane {

using Rgb = std::array<double, 3>;

inline FrameFacts facts_of(const char* format, Size size, Matrix matrix = Matrix::bt709,
                           Range range = Range::unspecified, Siting siting = Siting::left) {
  FrameFacts facts;
  facts.format = find_pixel_format(format);
  EXPECT_NE(facts.format, nullptr) << format;
  facts.width = size.width;
  facts.height = size.height;
  facts.color.matrix = matrix;
  facts.color.range = range;
  facts.color.siting = siting;
  return facts;
}

inline std::byte* sample_at(const HostPicture& picture, int c, int x, int y) {
  const ComponentPlace place = picture.facts.format->components[static_cast<std::size_t>(c)];
  const std::size_t row = static_cast<std::size_t>(y) * picture.pitch(place.plane);
  const std::size_t in_row = static_cast<std::size_t>(x) * place.step_bytes + place.offset_bytes;
  return picture.first + picture.layout.planes[place.plane].offset + row + in_row;
}

inline void set_code(const HostPicture& picture, int c, int x, int y, int code) {
  const PixelFormat& format = *picture.facts.format;
  const unsigned stored = static_cast<unsigned>(code) << format.shift;
  std::byte* sample = sample_at(picture, c, x, y);
  sample[0] = static_cast<std::byte>(stored & 255U);
  if (format.bytes_per_sample == 2) sample[1] = static_cast<std::byte>(stored >> 8U);
}

inline int code_at(const HostPicture& picture, int c, int x, int y) {
  const PixelFormat& format = *picture.facts.format;
  const std::byte* sample = sample_at(picture, c, x, y);
  auto stored = static_cast<unsigned>(sample[0]);
  if (format.bytes_per_sample == 2) stored |= static_cast<unsigned>(sample[1]) << 8U;
  return static_cast<int>(stored >> format.shift);
}

// A smooth pattern that differs by component, within the legal range.
inline void fill_smooth(const HostPicture& picture) {
  const PixelFormat& format = *picture.facts.format;
  for (int c = 0; c < 4; ++c) {
    if (!format.has_component(c)) continue;
    const int width = format.component_width(c, picture.facts.width);
    const int height = format.component_height(c, picture.facts.height);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const double u = (x + 0.5) / width, v = (y + 0.5) / height;
        const double level = format.is_chroma(c) ? 0.5 + 0.2 * std::sin(5 * u + 3 * v + c)
                                                 : 0.15 + 0.7 * (c == 1 ? v : u);
        set_code(picture, c, x, y, static_cast<int>(std::lround(level * format.max_code())));
      }
    }
  }
}

inline double share_x(Siting siting) {
  return siting == Siting::center || siting == Siting::top || siting == Siting::bottom ? 0.5 : 0;
}
inline double share_y(Siting siting) {
  if (siting == Siting::topleft || siting == Siting::top) return 0;
  return siting == Siting::bottomleft || siting == Siting::bottom ? 1 : 0.5;
}

// A component's code at a pixel, between its samples as they lie by the siting.
inline double code_between(const HostPicture& picture, int c, int x, int y) {
  const PixelFormat& format = *picture.facts.format;
  if (!format.is_chroma(c)) return code_at(picture, c, x, y);
  const Siting siting = picture.facts.color.siting;
  const auto along = [](int pixel, int log2, double share, int count, int& low, int& high) {
    const double step = 1 << log2;
    const double at = (pixel - share * (step - 1)) / step;
    low = std::clamp(static_cast<int>(std::floor(at)), 0, count - 1);
    high = std::clamp(static_cast<int>(std::floor(at)) + 1, 0, count - 1);
    return at - std::floor(at);
  };
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  const double fx = along(x, format.log2_chroma_w, share_x(siting),
                          format.component_width(c, picture.facts.width), x0, x1);
  const double fy = along(y, format.log2_chroma_h, share_y(siting),
                          format.component_height(c, picture.facts.height), y0, y1);
  const double top = (1 - fx) * code_at(picture, c, x0, y0) + fx * code_at(picture, c, x1, y0);
  const double low = (1 - fx) * code_at(picture, c, x0, y1) + fx * code_at(picture, c, x1, y1);
  return (1 - fy) * top + fy * low;
}

inline Rgb rgb_of(Matrix matrix, const std::array<double, 3>& yuv) {
  const auto& [y, u, v] = yuv;
  if (matrix == Matrix::ycgco) return {y - u + v, y + u, y - u - v};
  const bool bt2020 = matrix == Matrix::bt2020nc || matrix == Matrix::bt2020c;
  const double kr = matrix == Matrix::bt601 ? 0.299 : bt2020 ? 0.2627 : 0.2126;
  const double kb = matrix == Matrix::bt601 ? 0.114 : bt2020 ? 0.0593 : 0.0722;
  const double r = y + 2 * (1 - kr) * v, b = y + 2 * (1 - kb) * u;
  return {r, (y - kr * r - kb * b) / (1 - kr - kb), b};
}

inline Rgb expected_rgb(const HostPicture& picture, int x, int y) {
  const PixelFormat& format = *picture.facts.format;
  const bool limited = effective_range(picture.facts) == Range::limited;
  // H.273 makes limited YCgCo of limited R, G and B.
  const double chroma_span = effective_matrix(picture.facts) == Matrix::ycgco ? 219 : 224;
  const double max = format.max_code(), unit = std::exp2(format.depth - 8);
  const auto level = [&](int c) {
    const double code = code_between(picture, c, x, y);
    if (format.is_chroma(c)) return (code - 128 * unit) / (limited ? chroma_span * unit : max);
    return limited && c != 3 ? (code - 16 * unit) / (219 * unit) : code / max;
  };
  Rgb rgb{level(0), level(0), level(0)};
  if (format.family == ColorFamily::rgb) rgb = {level(0), level(1), level(2)};
  if (format.family == ColorFamily::yuv) {
    rgb = rgb_of(effective_matrix(picture.facts), {level(0), level(1), level(2)});
  }
  for (double& value : rgb) {
    value = std::clamp(value, 0.0, 1.0) * 255 * (format.alpha ? level(3) : 1);
  }
  return rgb;
}

inline double worst_difference(const RgbaImage& shown, const HostPicture& picture) {
  double worst = 0;
  for (int y = 0; y < shown.size.height; ++y) {
    for (int x = 0; x < shown.size.width; ++x) {
      const Rgb want = expected_rgb(picture, x, y);
      for (std::size_t c = 0; c < 3; ++c) {
        const auto at = static_cast<std::size_t>(y * shown.size.width + x) * 4 + c;
        worst = std::max(worst, std::abs(want[c] - static_cast<double>(shown.pixels[at])));
      }
    }
  }
  return worst;
}

}  // namespace framelane
