#include <algorithm>
#include <cmath>
#include <string>

#include "gpu/errors.h"
#include "gpu/filters/filters.h"
#include "gpu/filters/geometry_facts.h"

namespace framelane {
namespace {

enum { out_w, out_h, left, top, keep_aspect, exact };

constexpr int kMostCropped = 32768;

using Type = Parameter::Type;
constexpr Parameter kCropParameters[] = {
    {"w", Type::integer, "pixels", 0, kMostCropped, 0, "width kept; 0 all", "out_w"},
    {"h", Type::integer, "pixels", 0, kMostCropped, 0, "height kept; 0 all", "out_h"},
    {"x", Type::integer, "pixels", -1, kMostCropped, -1, "first column kept; -1 the middle"},
    {"y", Type::integer, "pixels", -1, kMostCropped, -1, "first row kept; -1 the middle"},
    {"keep_aspect", Type::boolean, "", 0, 1, 0, "same shape when shown, by the sample aspect"},
    {"exact", Type::boolean, "", 0, 1, 0, "no rounding down to whole chroma samples"},
};

struct Axis {
  int first, size;
};

int asked_extent(double size, int whole) {
  return size == 0 ? whole : static_cast<int>(size);
}

// vf_crop's order: the middle is of the size asked for, then both are rounded down.
Axis cropped(double size, double first, int whole, int log2, bool exact_size) {
  const int wanted = asked_extent(size, whole);
  const int block = exact_size ? 1 : 1 << log2;
  const int kept = wanted / block * block;
  if (kept < 1 || kept > whole) return {0, 0};
  const int from =
      first < 0 ? static_cast<int>(std::lrint((whole - wanted) / 2.0)) : static_cast<int>(first);
  return {std::clamp(from, 0, whole - kept) / block * block, kept};
}

std::string cropped_text(int width, int height) {
  return std::to_string(width) + "x" + std::to_string(height);
}

std::string count_text(int count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// What was asked for is rounded down to nothing where the chroma's samples are larger.
std::string why_not_cut(const FilterValues& values, const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  const int across = 1 << format.log2_chroma_w, down = 1 << format.log2_chroma_h;
  const auto rounds_to_none = [](double size, int block) { return size > 0 && size < block; };
  if (values[exact].number != 0 || (!rounds_to_none(values[out_w].number, across) &&
                                    !rounds_to_none(values[out_h].number, down)))
    return {};
  return ": a chroma sample of " + std::string(format.name) + " covers " +
         count_text(across, "column") + " and " + count_text(down, "row") +
         ", and sizes are rounded down to whole ones; take more, or exact=1";
}

FilterStep plan_crop(const FilterValues& values, const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  const bool whole_samples = values[exact].number != 0;
  const Axis x = cropped(values[out_w].number, values[left].number, facts.width,
                         format.log2_chroma_w, whole_samples);
  const Axis y = cropped(values[out_h].number, values[top].number, facts.height,
                         format.log2_chroma_h, whole_samples);
  if (x.size == 0 || y.size == 0)
    throw UsageError("crop: " +
                     cropped_text(asked_extent(values[out_w].number, facts.width),
                                  asked_extent(values[out_h].number, facts.height)) +
                     " cannot be cut from a picture of " + cropped_text(facts.width, facts.height) +
                     why_not_cut(values, facts));
  if (x.size == facts.width && y.size == facts.height) return {};
  RemapWork work;
  work.left = x.first;
  work.top = y.first;
  FilterStep step = remap_step(facts, work, x.size, y.size);
  if (values[keep_aspect].number != 0)
    step.works[0].output.sample_aspect =
        reduced(std::int64_t{facts.sample_aspect.num} * facts.width * y.size,
                std::int64_t{facts.sample_aspect.den} * facts.height * x.size);
  return step;
}

}  // namespace

constinit const FilterSpec kCropFilter{
    "crop",
    "a part of the picture",
    "Takes numbers, no expressions: 0 and -1 stand for FFmpeg's defaults. A picture of odd\n"
    "size in 4:2:0 keeps its last column and row only with exact=1, as there offsets and sizes\n"
    "are even else: they are rounded down to whole chroma samples.",
    FilterSpace::planes,
    kCropParameters,
    plan_crop,
    "crop=60:40:2:4"};

}  // namespace framelane
