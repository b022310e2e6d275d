#include <algorithm>
#include <cmath>
#include <numbers>

#include "gpu/errors.h"
#include "gpu/filters/cube_tables.h"
#include "gpu/filters/filters.h"

namespace framelane {
namespace {

using Type = Parameter::Type;

enum { nearest, linear, cubic, cosine, spline };

constexpr Parameter::Choice kLut1dLookups[] = {{"nearest", nearest},
                                               {"linear", linear},
                                               {"cosine", cosine},
                                               {"cubic", cubic},
                                               {"spline", spline}};
constexpr Parameter kLut1dParameters[] = {
    {.name = "file", .type = Type::file, .help = "a .cube file", .file_kinds = "cube"},
    {.name = "interp",
     .type = Type::choice,
     .maximum = 4,
     .standard = linear,
     .help = "between the table's entries",
     .choices = kLut1dLookups},
};

// vf_lut1d's formulas between y[1] and y[2], of four entries in a row.
double between(int lookup, const double (&y)[4], double x) {
  if (lookup == cosine) return std::lerp(y[1], y[2], (1 - std::cos(x * std::numbers::pi)) / 2);
  if (lookup == cubic) {
    const double a = y[3] - y[2] - y[0] + y[1];
    return ((a * x + y[0] - y[1] - a) * x + y[2] - y[0]) * x + y[1];
  }
  const double b = y[0] - 2.5 * y[1] + 2 * y[2] - 0.5 * y[3];
  const double a = 0.5 * (y[3] - y[0]) + 1.5 * (y[1] - y[2]);
  return ((a * x + b) * x + 0.5 * (y[2] - y[0])) * x + y[1];
}

// The table at every code 0 .. top, as a table of straight lines.
CubeTable at_codes(const CubeTable& line, int lookup, int top) {
  CubeTable codes;
  codes.size = top + 1;
  const auto entry = [&](int i, std::size_t c) {
    const auto at = static_cast<std::size_t>(std::clamp(i, 0, line.size - 1));
    return double{limited(line.values[3 * at + c])};
  };
  for (int code = 0; code <= top; ++code)
    for (std::size_t c = 0; c < 3; ++c) {
      const double span = double{line.maximum[c]} - line.minimum[c];
      const double at = (double{1} * code / top - line.minimum[c]) / span * (line.size - 1);
      const double inside = std::clamp(at, 0.0, line.size - 1.0);
      const int below = static_cast<int>(inside);
      const double y[4] = {entry(below - 1, c), entry(below, c), entry(below + 1, c),
                           entry(std::min(below + 1, line.size - 1) + 1, c)};
      codes.values.push_back(static_cast<float>(between(lookup, y, inside - below)));
    }
  return codes;
}

FilterStep plan_lut1d(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const std::string& path = values[0].text;
  if (path.empty()) return step;
  const auto file = read_cube(path);
  if (file->lattice.size > 0)
    throw UsageError("lut1d: " + path + " has a table of three dimensions; lut3d takes it");
  const int top = facts.format->max_code(), lookup = static_cast<int>(values[1].number);
  if (lookup == nearest || lookup == linear) {
    append_line(step, file->line, top,
                lookup == nearest ? PointOp::Lookup::nearest : PointOp::Lookup::linear, true);
  } else {
    append_line(step, at_codes(file->line, lookup, top), top, PointOp::Lookup::linear, true);
  }
  return step;
}

}  // namespace

constinit const FilterSpec kLut1dFilter{
    "lut1d",
    "a .cube table for each colour",
    "Takes .cube files alone, and asks for one, where FFmpeg's filter passes the picture on "
    "without; "
    "the domain is honoured, where that takes no minimum; results are rounded, where it cuts "
    "fractions off.",
    FilterSpace::rgb,
    kLut1dParameters,
    plan_lut1d,
    "lut1d=file=lift.cube:interp=cubic"};

}  // namespace framelane
