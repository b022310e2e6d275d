#include "gpu/filters/tone_program.h"

#include <bit>
#include <cmath>

namespace framelane {
namespace {

using LightStep = ShortStep::Kind;

constexpr int kMostCode = 1023;
// Of float's exponents.
constexpr int kFloatFraction = 23;
// Luma that no light has; its reciprocal is exact.
constexpr float kNeverFades = 0x1p100F;

// The steps that there are, in the one order that a kernel knows; without fading and a change of
// primaries where there are none.
struct ToneSteps {
  const ShortStep *spread = nullptr, *ramp = nullptr, *fade = nullptr, *curve = nullptr,
                  *matrix = nullptr, *encoding = nullptr, *gather = nullptr;
};

bool clamps(const ShortStep& step) {
  return step.linear() && step.clamp;
}

std::optional<ToneSteps> steps_of(const ShortProgram& program) {
  const ShortStep* at = program.steps;
  const ShortStep* const end = at + program.count;
  const auto next = [&](LightStep kind) { return at != end && at->kind == kind ? at++ : nullptr; };
  const auto next_linear = [&] { return at != end && at->linear() ? at++ : nullptr; };
  ToneSteps found;
  found.spread = next_linear();
  found.ramp = next(LightStep::ramp);
  found.fade = next(LightStep::luma_mix);
  found.curve = next(LightStep::peak_gain);
  found.matrix = next_linear();
  found.encoding = next(LightStep::lines);
  found.gather = next_linear();
  const bool all = at == end && found.spread && found.ramp && found.curve && found.matrix &&
                   found.encoding && found.gather;
  if (!all || !clamps(*found.spread) || !clamps(*found.matrix) || found.gather->clamp)
    return std::nullopt;
  return found;
}

bool is_power_of_two(float value) {
  int exponent = 0;
  return value > 0 && std::frexp(value, &exponent) == 0.5F;
}

// Whether nothing is added to the products.
bool keeps_zero(const ShortStep& step) {
  return step.m[0][3] == 0 && step.m[1][3] == 0 && step.m[2][3] == 0;
}

// Whether red knows nothing of Cb, and blue nothing of Cr.
bool spreads_apart(const ShortStep& step) {
  return step.m[0][1] == 0 && step.m[2][2] == 0;
}

void set_light(ToneProgram& made, const ToneSteps& steps) {
  const ShortStep& curve = *steps.curve;
  const float highest = curve.m[0][0];
  made.ramp = *steps.ramp;
  made.curve = curve;
  made.last_line = static_cast<float>(made.ramp.size - 1);
  made.unit = curve.a / highest;
  made.most_scale = highest;
  made.least = curve.b / highest;
  made.shift = curve.shift;
  made.origin = -curve.first + (std::ilogb(highest) << (kFloatFraction - curve.shift));
  made.fade_from = kNeverFades;
  if (steps.fade == nullptr) return;
  std::copy_n(steps.fade->m[0], 3, made.luma);
  made.fade_from = made.unit / steps.fade->a;
}

void set_ends(ToneProgram& made, const ToneSteps& steps) {
  const float top = steps.encoding->m[0][1];
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 4; ++c) {
      made.spread[r][c] = steps.spread->m[r][c] * (c < 3 ? 0x1p24F : 1);
      made.gather[r][c] = steps.gather->m[r][c] * (c < 3 ? top * (r > 0 ? 0.25F : 1) : 1);
      if (c < 3) made.matrix[r][c] = steps.matrix->m[r][c] / made.unit;
    }
  made.power = steps.encoding->m[0][0];
}

}  // namespace

std::optional<ToneProgram> tone_program(const ShortProgram& program, int in_max) {
  const std::optional<ToneSteps> steps = steps_of(program);
  if (!steps || program.split || program.spread != 0 || in_max > kMostCode) return std::nullopt;
  if (!spreads_apart(*steps->spread) || !keeps_zero(*steps->matrix) ||
      !is_power_of_two(steps->curve->m[0][0]) || !(steps->encoding->m[0][0] > 0))
    return std::nullopt;
  ToneProgram made;
  set_light(made, *steps);
  set_ends(made, *steps);
  made.highest = program.highest;
  return made;
}

}  // namespace framelane
