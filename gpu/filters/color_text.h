#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "gpu/frame_facts.h"

namespace framelane {

// Red, green, blue, 0 to 255.
using Rgb8 = std::array<std::uint8_t, 3>;

// FFmpeg's colour syntax: a name of the web's, or RRGGBB or RRGGBBAA in hexadecimal with 0x, # or
// nothing before it; then maybe @ and an opacity (0 to 1, or 0x00 to 0xFF). In any case of letters.
// Opacity is checked and not kept. Nothing where the text is no colour.
[[nodiscard]] std::optional<Rgb8> parse_color(std::string_view text);
// The same of an option's value; throws UsageError that names filter and option.
[[nodiscard]] Rgb8 color_value(std::string_view filter, std::string_view option,
                               std::string_view text);

// Codes of components 0, 1, 2 of a full-range R'G'B' colour (0 to 1) in pictures of these facts.
[[nodiscard]] std::array<double, 3> codes_of_color(const std::array<double, 3>& rgb,
                                                   const FrameFacts& facts);

}  // namespace framelane
