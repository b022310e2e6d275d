#include <cmath>
#include <span>

#include "gpu/filters/color.h"
#include "gpu/filters/color_text.h"
#include "gpu/filters/filters.h"
#include "gpu/filters/point_marks.h"

namespace framelane {
namespace {

enum { scale, style, opacity };

using Type = Parameter::Type;
constexpr Parameter::Choice kScales[] = {{"ire", 0}, {"stops", 1}};
constexpr Parameter::Choice kStyles[] = {{"gray", 0}, {"color", 1}};
constexpr Parameter kFalsecolorParameters[] = {
    {.name = "scale",
     .type = Type::choice,
     .maximum = 1,
     .help = "zones by level, or by stops around middle gray",
     .choices = kScales},
    {.name = "style",
     .type = Type::choice,
     .maximum = 1,
     .help = "what shows between zones",
     .choices = kStyles},
    {"opacity", Type::number, "", 0, 1, 1, "of the zones' colours"},
};

constexpr float kEndless = 1e30F;

// From `low` up to the next one's; colours are R'G'B'.
struct Band {
  double low;  // percent, or stops
  bool tinted;
  std::array<double, 3> rgb;
};

// Percent of the way from black to white, as ARRI's cameras have it: black clips, just above that;
// middle gray; skin, a stop over it; just below white clips, white clips.
constexpr Band kLevels[] = {{-kEndless, true, {0.50, 0.10, 0.60}},
                            {2.5, true, {0.10, 0.25, 0.90}},
                            {4, false, {}},
                            {38, true, {0.20, 0.75, 0.20}},
                            {42, false, {}},
                            {52, true, {0.95, 0.60, 0.70}},
                            {56, false, {}},
                            {97, true, {0.95, 0.90, 0.15}},
                            {99, true, {0.90, 0.10, 0.10}}};

// A colour a stop, from half a stop below it; green is middle gray.
constexpr Band kStops[] = {{-kEndless, true, {0.30, 0.05, 0.45}}, {-5.5, true, {0.25, 0.15, 0.70}},
                           {-4.5, true, {0.10, 0.25, 0.90}},      {-3.5, true, {0.10, 0.45, 0.95}},
                           {-2.5, true, {0.15, 0.65, 0.90}},      {-1.5, true, {0.10, 0.60, 0.55}},
                           {-0.5, true, {0.20, 0.75, 0.20}},      {0.5, true, {0.95, 0.60, 0.70}},
                           {1.5, true, {0.95, 0.90, 0.15}},       {2.5, true, {0.95, 0.55, 0.10}},
                           {3.5, true, {0.90, 0.10, 0.10}}};

// Signal (0 to 1) of what is `stops` brighter than 18 % gray: BT.709's curve; HLG's with reference
// white at 75 %; of PQ 26 nits are middle gray (both BT.2408).
double signal_of(double stops, Transfer transfer) {
  const double light = 0.18 * std::exp2(stops);  // 1: reference white
  if (transfer == Transfer::linear) return light;
  if (transfer == Transfer::hlg) {
    const double e = 0.265 * light;
    return e <= 1.0 / 12 ? std::sqrt(3 * e)
                         : 0.17883277 * std::log(12 * e - 0.28466892) + 0.55991073;
  }
  if (transfer == Transfer::pq) {
    const double power = std::pow(26 * light / 0.18 / 10000, 0.1593017578125);
    return std::pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375);
  }
  return light < 0.018 ? 4.5 * light : 1.099 * std::pow(light, 0.45) - 0.099;
}

float code_of_zone(double low, bool stops, const FrameFacts& facts) {
  if (low <= -kEndless) return -kEndless;
  const CodeSpan luma = code_span(facts, 0);
  const double signal = stops ? signal_of(low, facts.color.transfer) : low / 100;
  return static_cast<float>(luma.zero + luma.span * signal);
}

// What becomes of a pixel in the band.
Zone zone_of(const Band& band, double share, bool gray, const FrameFacts& facts) {
  const double cover = band.tinted ? share : 0, rest = 1 - cover;
  const auto codes = codes_of_color(band.rgb, facts);
  Zone zone;
  zone.luma_gain = static_cast<float>(rest);
  zone.luma = static_cast<float>(cover * codes[0]);
  zone.chroma_gain = static_cast<float>(gray ? 0 : rest);
  const double neutral = gray ? code_span(facts, 1).zero : 0;
  zone.u = static_cast<float>(cover * codes[1] + rest * neutral);
  zone.v = static_cast<float>(cover * codes[2] + rest * neutral);
  return zone;
}

std::vector<Zone> zones_of(const FilterValues& values, bool gray, const FrameFacts& facts) {
  const bool stops = values[scale].number != 0;
  const std::span<const Band> bands = stops ? std::span<const Band>(kStops) : kLevels;
  std::vector<Zone> zones;
  for (std::size_t i = 0; i < bands.size(); ++i) {
    Zone zone = zone_of(bands[i], values[opacity].number, gray, facts);
    zone.low = code_of_zone(bands[i].low, stops, facts);
    zone.high = i + 1 < bands.size() ? code_of_zone(bands[i + 1].low, stops, facts) : kEndless;
    zones.push_back(zone);
  }
  return zones;
}

FrameFacts with_chroma(const FrameFacts& facts) {
  if (facts.format->family != ColorFamily::gray) return facts;
  return facts_as(planar_format(ColorFamily::yuv, facts.format->depth, facts.format->alpha), facts);
}

FilterStep plan_falsecolor(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  if (values[opacity].number == 0 && values[style].number != 0) return step;
  const FrameFacts colored = with_chroma(facts);
  const bool gray = values[style].number == 0 || colored != facts;
  const std::vector<Zone> zones = zones_of(values, gray, colored);
  PointOp op;
  op.kind = PointOp::Kind::zones;
  op.limit = static_cast<float>(facts.format->max_code());
  op.table = 0;
  op.size = static_cast<int>(zones.size());
  step.point.push_back(op);
  step.tables.push_back(make_pass_table<Zone>(zones));
  if (colored == facts) return step;
  step.leaves = colored;
  step.becomes = with_chroma;
  return step;
}

}  // namespace

constinit const FilterSpec kFalsecolorFilter{
    "falsecolor",
    "exposure zones in colours",
    "Ours, by luma. scale=ire, percent of the way from black to white: under 2.5 purple (black "
    "clips), "
    "2.5 to\n4 blue, 38 to 42 green (middle gray), 52 to 56 pink (skin), 97 to 99 yellow, from 99 "
    "red "
    "(white clips).\nscale=stops, from 18 % gray by the picture's transfer (BT.709's where it has "
    "none): -6 and darker violet, -5\nindigo, -4 blue, -3 azure, -2 cyan, -1 teal, 0 green, 1 "
    "pink, 2 "
    "yellow, 3 orange, 4 and brighter red.\nstyle is what shows between zones, and under them by "
    "opacity. Gray pictures become 4:4:4.",
    FilterSpace::yuv_planes,
    kFalsecolorParameters,
    plan_falsecolor,
    "falsecolor"};

}  // namespace framelane
