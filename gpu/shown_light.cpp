#include "gpu/shown_light.h"

#include "gpu/light.h"

namespace framelane {
namespace {

// Of SDR pictures: those that hold much that BT.709 does not.
bool is_wide(Primaries primaries) {
  constexpr auto kDisplayP3 = static_cast<Primaries>(12);
  return primaries == Primaries::bt2020 || primaries == kDisplayP3;
}

}  // namespace

LightMapping light_mapping(const ColorFacts& color, ShownLight shown) {
  if (shown == ShownLight::coded) return LightMapping::none;
  if (color.transfer == Transfer::pq) return LightMapping::pq;
  if (color.transfer == Transfer::hlg) return LightMapping::hlg;
  return is_wide(color.primaries) ? LightMapping::wide : LightMapping::none;
}

FrameFacts as_shown(const FrameFacts& facts, ShownLight shown) {
  FrameFacts standard = facts;
  if (light_mapping(facts.color, shown) == LightMapping::none) return standard;
  standard.color.primaries = Primaries::bt709;
  standard.color.transfer = Transfer::bt709;
  standard.light = {};
  return standard;
}

std::string mapping_chain(LightMapping mapping) {
  if (mapping == LightMapping::none) return {};
  return mapping == LightMapping::wide ? "tonemap=none:desat=0" : "tonemap=bt2390:desat=0";
}

ToneCurve shown_tone(const FrameFacts& facts) {
  ToneCurve curve;
  curve.kind = is_hdr(facts.color.transfer) ? ToneCurve::Kind::bt2390 : ToneCurve::Kind::none;
  curve.peak = source_peak(facts, curve.target);
  return curve;
}

std::string describe_light(const ColorFacts& color, ShownLight shown) {
  const LightMapping mapping = light_mapping(color, ShownLight::standard);
  if (mapping == LightMapping::none) return {};
  const std::string what = mapping == LightMapping::pq    ? "HDR (PQ)"
                           : mapping == LightMapping::hlg ? "HDR (HLG)"
                                                          : "wide colour";
  return what + (shown == ShownLight::coded ? " as coded" : " shown as SDR");
}

}  // namespace framelane
