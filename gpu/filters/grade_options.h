#pragma once
#include "gpu/filters/filter.h"

namespace framelane {

// FFmpeg's modes of keeping a colour's brightness, numbered as Brightness of point_mixer.h.
inline constexpr Parameter::Choice kBrightnessChoices[] = {
    {"none", 0}, {"lum", 1}, {"max", 2}, {"avg", 3}, {"sum", 4}, {"nrm", 5}, {"pwr", 6}};

// FFmpeg's graders cut the fractions of codes off. At 8 bit so do ours: less that much, rounding
// does it, and whole codes stay. Deeper pictures are rounded.
[[nodiscard]] inline float cut_off(const PixelFormat& format) {
  return format.depth == 8 ? 0.4998F : 0.0F;
}

}  // namespace framelane
