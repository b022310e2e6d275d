#include <cmath>

#include "gpu/filters/filters.h"
#include "gpu/filters/planes.h"

namespace framelane {
namespace {

enum { sigma_s, sigma_r, bilateral_planes, window };

using Type = Parameter::Type;
constexpr Parameter kBilateralParameters[] = {
    {"sigmaS", Type::number, "samples", 0, 512, 0.1, "standard deviation over distance"},
    {"sigmaR", Type::number, "", 0, 1, 0.1, "standard deviation over difference; 1 is full scale"},
    {"planes", Type::integer, "mask", 0, 15, 1, kPlanesHelp},
    {"window", Type::integer, "samples", 0, 2 * kMaxBilateralRadius + 1, 0,
     "diameter, even ones the next odd; 0: 2 ceil(2 sigmaS) + 1"},
};

int radius_of_values(const FilterValues& values) {
  const double radius = values[window].number > 0 ? std::floor(values[window].number / 2)
                                                  : std::ceil(2 * values[sigma_s].number);
  return static_cast<int>(std::min<double>(radius, kMaxBilateralRadius));
}

// Whether the neighbours weigh too little to change a sample: the four next ones by their distance,
// or all that differ by a code.
bool without_weight(double deviation, double codes) {
  return codes < 0.05 || std::exp(-0.5 / (deviation * deviation)) < 0x1p-28;
}

FilterStep plan_bilateral(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  BilateralWork work;
  const double deviation = values[sigma_s].number;
  const double codes = values[sigma_r].number * facts.format->max_code();
  work.components = components_of_planes(values[bilateral_planes].number, *facts.format);
  work.radius = radius_of_values(values);
  if (work.components == 0 || work.radius == 0 || without_weight(deviation, codes)) return step;
  const double half_log2e = 0.5 * std::log2(std::exp(1.0));
  work.scale = static_cast<float>(std::sqrt(half_log2e) / codes);
  work.spread = static_cast<float>(-half_log2e / (deviation * deviation));
  step.works.push_back({work, facts});
  return step;
}

}  // namespace

constinit const FilterSpec kBilateralFilter{
    "bilateral",
    "blur that keeps edges",
    "The exact weighted mean, exp(-d^2 / (2 sigmaS^2) - D^2 / (2 sigmaR^2)), over a square window\n"
    "with borders repeated; FFmpeg's is a recursive approximation without a window. A window "
    "holds\n"
    "at most 99 samples, which cuts sigmaS off above 24.",
    FilterSpace::planes,
    kBilateralParameters,
    plan_bilateral,
    "bilateral=sigmaS=1:planes=15"};

}  // namespace framelane
