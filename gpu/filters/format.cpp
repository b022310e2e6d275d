#include <algorithm>
#include <string>
#include <string_view>

#include "gpu/errors.h"
#include "gpu/filters/color.h"
#include "gpu/filters/filters.h"

namespace framelane {
namespace {

using Type = Parameter::Type;
constexpr Parameter kFormatParameters[] = {
    {.name = "pix_fmts",
     .type = Type::text,
     .help = "pixel formats, '|' between them; none: as it is"},
};

// The picture's own format if the list has it, else the first that can be stored here.
const PixelFormat* chosen(std::string_view list, const PixelFormat* own) {
  const PixelFormat* first = nullptr;
  while (!list.empty()) {
    const auto end = std::min(list.size(), list.find('|'));
    const PixelFormat* format = find_pixel_format(list.substr(0, end));
    if (format == own) return own;
    if (first == nullptr) first = format;
    list.remove_prefix(std::min(list.size(), end + 1));
  }
  return first;
}

FilterStep plan_format(const FilterValues& values, const FrameFacts& facts) {
  const std::string& list = values[0].text;
  if (list.empty()) return {};
  const PixelFormat* format = chosen(list, facts.format);
  if (format == nullptr)
    throw UsageError("format: of pix_fmts=" + list +
                     " none is a pixel format this program stores; try yuv420p, nv12, yuv444p10le, "
                     "gray, rgb24 or gbrp");
  FilterStep step;
  if (format != facts.format)
    step.becomes = [format](const FrameFacts& home) { return facts_as(*format, home); };
  return step;
}

}  // namespace

constinit const FilterSpec kFormatFilter{
    "format",
    "another pixel format",
    "The picture's own format if it is in the list, else the first known; FFmpeg chooses what\n"
    "loses least. Converts with the frame's matrix. Rounding waits till the picture is stored.",
    FilterSpace::planes,
    kFormatParameters,
    plan_format,
    "format=pix_fmts=yuv444p10le|gray"};

}  // namespace framelane
