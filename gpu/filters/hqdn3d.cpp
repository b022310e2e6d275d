#include <algorithm>
#include <cmath>
#include <vector>

#include "gpu/filters/filters.h"
#include "gpu/filters/hqdn3d_math.h"

namespace framelane {
namespace {

enum { luma_spatial, chroma_spatial, luma_tmp, chroma_tmp };

constexpr double kStrongest = 252;  // FFmpeg's: more has no further effect
using Type = Parameter::Type;
constexpr Parameter kHqdn3dParameters[] = {
    {"luma_spatial", Type::number, "codes of 255", 0, 255, 0, "luma in a picture; 0: 4"},
    {"chroma_spatial", Type::number, "codes of 255", 0, 255, 0,
     "chroma in a picture; 0: 3/4 of luma_spatial"},
    {"luma_tmp", Type::number, "codes of 255", 0, 255, 0, "luma over time; 0: 6/4 of luma_spatial"},
    {"chroma_tmp", Type::number, "codes of 255", 0, 255, 0,
     "chroma over time; 0: luma_tmp * chroma_spatial / luma_spatial"},
};

// How much of a difference goes, at the middle of each entry's differences: a share that falls
// from 1 at no difference to a quarter at the strength.
PassTableRef coefficients(double strength, const Hqdn3dScale& scale) {
  const double similar = 1 - std::min(strength, kStrongest) / 255 - 0.00001;
  const double exponent = std::log(0.25) / std::log(similar);
  const int entries = scale.entries(), step = 1 << scale.table_shift;
  const int furthest = 255 * 256 / step;
  std::vector<std::int16_t> table(static_cast<std::size_t>(entries));
  for (int i = -furthest; i <= furthest; ++i) {
    const double difference = (2 * i * step + step - 1) / 512.0;  // codes of 255
    const double share = std::pow(1 - std::abs(difference) / 255, exponent);
    table[static_cast<std::size_t>(entries / 2 + i)] =
        static_cast<std::int16_t>(std::lrint(share * 256 * difference));
  }
  return make_pass_table<std::int16_t>(table);
}

FilterStep plan_hqdn3d(const FilterValues& values, const FrameFacts& facts) {
  const auto given = [&](int option, double otherwise) {
    const double value = values[static_cast<std::size_t>(option)].number;
    return value != 0 ? value : otherwise;
  };
  const double luma = given(luma_spatial, 4);
  const double chroma = given(chroma_spatial, 3 * luma / 4);
  const double luma_time = given(luma_tmp, 6 * luma / 4);
  const double chroma_time = given(chroma_tmp, luma_time * chroma / luma);
  const Hqdn3dScale scale(facts.format->depth);
  FilterStep step;
  FilterStep::Work work{Hqdn3dWork{facts.format->depth}, facts};
  for (const double strength : {luma, luma_time, chroma, chroma_time})
    work.tables.push_back(coefficients(strength, scale));
  ImageView picture;
  picture.width = facts.width;
  picture.height = facts.height;
  picture.log2_chroma_w = facts.format->log2_chroma_w;
  picture.log2_chroma_h = facts.format->log2_chroma_h;
  picture.color_count = facts.format->color_count;
  picture.yuv = facts.format->family == ColorFamily::yuv;
  work.scratch_bytes = work.state_bytes = Hqdn3dPlanes(picture).bytes;
  step.works.push_back(std::move(work));
  return step;
}

}  // namespace

constinit const FilterSpec kHqdn3dFilter{
    "hqdn3d",
    "denoise: low pass in the picture and over time",
    "Recursive: each picture builds on all before it. It starts anew at the stream's start, after\n"
    "seeks, at each round of a loop and after an edit of the chain. Strengths above 252 act as\n"
    "252. Alpha passes unchanged.",
    FilterSpace::yuv_planes,
    kHqdn3dParameters,
    plan_hqdn3d,
    "hqdn3d=luma_spatial=4"};

}  // namespace framelane
