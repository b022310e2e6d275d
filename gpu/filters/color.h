#pragma once
#include <array>

#include "gpu/filters/filter.h"

namespace framelane {

// v -> m * (v, 1) on the colour codes of a pixel (Y U V, R G B, or gray with two zeros).
struct ColorMap {
  std::array<std::array<double, 4>, 3> m{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
};

// From the codes of one kind of picture to those of another: depth, range and matrix
// (gpu/frame_facts.h). RGB made from YUV and the other way round uses the YUV side's
// effective matrix.
[[nodiscard]] ColorMap color_map(const FrameFacts& from, const FrameFacts& to);
[[nodiscard]] ColorMap after(const ColorMap& second, const ColorMap& first);
[[nodiscard]] bool is_identity(const ColorMap& map);
// The map as one point operation, without clamping.
[[nodiscard]] PointOp to_op(const ColorMap& map);
// A scale or matrix operation as a map.
[[nodiscard]] ColorMap to_map(const PointOp& op);

// The first format at least that deep with one 4:4:4 plane for each component.
[[nodiscard]] const PixelFormat& planar_format(ColorFamily family, int depth, bool alpha);
// What a picture is in a filter's space: itself, BT.709 limited 4:4:4 for RGB into a YUV-only
// filter, or full-range R'G'B' of the same depth.
[[nodiscard]] FrameFacts facts_in(FilterSpace space, const FrameFacts& facts);
// The facts of a result stored in that format.
[[nodiscard]] FrameFacts facts_as(const PixelFormat& format, const FrameFacts& facts);

}  // namespace framelane
