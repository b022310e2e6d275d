#pragma once
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "gpu/frame_facts.h"

namespace framelane {

inline constexpr std::string_view kPlanesHelp =
    "planes to filter: 1 luma or green, 2 U or blue, 4 V or red, 8 alpha";

// FFmpeg's `planes` mask (bit p is plane p of the planar format: Y U V A or G B R A) as a mask of
// the components Y U V A or R G B A that the format has.
[[nodiscard]] inline std::uint8_t components_of_planes(double planes, const PixelFormat& format) {
  constexpr int kRgbPlane[4] = {2, 0, 1, 3};
  const auto mask = static_cast<unsigned>(planes);
  unsigned components = 0;
  for (int c = 0; c < 4; ++c) {
    const int plane = format.family == ColorFamily::rgb ? kRgbPlane[c]
                      : c == 3                          ? format.color_count
                                                        : c;
    if (format.has_component(c) && (mask >> plane & 1U) != 0) components |= 1U << c;
  }
  return static_cast<std::uint8_t>(components);
}

}  // namespace framelane
