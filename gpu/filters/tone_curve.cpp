#include "gpu/filters/tone_curve.h"

#include <algorithm>
#include <cmath>

#include "gpu/light.h"

namespace framelane {
namespace {

using CurveKind = ToneCurve::Kind;

// Below this the gamma curve is a straight line.
constexpr double kGammaToe = 0.05;

double param_of(const ToneCurve& curve) {
  return curve.param > 0 ? curve.param : default_param(curve.kind);
}

double gamma(double light, double peak, double exponent) {
  if (light > kGammaToe) return std::pow(light / peak, 1 / exponent);
  return light * std::pow(kGammaToe / peak, 1 / exponent) / kGammaToe;
}

double reinhard(double light, double peak, double param) {
  const double offset = (1 - param) / param;
  return light / (light + offset) * (peak + offset) / peak;
}

// John Hable's curve of Uncharted 2.
double hable(double x) {
  constexpr double a = 0.15, b = 0.50, c = 0.10, d = 0.20, e = 0.02, f = 0.30;
  return (x * (x * a + b * c) + d * e) / (x * (x * a + b) + d * f) - e / f;
}

// Straight up to j, then a hyperbola that meets it smoothly and gives 1 at the peak.
double mobius(double light, double peak, double j) {
  if (light <= j) return light;
  const double a = -j * j * (peak - 1) / (j * j - 2 * j + peak);
  const double b = (j * j - 2 * j * peak + peak) / std::max(peak - 1, 1e-6);
  return (b * b + 2 * b * j + j * j) / (b - a) * (light + a) / (light + b);
}

// Of PQ codes, 1 is the peak's. At 0 for targets so dark that there would be none.
double bt2390_knee(double max_code) {
  return std::max(1.5 * max_code - 0.5, 0.0);
}

double bt2390(double light, double peak, double target) {
  if (peak <= 1) return light;
  const double top = pq_code(peak * target);
  const double max_code = pq_code(target) / top, knee = bt2390_knee(max_code);
  const double code = std::min(pq_code(light * target) / top, 1.0);
  if (code <= knee) return light;
  const double t = (code - knee) / (1 - knee), t2 = t * t, t3 = t2 * t;
  const double shown =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * max_code;
  return pq_light(shown * top) / target;
}

}  // namespace

double default_param(CurveKind kind) {
  switch (kind) {
    case CurveKind::gamma:
      return 1.8;
    case CurveKind::mobius:
      return 0.3;
    case CurveKind::reinhard:
      return 0.5;
    default:
      return 1;
  }
}

double tone_mapped(const ToneCurve& curve, double light) {
  const double param = param_of(curve), peak = curve.peak;
  switch (curve.kind) {
    case CurveKind::none:
      return light;
    case CurveKind::linear:
      return light * param / peak;
    case CurveKind::gamma:
      return gamma(light, peak, param);
    case CurveKind::clip:
      return std::clamp(light * param, 0.0, 1.0);
    case CurveKind::reinhard:
      return reinhard(light, peak, param);
    case CurveKind::hable:
      return hable(light) / hable(peak);
    case CurveKind::mobius:
      return mobius(light, peak, param);
    case CurveKind::bt2390:
      return bt2390(light, peak, curve.target);
  }
  return light;
}

double corner_of(const ToneCurve& curve) {
  switch (curve.kind) {
    case CurveKind::gamma:
      return kGammaToe;
    case CurveKind::clip:
      return 1 / param_of(curve);
    case CurveKind::mobius:
      return param_of(curve);
    case CurveKind::bt2390: {
      const double top = pq_code(std::max(curve.peak, 1.0) * curve.target);
      return pq_light(bt2390_knee(pq_code(curve.target) / top) * top) / curve.target;
    }
    default:
      return 1;
  }
}

double source_peak(const FrameFacts& facts, double target) {
  if (!is_hdr(facts.color.transfer)) return 1;
  const double nits = facts.light.max_content > 0   ? facts.light.max_content
                      : facts.light.max_display > 0 ? facts.light.max_display
                                                    : kHlgNits;
  return nits / target;
}

}  // namespace framelane
