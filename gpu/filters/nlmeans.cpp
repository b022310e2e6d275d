#include <algorithm>
#include <cmath>

#include "gpu/filters/filters.h"

namespace framelane {
namespace {

enum { nlmeans_strength, patch, chroma_patch, search, chroma_search };

using Type = Parameter::Type;
constexpr Parameter kNlmeansParameters[] = {
    {"s", Type::number, "", 1, 30, 1, "denoising strength"},
    {"p", Type::integer, "samples", 0, 99, 7, "patch diameter; even ones count as the next odd"},
    {"pc", Type::integer, "samples", 0, 99, 0, "patch diameter of chroma; 0 as p"},
    {"r", Type::integer, "samples", 0, 99, 15, "search diameter; even ones count as the next odd"},
    {"rc", Type::integer, "samples", 0, 99, 0, "search diameter of chroma; 0 as r"},
};

// Blue and red are FFmpeg's second and third plane of RGB.
bool counts_as_chroma(const PixelFormat& format, int c) {
  return format.color_count == 3 && c != (format.family == ColorFamily::rgb ? 1 : 0);
}

NlmeansComponent component_of(const FilterValues& values, bool chroma) {
  const auto radius = [&](int which, int chroma_which) {
    const double chroma_value = values[static_cast<std::size_t>(chroma_which)].number;
    const double value =
        chroma && chroma_value > 0 ? chroma_value : values[static_cast<std::size_t>(which)].number;
    return static_cast<int>(value) / 2;
  };
  NlmeansComponent part;
  part.patch = radius(patch, chroma_patch);
  part.search = radius(search, chroma_search);
  part.copy = part.search == 0;
  return part;
}

// A distance in 8-bit codes weighs exp(-distance / (10 s)^2), as in vf_nlmeans; from the first
// whole one on that would weigh less than 1/255 nothing.
FilterStep plan_nlmeans(const FilterValues& values, const FrameFacts& facts) {
  const PixelFormat& format = *facts.format;
  const double spread = 100 * values[nlmeans_strength].number * values[nlmeans_strength].number;
  const double log2e = std::log2(std::exp(1.0)), codes = 255.0 / format.max_code();
  NlmeansWork work;
  work.falloff = static_cast<float>(log2e / spread * codes * codes);
  work.cutoff = static_cast<float>(-(std::floor(std::log(255.0) * spread) - 0.5) / spread * log2e);
  bool any = false;
  for (int c = 0; c < 3; ++c) {
    if (!format.has_component(c)) continue;
    NlmeansComponent& part = work.components[c];
    part = component_of(values, counts_as_chroma(format, c));
    any = any || !part.copy;
  }
  FilterStep step;
  if (any) step.works.push_back({work, facts});
  return step;
}

}  // namespace

constinit const FilterSpec kNlmeansFilter{"nlmeans",
                                          "non-local means denoiser",
                                          "Takes every depth, differences counted in 8-bit codes, "
                                          "where FFmpeg's takes 8 bits only; alpha\n"
                                          "passes unchanged.",
                                          FilterSpace::planes,
                                          kNlmeansParameters,
                                          plan_nlmeans,
                                          "nlmeans=s=2:p=5:r=9"};

}  // namespace framelane
