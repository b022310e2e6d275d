#include <algorithm>

#include "gpu/filters/filters.h"
#include "gpu/filters/grade_options.h"

namespace framelane {
namespace {

using Type = Parameter::Type;
constexpr Parameter kColorchannelmixerParameters[] = {
    {"rr", Type::number, "", -2, 2, 1, "red's share of red"},
    {"rg", Type::number, "", -2, 2, 0, "green's share of red"},
    {"rb", Type::number, "", -2, 2, 0, "blue's share of red"},
    {"ra", Type::number, "", -2, 2, 0, "alpha's share of red"},
    {"gr", Type::number, "", -2, 2, 0, "red's share of green"},
    {"gg", Type::number, "", -2, 2, 1, "green's share of green"},
    {"gb", Type::number, "", -2, 2, 0, "blue's share of green"},
    {"ga", Type::number, "", -2, 2, 0, "alpha's share of green"},
    {"br", Type::number, "", -2, 2, 0, "red's share of blue"},
    {"bg", Type::number, "", -2, 2, 0, "green's share of blue"},
    {"bb", Type::number, "", -2, 2, 1, "blue's share of blue"},
    {"ba", Type::number, "", -2, 2, 0, "alpha's share of blue"},
    {"ar", Type::number, "", -2, 2, 0, "red's share of alpha"},
    {"ag", Type::number, "", -2, 2, 0, "green's share of alpha"},
    {"ab", Type::number, "", -2, 2, 0, "blue's share of alpha"},
    {"aa", Type::number, "", -2, 2, 1, "alpha's share of alpha"},
    {.name = "pc",
     .type = Type::choice,
     .maximum = 6,
     .help = "brightness to preserve",
     .choices = kBrightnessChoices},
    {"pa", Type::number, "", 0, 1, 0, "how much of it to preserve"},
};
constexpr std::size_t kShares = 16, kMixerPreserve = 16, kAmount = 17;

// What alpha has to do with the colours, in a picture that has it.
bool alpha_takes_part(const FilterValues& values, const PixelFormat& format) {
  if (!format.alpha) return false;
  constexpr std::size_t kOfAlpha[] = {3, 7, 11, 12, 13, 14};
  return std::ranges::any_of(kOfAlpha, [&](std::size_t i) { return values[i].number != 0; });
}

PointOp mixing_op(const FilterValues& values, bool with_alpha) {
  PointOp op;
  op.kind = PointOp::Kind::matrix;
  if (with_alpha) {
    op.kind = PointOp::Kind::mixer;
    op.components = 15;
  }
  for (std::size_t i = 0; i < kShares; ++i)
    if (with_alpha || (i % 4 < 3 && i / 4 < 3))
      op.m[i / 4][i % 4] = static_cast<float>(values[i].number);
  return op;
}

// vf_colorchannelmixer; its sums of rounded products are exact here. Where a brightness is
// preserved, the part `pa` of the colour, clamped, is scaled to it.
FilterStep plan_colorchannelmixer(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const bool with_alpha = alpha_takes_part(values, *facts.format);
  const double own = values[kShares - 1].number;
  if (facts.format->alpha && !with_alpha) step.alpha_gain = static_cast<float>(own);
  bool identity = !with_alpha;
  for (std::size_t i = 0; i < 12; ++i)
    identity = identity && (i % 4 == 3 || values[i].number == (i % 5 == 0 ? 1 : 0));
  if (identity) return step;
  PointOp op = mixing_op(values, with_alpha);
  op.limit = op.top = static_cast<float>(facts.format->max_code());
  if (values[kMixerPreserve].number != 0 && values[kAmount].number != 0) {
    op.kind = PointOp::Kind::mixer;
    op.mode = static_cast<std::uint8_t>(values[kMixerPreserve].number);
    op.share = static_cast<float>(values[kAmount].number);
  }
  step.point.push_back(op);
  return step;
}

}  // namespace

constinit const FilterSpec kColorchannelmixerFilter{
    "colorchannelmixer",
    "each component a sum of shares of all",
    "FFmpeg's colorchannelmixer; alpha takes part in pictures that have it.",
    FilterSpace::rgb,
    kColorchannelmixerParameters,
    plan_colorchannelmixer,
    "colorchannelmixer=rr=0.9:rg=0.1:bb=1.1"};

}  // namespace framelane
