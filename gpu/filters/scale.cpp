#include <algorithm>
#include <cstdint>
#include <string>

#include "gpu/errors.h"
#include "gpu/filters/filters.h"
#include "gpu/filters/geometry_facts.h"
#include "gpu/filters/scale_taps.h"

namespace framelane {
namespace {

enum { scaled_w, scaled_h, flags, param0, param1, scale_aspect, divisible };
enum { disable, decrease, increase };
enum { bilinear = 2, bicubic = 4, lanczos = 512 };  // FFmpeg's numbers

constexpr int kMostScaled = 32768;

using Type = Parameter::Type;
constexpr Parameter::Choice kKernels[] = {
    {"bilinear", bilinear}, {"bicubic", bicubic}, {"lanczos", lanczos}};
constexpr Parameter::Choice kAspects[] = {
    {"disable", disable}, {"decrease", decrease}, {"increase", increase}};
constexpr Parameter kScaleParameters[] = {
    {"w", Type::integer, "pixels", -256, kMostScaled, 0, "0 as it is; -n by h, a multiple of n",
     "width"},
    {"h", Type::integer, "pixels", -256, kMostScaled, 0, "0 as it is; -n by w, a multiple of n",
     "height"},
    {"flags", Type::choice, "", bilinear, lanczos, bicubic, "kernel", "", kKernels},
    {"param0", Type::number, "", 0, 16, 0, "lanczos: its width, 0 is 3; bicubic: B"},
    {"param1", Type::number, "", 0, 16, 0.6, "bicubic: C"},
    {"force_original_aspect_ratio", Type::choice, "", 0, 2, 0, "w or h made less or more for it",
     "", kAspects},
    {"force_divisible_by", Type::integer, "", 1, 256, 1, "of w and h, where one is forced"},
};

struct Extent {
  std::int64_t width = 0, height = 0;
};

// a * b / c, halves up.
std::int64_t rescaled(std::int64_t a, std::int64_t b, std::int64_t c) {
  return (a * b + c / 2) / c;
}

// libavfilter/scale_eval.c, without its expressions.
Extent asked(const FilterValues& values, const FrameFacts& facts) {
  auto w = static_cast<std::int64_t>(values[scaled_w].number);
  auto h = static_cast<std::int64_t>(values[scaled_h].number);
  const std::int64_t multiple_w = std::max<std::int64_t>(1, -w);
  const std::int64_t multiple_h = std::max<std::int64_t>(1, -h);
  if (w == 0 || (w < 0 && h < 0)) w = facts.width;
  if (h == 0 || (values[scaled_w].number < 0 && h < 0)) h = facts.height;
  if (w < 0) w = rescaled(h, facts.width, facts.height * multiple_w) * multiple_w;
  if (h < 0) h = rescaled(w, facts.height, facts.width * multiple_h) * multiple_h;
  return {w, h};
}

Extent in_shape(Extent size, const FilterValues& values, const FrameFacts& facts) {
  const auto by = static_cast<std::int64_t>(values[divisible].number);
  const std::int64_t w = rescaled(size.height, facts.width, facts.height * by) * by;
  const std::int64_t h = rescaled(size.width, facts.height, facts.width * by) * by;
  const int kept = static_cast<int>(values[scale_aspect].number);
  if (kept == disable) return size;
  if (kept == decrease)
    return {std::min(w, size.width) / by * by, std::min(h, size.height) / by * by};
  return {(std::max(w, size.width) + by - 1) / by * by,
          (std::max(h, size.height) + by - 1) / by * by};
}

Extent size_of(const FilterValues& values, const FrameFacts& facts) {
  const Extent size = in_shape(asked(values, facts), values, facts);
  const auto fits = [](std::int64_t length) { return length >= 1 && length <= kMostScaled; };
  if (!fits(size.width) || !fits(size.height))
    throw UsageError("scale: " + std::to_string(facts.width) + "x" + std::to_string(facts.height) +
                     " would become " + std::to_string(size.width) + "x" +
                     std::to_string(size.height) + "; each side takes 1 to " +
                     std::to_string(kMostScaled));
  return size;
}

ScaleShape shape_of(const FilterValues& values) {
  ScaleShape shape;
  const int kernel = static_cast<int>(values[flags].number);
  shape.kernel = kernel == bilinear  ? ScaleKernel::bilinear
                 : kernel == bicubic ? ScaleKernel::bicubic
                                     : ScaleKernel::lanczos;
  shape.b = values[param0].number;
  shape.c = values[param1].number;
  if (values[param0].number > 0) shape.width = std::max(0.5, values[param0].number);
  return shape;
}

// Before the first chroma sample, in chroma samples.
double edge_of(int log2, int offset) {
  return log2 == 0 ? 0.5 : 0.25 * (1 + offset);
}

void add_axis(FilterStep::Work& work, ScaleAxis& axis, const ScaleTable& table) {
  axis = table.axis;
  axis.table = static_cast<int>(work.tables.size());
  work.tables.push_back(table.table);
}

// One pass from a picture of `from`'s size to one of `to`'s.
FilterStep::Work scaled(const ScaleShape& shape, const FrameFacts& from, const FrameFacts& to) {
  const PixelFormat& format = *from.format;
  const Siting siting = from.color.siting;
  ScaleWork work;
  FilterStep::Work step{work, to};
  for (const int c : {0, 1}) {
    if (c == 1 && !format.is_chroma(1)) continue;
    const double left = c == 0 ? 0.5 : edge_of(format.log2_chroma_w, chroma_offset_x(siting));
    const double top = c == 0 ? 0.5 : edge_of(format.log2_chroma_h, chroma_offset_y(siting));
    add_axis(step, work.across[c],
             make_scale_table(shape, format.component_width(c, from.width),
                              format.component_width(c, to.width), left));
    add_axis(step, work.down[c],
             make_scale_table(shape, format.component_height(c, from.height),
                              format.component_height(c, to.height), top));
  }
  step.work = work;
  return step;
}

bool fits_tile(const FilterStep::Work& step) {
  const auto& work = std::get<ScaleWork>(step.work);
  return std::max(work.across[0].span, work.across[1].span) <= kMaxScaleSpan;
}

FilterStep plan_scale(const FilterValues& values, const FrameFacts& facts) {
  const Extent size = size_of(values, facts);
  FrameFacts to = facts;
  to.width = static_cast<int>(size.width);
  to.height = static_cast<int>(size.height);
  if (to.width == facts.width && to.height == facts.height) return {};
  to.sample_aspect = reduced(facts.sample_aspect.num * size.height * facts.width,
                             facts.sample_aspect.den * size.width * facts.height);
  if (to.height != facts.height) to.field_order = FieldOrder::progressive;
  keep_matrix(facts, to);
  const ScaleShape shape = shape_of(values);
  FilterStep step;
  step.works.push_back(scaled(shape, facts, to));
  if (fits_tile(step.works[0]) || to.height == facts.height) return step;
  // Shrunk so much that a tile's inputs fit no shared memory: one axis after the other.
  FrameFacts between = to;
  between.width = facts.width;
  step.works = {scaled(shape, facts, between), scaled(shape, between, to)};
  std::get<ScaleWork>(step.works[0].work).clamp = false;
  return step;
}

}  // namespace

constinit const FilterSpec kScaleFilter{
    "scale",
    "another size",
    "Takes numbers, no expressions. Chroma is scaled by its own siting, where FFmpeg takes it as\n"
    "centred unless in_h_chr_pos and the like say otherwise; rounding is always accurate. Formats\n"
    "and matrices are format's and colorspace's. Fields are scaled as one picture.",
    FilterSpace::planes,
    kScaleParameters,
    plan_scale,
    "scale=1920:-2:flags=lanczos"};

}  // namespace framelane
