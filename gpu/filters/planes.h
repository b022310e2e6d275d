#pragma once
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "gpu/frame_facts.h"

namespace framelane {

inline constexpr std::string_view kPlanesHelp =
    "planes to filter: 1 luma or green, 2 U or blue, 4 V or red, 8 alpha";

// The plane of FFmpeg's planar format (Y U V A or G B R A) that holds component c (Y U V A or
// R G B A). Gray's alpha is plane 1.
[[nodiscard]] inline unsigned plane_of_component(int c, const PixelFormat& format) {
  constexpr unsigned kRgbPlane[4] = {2, 0, 1, 3};
  if (format.family == ColorFamily::rgb) return kRgbPlane[c];
  return c == 3 ? format.color_count : static_cast<unsigned>(c);
}

// FFmpeg's `planes` mask (bit p is plane p) as a mask of the components that the format has.
[[nodiscard]] inline std::uint8_t components_of_planes(double planes, const PixelFormat& format) {
  const auto mask = static_cast<unsigned>(planes);
  unsigned components = 0;
  for (int c = 0; c < 4; ++c)
    if (format.has_component(c) && (mask >> plane_of_component(c, format) & 1U) != 0)
      components |= 1U << c;
  return static_cast<std::uint8_t>(components);
}

}  // namespace framelane
