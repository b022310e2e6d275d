#include "gpu/filters/filters.h"
#include "gpu/filters/light_ops.h"
#include "gpu/light.h"

namespace framelane {
namespace {

enum { tonemap, param, desat, peak, target };

using Type = Parameter::Type;
using CurveKind = ToneCurve::Kind;
constexpr Parameter::Choice kKinds[] = {
    {"none", static_cast<std::uint32_t>(CurveKind::none)},
    {"linear", static_cast<std::uint32_t>(CurveKind::linear)},
    {"gamma", static_cast<std::uint32_t>(CurveKind::gamma)},
    {"clip", static_cast<std::uint32_t>(CurveKind::clip)},
    {"reinhard", static_cast<std::uint32_t>(CurveKind::reinhard)},
    {"hable", static_cast<std::uint32_t>(CurveKind::hable)},
    {"mobius", static_cast<std::uint32_t>(CurveKind::mobius)},
    {"bt2390", static_cast<std::uint32_t>(CurveKind::bt2390)}};
constexpr Parameter kTonemapParameters[] = {
    {.name = "tonemap", .type = Type::choice, .maximum = 7, .help = "curve", .choices = kKinds},
    {"param", Type::number, "", 0, 10, 0, "of the curve, 0 is its own default"},
    {"desat", Type::number, "", 0, 1000, 2,
     "light above it loses colour, 1 is the target; 0 is off"},
    {"peak", Type::number, "", 0, 10000, 0, "brightest light, 1 is the target; 0 is the source's"},
    {"target", Type::number, "cd/m2", 1, 10000, 100, "what white stands for"},
};

ToneCurve curve_of(const FilterValues& values, const FrameFacts& facts) {
  ToneCurve curve;
  curve.kind = static_cast<CurveKind>(values[tonemap].number);
  curve.param = values[param].number;
  curve.target = values[target].number;
  curve.peak = values[peak].number > 0 ? values[peak].number : source_peak(facts, curve.target);
  return curve;
}

// All that a picture is afterwards: an SDR one of BT.709.
FrameFacts standard(const FrameFacts& home) {
  FrameFacts facts = home;
  facts.color.primaries = Primaries::bt709;
  facts.color.transfer = Transfer::bt709;
  if (facts.format->family != ColorFamily::rgb) facts.color.matrix = Matrix::bt709;
  facts.light = {};
  return facts;
}

FilterStep plan_tonemap(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const ToneCurve curve = curve_of(values, facts);
  const double top = facts.format->max_code();
  const Primaries primaries = effective_primaries(facts.color);
  const bool hdr = is_hdr(facts.color.transfer);
  if (!hdr && curve.kind == CurveKind::none && primaries == Primaries::bt709) return step;
  add_light(step, facts.color.transfer, top, curve.target);
  add_desaturation(step, primaries, values[desat].number);
  add_tone(step, curve);
  if (primaries != Primaries::bt709) add_primaries(step, rgb_to_rgb(primaries, Primaries::bt709));
  add_encoding(step, Transfer::bt709, top);
  step.becomes = standard;
  return step;
}

}  // namespace

constinit const FilterSpec kTonemapFilter{
    "tonemap",
    "PQ and HLG, or other wide colour, to BT.709",
    "FFmpeg's zscale=t=linear:npl=TARGET, tonemap and zscale=p=bt709:t=bt709:m=bt709 in one: light "
    "is made of the source's transfer and the result is BT.709 of the source's range. Without "
    "metadata the peak is 1000 cd/m2, of SDR its white. bt2390 and target are framelane's; bt2390 "
    "has no param.",
    FilterSpace::rgb,
    kTonemapParameters,
    plan_tonemap,
    "tonemap=tonemap=hable"};

}  // namespace framelane
