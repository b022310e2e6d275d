#include "gpu/light.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace framelane {
namespace {

constexpr double kPqM1 = 2610.0 / 16384, kPqM2 = 2523.0 / 32;
constexpr double kPqC1 = 3424.0 / 4096, kPqC2 = 2413.0 / 128, kPqC3 = 2392.0 / 128;

constexpr double kHlgA = 0.17883277, kHlgB = 0.28466892, kHlgC = 0.55991073;

// IEC 61966-2-1 with constants that make the two parts meet smoothly.
constexpr double kSrgbAlpha = 1.055010718947587, kSrgbBeta = 0.003041282560128;
constexpr auto kSrgb = static_cast<Transfer>(13);

double power_of(Transfer transfer) {
  switch (static_cast<int>(transfer)) {
    case 4:
      return 2.2;
    case 5:
      return 2.8;
    case 8:
      return 1;
    case 17:
      return 2.6;
    default:
      return 2.4;
  }
}

struct KnownPrimaries {
  int code;
  Chromaticities chromaticities;
};
constexpr std::array<double, 2> kD65{0.3127, 0.3290}, kC{0.310, 0.316}, kE{1.0 / 3, 1.0 / 3},
    kDci{0.314, 0.351};
constexpr KnownPrimaries kKnown[] = {
    {1, {{{{0.640, 0.330}, {0.300, 0.600}, {0.150, 0.060}, kD65}}}},
    {4, {{{{0.670, 0.330}, {0.210, 0.710}, {0.140, 0.080}, kC}}}},
    {5, {{{{0.640, 0.330}, {0.290, 0.600}, {0.150, 0.060}, kD65}}}},
    {6, {{{{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, kD65}}}},
    {7, {{{{0.630, 0.340}, {0.310, 0.595}, {0.155, 0.070}, kD65}}}},
    {8, {{{{0.681, 0.319}, {0.243, 0.692}, {0.145, 0.049}, kC}}}},
    {9, {{{{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, kD65}}}},
    {10, {{{{0.735, 0.265}, {0.274, 0.718}, {0.167, 0.009}, kE}}}},
    {11, {{{{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, kDci}}}},
    {12, {{{{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, kD65}}}},
    {22, {{{{0.630, 0.340}, {0.295, 0.605}, {0.155, 0.077}, kD65}}}},
};

using Column = std::array<double, 3>;

Column xyz_of(const std::array<double, 2>& xy) {
  return {xy[0] / xy[1], 1, (1 - xy[0] - xy[1]) / xy[1]};
}

Column times(const Rows3& m, const Column& v) {
  Column out{};
  for (std::size_t r = 0; r < 3; ++r)
    out[r] = m[r][0] * v[0] + m[r][1] * v[1] + m[r][2] * v[2];
  return out;
}

Rows3 times(const Rows3& a, const Rows3& b) {
  Rows3 out{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      out[r][c] = a[r][0] * b[0][c] + a[r][1] * b[1][c] + a[r][2] * b[2][c];
  return out;
}

Rows3 inverse(const Rows3& m) {
  const auto minor = [&](std::size_t r, std::size_t c) {
    const std::size_t r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
  };
  const double determinant = m[0][0] * minor(0, 0) + m[0][1] * minor(0, 1) + m[0][2] * minor(0, 2);
  Rows3 out{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      out[r][c] = minor(c, r) / determinant;
  return out;
}

// Columns are the XYZ of red, green and blue that add up to white.
Rows3 rgb_to_xyz(const Chromaticities& primaries) {
  Rows3 columns{};
  for (std::size_t c = 0; c < 3; ++c) {
    const Column xyz = xyz_of(primaries.xy[c]);
    for (std::size_t r = 0; r < 3; ++r)
      columns[r][c] = xyz[r];
  }
  const Column share = times(inverse(columns), xyz_of(primaries.xy[3]));
  for (auto& row : columns)
    for (std::size_t c = 0; c < 3; ++c)
      row[c] *= share[c];
  return columns;
}

// From XYZ under one white to XYZ under another: scaled in the space of cone responses.
Rows3 adapted(const Column& from, const Column& to, WhiteAdaptation adaptation) {
  const Rows3 cones =
      adaptation == WhiteAdaptation::bradford
          ? Rows3{{{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}}
          : Rows3{{{0.40024, 0.70760, -0.08081}, {-0.22630, 1.16532, 0.04570}, {0, 0, 0.91822}}};
  const Column before = times(cones, from), after = times(cones, to);
  Rows3 scaled = cones;
  for (std::size_t r = 0; r < 3; ++r)
    for (double& value : scaled[r])
      value *= after[r] / before[r];
  return times(inverse(cones), scaled);
}

}  // namespace

double pq_light(double code) {
  if (!(code > 0)) return 0;
  const double power = std::pow(code, 1 / kPqM2);
  const double rest = std::max(kPqC2 - kPqC3 * power, 1e-6);
  return 10000 * std::pow(std::max(power - kPqC1, 0.0) / rest, 1 / kPqM1);
}

double pq_code(double nits) {
  if (!(nits > 0)) return 0;
  const double power = std::pow(nits / 10000, kPqM1);
  return std::pow((kPqC1 + kPqC2 * power) / (1 + kPqC3 * power), kPqM2);
}

double hlg_light(double code) {
  if (!(code > 0)) return 0;
  const double scene =
      code <= 0.5 ? code * code / 3 : (std::exp((code - kHlgC) / kHlgA) + kHlgB) / 12;
  return kHlgNits * std::pow(scene, 1.2);
}

double display_light(Transfer transfer, double code) {
  if (!(code > 0)) return 0;
  if (transfer != kSrgb) return std::pow(code, power_of(transfer));
  if (code < 12.92 * kSrgbBeta) return code / 12.92;
  return std::pow((code + kSrgbAlpha - 1) / kSrgbAlpha, 2.4);
}

double display_code(Transfer transfer, double light) {
  if (!(light > 0)) return 0;
  if (transfer != kSrgb) return std::pow(light, 1 / power_of(transfer));
  if (light < kSrgbBeta) return 12.92 * light;
  return kSrgbAlpha * std::pow(light, 1 / 2.4) - (kSrgbAlpha - 1);
}

std::optional<double> display_power(Transfer transfer) {
  if (transfer == kSrgb) return std::nullopt;
  return 1 / power_of(transfer);
}

std::optional<Chromaticities> chromaticities_of(Primaries primaries) {
  for (const KnownPrimaries& known : kKnown)
    if (known.code == static_cast<int>(primaries)) return known.chromaticities;
  return std::nullopt;
}

Primaries effective_primaries(const ColorFacts& color) {
  if (chromaticities_of(color.primaries)) return color.primaries;
  return is_hdr(color.transfer) ? Primaries::bt2020 : Primaries::bt709;
}

Rows3 rgb_to_rgb(Primaries from, Primaries to, WhiteAdaptation adaptation) {
  const Chromaticities a = chromaticities_of(from).value(), b = chromaticities_of(to).value();
  Rows3 xyz = rgb_to_xyz(a);
  if (a.xy[3] != b.xy[3] && adaptation != WhiteAdaptation::none)
    xyz = times(adapted(xyz_of(a.xy[3]), xyz_of(b.xy[3]), adaptation), xyz);
  return times(inverse(rgb_to_xyz(b)), xyz);
}

std::array<double, 3> luminance_weights(Primaries primaries) {
  return rgb_to_xyz(chromaticities_of(primaries).value())[1];
}

}  // namespace framelane
