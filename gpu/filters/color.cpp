#include "gpu/filters/color.h"

#include <algorithm>
#include <cmath>

#include "gpu/errors.h"

namespace framelane {
namespace {

bool is_absent(const FrameFacts& facts, std::size_t c) {
  return c > 0 && facts.format->family == ColorFamily::gray;
}

// Codes to 0..1 for Y or RGB and -0.5..0.5 for chroma; a gray picture has no chroma.
ColorMap to_unit(const FrameFacts& facts) {
  ColorMap map;
  for (std::size_t c = 0; c < 3; ++c) {
    const CodeSpan code = code_span(facts, static_cast<int>(c));
    map.m[c][c] = is_absent(facts, c) ? 0 : 1 / code.span;
    map.m[c][3] = is_absent(facts, c) ? 0 : -code.zero / code.span;
  }
  return map;
}

ColorMap from_unit(const FrameFacts& facts) {
  ColorMap map;
  for (std::size_t c = 0; c < 3; ++c) {
    const CodeSpan code = code_span(facts, static_cast<int>(c));
    map.m[c][c] = is_absent(facts, c) ? 0 : code.span;
    map.m[c][3] = is_absent(facts, c) ? 0 : code.zero;
  }
  return map;
}

ColorMap as_map(const Rows3& rows) {
  ColorMap map;
  for (std::size_t r = 0; r < 3; ++r)
    std::ranges::copy(rows[r], map.m[r].begin());
  return map;
}

bool same_matrix(const FrameFacts& a, const FrameFacts& b) {
  return a.format->family == ColorFamily::gray || b.format->family == ColorFamily::gray ||
         yuv_to_rgb(effective_matrix(a)) == yuv_to_rgb(effective_matrix(b));
}

}  // namespace

ColorMap after(const ColorMap& second, const ColorMap& first) {
  ColorMap map;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c) {
      map.m[r][c] = c == 3 ? second.m[r][3] : 0;
      for (std::size_t k = 0; k < 3; ++k)
        map.m[r][c] += second.m[r][k] * first.m[k][c];
    }
  return map;
}

ColorMap color_map(const FrameFacts& from, const FrameFacts& to) {
  if (from.format->family == to.format->family && from.format->depth == to.format->depth &&
      effective_range(from) == effective_range(to) && same_matrix(from, to))
    return {};
  ColorMap map = to_unit(from);
  const bool from_rgb = from.format->family == ColorFamily::rgb;
  const bool to_rgb = to.format->family == ColorFamily::rgb;
  if (!from_rgb && (to_rgb || !same_matrix(from, to)))
    map = after(as_map(yuv_to_rgb(effective_matrix(from))), map);
  if (!to_rgb && (from_rgb || !same_matrix(from, to)))
    map = after(as_map(rgb_to_yuv(effective_matrix(to))), map);
  return after(from_unit(to), map);
}

bool is_identity(const ColorMap& map) {
  const ColorMap identity;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 4; ++c)
      if (std::abs(map.m[r][c] - identity.m[r][c]) > (c == 3 ? 1e-4 : 1e-7)) return false;
  return true;
}

PointOp to_op(const ColorMap& map) {
  PointOp op;
  op.clamp = false;
  bool mixes = false;
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      mixes = mixes || (r != c && map.m[r][c] != 0);
  op.kind = mixes ? PointOp::Kind::matrix : PointOp::Kind::scale;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; mixes && c < 4; ++c)
      op.m[r][c] = static_cast<float>(map.m[r][c]);
    if (mixes) continue;
    op.m[r][0] = static_cast<float>(map.m[r][r]);
    op.m[r][1] = static_cast<float>(map.m[r][3]);
  }
  return op;
}

ColorMap to_map(const PointOp& op) {
  ColorMap map;
  for (std::size_t r = 0; r < 3; ++r) {
    if (op.kind == PointOp::Kind::matrix) {
      std::copy_n(op.m[r], 4, map.m[r].begin());
    } else if ((op.components >> r & 1) != 0) {
      map.m[r][r] = op.m[r][0];
      map.m[r][3] = op.m[r][1];
    }
  }
  return map;
}

const PixelFormat& planar_format(ColorFamily family, int depth, bool alpha) {
  const PixelFormat* best = nullptr;
  for (const PixelFormat& f : pixel_formats()) {
    const bool fits = f.family == family && f.alpha == alpha && f.depth >= depth &&
                      f.log2_chroma_w == 0 && f.log2_chroma_h == 0 &&
                      f.plane_count == f.color_count + (alpha ? 1 : 0);
    if (fits && (best == nullptr || f.depth < best->depth)) best = &f;
  }
  if (best == nullptr) throw DeviceError("no planar format of that depth");
  return *best;
}

FrameFacts facts_as(const PixelFormat& format, const FrameFacts& facts) {
  FrameFacts result = facts;
  const ColorFamily from = facts.format->family;
  result.format = &format;
  if (format.family == ColorFamily::rgb && from != ColorFamily::rgb) {
    result.color.matrix = Matrix::rgb;
    result.color.range = Range::full;
  } else if (format.family != ColorFamily::rgb && from == ColorFamily::rgb) {
    result.color.matrix = Matrix::bt709;
    result.color.range = Range::limited;
  } else if (format.family == ColorFamily::yuv && from == ColorFamily::gray) {
    result.color.matrix = effective_matrix(facts);
  }
  return result;
}

FrameFacts facts_in(FilterSpace space, const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  const bool rgb = format.family == ColorFamily::rgb;
  if (space == FilterSpace::planes || rgb == (space == FilterSpace::rgb)) return facts;
  const ColorFamily family = rgb ? ColorFamily::yuv : ColorFamily::rgb;
  return facts_as(planar_format(family, format.depth, format.alpha), facts);
}

}  // namespace framelane
