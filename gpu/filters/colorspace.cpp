#include <cmath>
#include <optional>
#include <utility>

#include "gpu/errors.h"
#include "gpu/filters/color.h"
#include "gpu/filters/filters.h"
#include "gpu/filters/light_ops.h"
#include "gpu/light.h"

namespace framelane {
namespace {

enum {
  all,
  space,
  range,
  primaries,
  trc,
  format,
  fast,
  dither,
  wpadapt,
  iall,
  ispace,
  irange,
  iprimaries,
  itrc
};

using Type = Parameter::Type;
using Choice = Parameter::Choice;
// Numbers are H.273's code points, of which 2 says nothing; FFmpeg's own for `all`.
constexpr Choice kSystems[] = {{"unspecified", 0}, {"bt470m", 1},      {"bt470bg", 2},
                               {"bt601-6-525", 3}, {"bt601-6-625", 4}, {"bt709", 5},
                               {"smpte170m", 6},   {"smpte240m", 7},   {"bt2020", 8}};
constexpr Choice kSpaces[] = {{"unspecified", 2}, {"bt709", 1},     {"fcc", 4},   {"bt470bg", 5},
                              {"smpte170m", 6},   {"smpte240m", 7}, {"ycgco", 8}, {"gbr", 0},
                              {"bt2020nc", 9},    {"bt2020ncl", 9}};
constexpr Choice kRanges[] = {{"unspecified", 0}, {"tv", 1}, {"mpeg", 1}, {"pc", 2}, {"jpeg", 2}};
constexpr Choice kPrimaries[] = {
    {"unspecified", 2}, {"bt709", 1},      {"bt470m", 4},  {"bt470bg", 5},   {"smpte170m", 6},
    {"smpte240m", 7},   {"smpte428", 10},  {"film", 8},    {"smpte431", 11}, {"smpte432", 12},
    {"bt2020", 9},      {"jedec-p22", 22}, {"ebu3213", 22}};
constexpr Choice kTransfers[] = {{"unspecified", 2},   {"bt709", 1},         {"bt470m", 4},
                                 {"gamma22", 4},       {"bt470bg", 5},       {"gamma28", 5},
                                 {"smpte170m", 6},     {"smpte240m", 7},     {"linear", 8},
                                 {"srgb", 13},         {"iec61966-2-1", 13}, {"xvycc", 11},
                                 {"iec61966-2-4", 11}, {"bt2020-10", 14},    {"bt2020-12", 15}};
constexpr Choice kFormatChoices[] = {
    {"source", 0},    {"yuv420p", 1},   {"yuv420p10", 2}, {"yuv420p12", 3}, {"yuv422p", 4},
    {"yuv422p10", 5}, {"yuv422p12", 6}, {"yuv444p", 7},   {"yuv444p10", 8}, {"yuv444p12", 9}};
constexpr Choice kDithers[] = {{"none", 0}};
constexpr Choice kAdaptations[] = {{"bradford", 0}, {"vonkries", 1}, {"identity", 2}};

constexpr Parameter choice(std::string_view name, std::span<const Choice> choices, double standard,
                           std::string_view help) {
  return {.name = name,
          .type = Type::choice,
          .maximum = 22,
          .standard = standard,
          .help = help,
          .choices = choices};
}
constexpr Parameter kColorspaceParameters[] = {
    choice("all", kSystems, 0, "matrix, primaries and transfer of one system"),
    choice("space", kSpaces, 2, "matrix"),
    choice("range", kRanges, 0, "range"),
    choice("primaries", kPrimaries, 2, "primaries"),
    choice("trc", kTransfers, 2, "transfer"),
    choice("format", kFormatChoices, 0, "pixel format"),
    {"fast", Type::boolean, "", 0, 1, 0, "matrix and range alone; light is taken as the same"},
    choice("dither", kDithers, 0, "dither"),
    choice("wpadapt", kAdaptations, 0, "how another white point is adapted to"),
    choice("iall", kSystems, 0, "all of the input, instead of its tags"),
    choice("ispace", kSpaces, 2, "matrix of the input"),
    choice("irange", kRanges, 0, "range of the input"),
    choice("iprimaries", kPrimaries, 2, "primaries of the input"),
    choice("itrc", kTransfers, 2, "transfer of the input"),
};

struct System {
  int matrix, primaries, transfer;
};
constexpr System kSystem[] = {{2, 2, 2}, {6, 4, 4}, {5, 5, 5}, {6, 6, 6}, {5, 5, 6},
                              {1, 1, 1}, {6, 6, 6}, {7, 7, 7}, {9, 9, 14}};

int value_of(const FilterValues& values, std::size_t option) {
  return static_cast<int>(values[option].number);
}

int if_said(int said, int otherwise) {
  return said != 2 ? said : otherwise;
}

// The tags that the options from `first` on give a picture of those facts: `all` (or iall), then
// those of each kind, in the order of System.
ColorFacts tagged(const FrameFacts& facts, const System& system, const System& each, int range) {
  constexpr int kTwelveBit = 15;
  System said{if_said(each.matrix, system.matrix), if_said(each.primaries, system.primaries),
              if_said(each.transfer, system.transfer)};
  if (each.transfer == 2 && system.transfer == 14 && facts.format->depth >= 12)
    said.transfer = kTwelveBit;
  ColorFacts color = facts.color;
  const bool yuv = facts.format->family != ColorFamily::rgb;
  if (said.matrix != 2 && yuv) color.matrix = static_cast<Matrix>(said.matrix);
  if (said.primaries != 2) color.primaries = static_cast<Primaries>(said.primaries);
  if (said.transfer != 2) color.transfer = static_cast<Transfer>(said.transfer);
  if (range != 0 && yuv) color.range = static_cast<Range>(range);
  return color;
}

FrameFacts input_of(const FilterValues& values, const FrameFacts& facts) {
  FrameFacts input = facts;
  const System& system = kSystem[static_cast<std::size_t>(value_of(values, iall))];
  input.color =
      tagged(facts, system,
             {value_of(values, ispace), value_of(values, iprimaries), value_of(values, itrc)},
             value_of(values, irange));
  return input;
}

const PixelFormat& format_of(const FilterValues& values, const FrameFacts& facts) {
  const int chosen = value_of(values, format);
  if (chosen == 0) return *facts.format;
  std::string name(kFormatChoices[chosen].name);
  if (name.ends_with('0') || name.ends_with('2')) name += "le";
  return *find_pixel_format(name);
}

// What is not said is the input's, but for the range, which is the tagged one.
FrameFacts output_of(const FilterValues& values, const FrameFacts& input, Range range_tag) {
  FrameFacts output = facts_as(format_of(values, input), input);
  if (input.format->family != ColorFamily::rgb) output.color.range = range_tag;
  const System& system = kSystem[static_cast<std::size_t>(value_of(values, all))];
  output.color = tagged(
      output, system, {value_of(values, space), value_of(values, primaries), value_of(values, trc)},
      value_of(values, range));
  return output;
}

// V = alpha L^gamma - (alpha - 1), below beta in a straight line; of the camera, as vf_colorspace
// has it.
struct Curve {
  double alpha, beta, gamma, delta;
  friend bool operator==(const Curve&, const Curve&) = default;
};

Curve curve_of_transfer(Transfer transfer) {
  switch (static_cast<int>(transfer)) {
    case 4:
      return {1, 0, 1 / 2.2, 0};
    case 5:
      return {1, 0, 1 / 2.8, 0};
    case 7:
      return {1.1115, 0.0228, 0.45, 4};
    case 8:
      return {1, 0, 1, 0};
    case 13:
      return {1.055, 0.0031308, 1 / 2.4, 12.92};
    case 15:
      return {1.0993, 0.0181, 0.45, 4.5};
    case 1:
    case 2:
    case 6:
    case 11:
    case 14:
      return {1.099, 0.018, 0.45, 4.5};
    default:
      throw UsageError("colorspace: takes no such transfer; for PQ and HLG there is tonemap");
  }
}

// Both are odd about 0.
double light_of(const Curve& curve, double code) {
  const double v = std::abs(code);
  const double light = v < curve.beta * curve.delta
                           ? v / curve.delta
                           : std::pow((v + curve.alpha - 1) / curve.alpha, 1 / curve.gamma);
  return std::copysign(light, code);
}

double code_of(const Curve& curve, double light) {
  const double l = std::abs(light);
  const double code =
      l < curve.beta ? curve.delta * l : curve.alpha * std::pow(l, curve.gamma) - (curve.alpha - 1);
  return std::copysign(code, light);
}

// A little of what lies outside 0 .. 1 is kept, as vf_colorspace does.
constexpr float kBelow = -0.0714F, kAbove = 1.0714F;
constexpr double kLift = 1.0 - kBelow;

void add_code_lines(FilterStep& step, const ValueCurve& value_of, double gain, int per_octave) {
  add_lines(step, [&](double x) { return value_of(x - kLift); },
            {gain, kLift, 1, 1, static_cast<float>(kLift + kAbove), per_octave});
}

// Curves without a straight part are steep at 0: lines by octaves.
void add_light_lines(FilterStep& step, const Curve& curve, double top) {
  const auto code = [&](double light) { return top * code_of(curve, light); };
  if (curve.beta > 0 || curve.gamma == 1) return add_code_lines(step, code, 1, 11);
  add_lines(step, code, {1, 0, 0, 0x1p-26F, kAbove, 5});
}

void add_linear(FilterStep& step, const ColorMap& map) {
  if (!is_identity(map)) step.point.push_back(to_op(map));
}

// vf_colorspace takes each white's luminance for its y: without adaptation light changes with it.
Rows3 change_of(Primaries from, Primaries to, WhiteAdaptation adaptation) {
  Rows3 rows = rgb_to_rgb(from, to, adaptation);
  if (adaptation != WhiteAdaptation::none) return rows;
  constexpr std::size_t kWhite = 3, kY = 1;
  const double ratio =
      chromaticities_of(from).value().xy[kWhite][kY] / chromaticities_of(to).value().xy[kWhite][kY];
  for (auto& row : rows)
    for (double& value : row)
      value *= ratio;
  return rows;
}

// Light of one kind of picture as another's, in R'G'B' codes.
void add_light_change(FilterStep& step, const FrameFacts& input, const FrameFacts& output,
                      double top, WhiteAdaptation adaptation) {
  const Primaries a = effective_primaries(input.color), b = effective_primaries(output.color);
  const bool same_gamut = chromaticities_of(a) == chromaticities_of(b);
  if (same_gamut && input.color.transfer == output.color.transfer) return;
  const Curve from = curve_of_transfer(input.color.transfer),
              to = curve_of_transfer(output.color.transfer);
  if (from == to && same_gamut) return;
  add_code_lines(
      step, [&](double code) { return light_of(from, code); }, 1 / top, 10);
  if (!same_gamut) add_primaries(step, change_of(a, b, adaptation));
  add_light_lines(step, to, top);
}

FilterStep plan_colorspace(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const FrameFacts input = input_of(values, facts),
                   output = output_of(values, input, facts.color.range);
  const FrameFacts rgb = facts_in(FilterSpace::rgb, input);
  FilterStep light;
  if (values[fast].number == 0)
    add_light_change(light, input, output, rgb.format->max_code(),
                     static_cast<WhiteAdaptation>(value_of(values, wpadapt)));
  // Back in the tagged matrix and range: what it becomes is converted to by whoever stores it.
  add_linear(step, color_map(input, rgb));
  step.point.insert(step.point.end(), light.point.begin(), light.point.end());
  step.tables = light.tables;
  add_linear(step, color_map(rgb, facts));
  if (light.point.empty() && color_map(input, facts).m == ColorMap{}.m) step.point.clear();
  step.becomes = [output](const FrameFacts&) { return output; };
  return step;
}

}  // namespace

constinit const FilterSpec kColorspaceFilter{
    "colorspace",
    "matrix, range, primaries and transfer",
    "FFmpeg's colorspace without dithering. What is not said stays as the source has it; untagged "
    "primaries and transfers count as BT.709's. Of RGB it changes primaries and transfer alone.",
    FilterSpace::planes,
    kColorspaceParameters,
    plan_colorspace,
    "colorspace=all=bt2020"};

}  // namespace framelane
