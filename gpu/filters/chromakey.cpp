#include <cmath>

#include "gpu/filters/color.h"
#include "gpu/filters/color_text.h"
#include "gpu/filters/filters.h"
#include "gpu/filters/grade_options.h"

namespace framelane {
namespace {

enum { color, similarity, blend, key_is_yuv };

using Type = Parameter::Type;
constexpr Parameter kChromakeyParameters[] = {
    {.name = "color",
     .type = Type::text,
     .help = "colour that becomes transparent",
     .standard_text = "black"},
    {"similarity", Type::number, "", 0.01, 1, 0.01, "distance up to which it does"},
    {"blend", Type::number, "", 0, 1, 0, "distance over which it fades to opaque"},
    {"yuv", Type::boolean, "", 0, 1, 0, "color gives Y, U and V in place of red, green and blue"},
};

struct Chroma {
  int u, v;  // 8 bit
};

// The key's chroma is BT.601's whatever the picture's matrix, rounded as vf_chromakey rounds it.
Chroma key_of(const FilterValues& values) {
  const Rgb8 rgb = color_value("chromakey", "color", values[color].text);
  if (values[key_is_yuv].number != 0) return {rgb[1], rgb[2]};
  const int r = rgb[0], g = rgb[1], b = rgb[2];
  constexpr int kHalf = 511;
  return {((-173 * r - 339 * g + 512 * b + kHalf) >> 10) + 128,
          ((512 * r - 429 * g - 83 * b + kHalf) >> 10) + 128};
}

bool same_order(const PixelFormat& a, const PixelFormat& b) {
  const auto place = [](const PixelFormat& f, std::size_t c) {
    return std::pair{f.components[c].plane, f.components[c].offset_bytes};
  };
  return place(a, 0) == place(b, 0) && place(a, 1) == place(b, 1) && place(a, 2) == place(b, 2);
}

// The first format with alpha, at least that deep, of the same kind; in the same order if there is
// one.
const PixelFormat& format_with_alpha(const PixelFormat& format) {
  if (format.alpha) return format;
  const PixelFormat* best = nullptr;
  const auto rank = [&](const PixelFormat& f) {
    return std::pair{f.depth, same_order(f, format) ? 0 : 1};
  };
  for (const PixelFormat& f : pixel_formats()) {
    const bool fits = f.alpha && f.family == format.family && f.depth >= format.depth &&
                      f.log2_chroma_w == format.log2_chroma_w &&
                      f.log2_chroma_h == format.log2_chroma_h;
    if (fits && (best == nullptr || rank(f) < rank(*best))) best = &f;
  }
  return best != nullptr ? *best : format;
}

FrameFacts with_alpha(const FrameFacts& facts) {
  return facts_as(format_with_alpha(*facts.format), facts);
}

ChromakeyWork work_of(const FilterValues& values, const FrameFacts& from, const FrameFacts& to) {
  const PixelFormat& format = *from.format;
  const Chroma key = key_of(values);
  const double unit = std::ldexp(1.0, format.depth - 8);
  const double fade = values[blend].number;
  ChromakeyWork work;
  work.u = static_cast<float>(key.u * unit);
  work.v = static_cast<float>(key.v * unit);
  work.neutral = static_cast<float>(128 * unit);
  work.per_code = static_cast<float>(1 / (9 * std::sqrt(2.0) * format.max_code()));
  work.similarity = static_cast<float>(values[similarity].number);
  work.per_blend = static_cast<float>(fade > 0.0001 ? 1 / fade : 0);
  work.cut = cut_off(format);
  const ColorMap map = color_map(from, to);
  for (std::size_t c = 0; c < 3; ++c) {
    work.gain[c] = static_cast<float>(map.m[c][c]);
    work.offset[c] = static_cast<float>(map.m[c][3]);
  }
  return work;
}

FilterStep plan_chromakey(const FilterValues& values, const FrameFacts& facts) {
  const FrameFacts output = with_alpha(facts);
  FilterStep step;
  step.works.push_back({work_of(values, facts, output), output});
  step.becomes = with_alpha;
  return step;
}

}  // namespace

constinit const FilterSpec kChromakeyFilter{
    "chromakey",
    "a colour becomes transparent",
    "FFmpeg's chromakey, on the mean of 3x3 pixels as there. The result has alpha: in the "
    "picture's "
    "layout\nwhere that is there, else planar or deeper. color is no 'random'.",
    FilterSpace::yuv_planes,
    kChromakeyParameters,
    plan_chromakey,
    "chromakey=color=green:similarity=0.2:blend=0.1"};

}  // namespace framelane
