#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "gpu/errors.h"
#include "gpu/filters/filters.h"

namespace framelane {
namespace {

enum { preset, master, red, green, blue, all_channels };

using Type = Parameter::Type;

// vf_curves' presets: the points of red, green, blue and master; none where they stay as they are.
struct Preset {
  std::string_view name;
  std::string_view points[4];
};
constexpr Preset kPresets[] = {
    {"none", {}},
    {"color_negative",
     {"0.129/1 0.466/0.498 0.725/0", "0.109/1 0.301/0.498 0.517/0", "0.098/1 0.235/0.498 0.423/0",
      ""}},
    {"cross_process",
     {"0/0 0.25/0.156 0.501/0.501 0.686/0.745 1/1", "0/0 0.25/0.188 0.38/0.501 0.745/0.815 1/0.815",
      "0/0 0.231/0.094 0.709/0.874 1/1", ""}},
    {"darker", {"", "", "", "0/0 0.5/0.4 1/1"}},
    {"increase_contrast", {"", "", "", "0/0 0.149/0.066 0.831/0.905 0.905/0.98 1/1"}},
    {"lighter", {"", "", "", "0/0 0.4/0.5 1/1"}},
    {"linear_contrast", {"", "", "", "0/0 0.305/0.286 0.694/0.713 1/1"}},
    {"medium_contrast", {"", "", "", "0/0 0.286/0.219 0.639/0.643 1/1"}},
    {"negative", {"", "", "", "0/1 1/0"}},
    {"strong_contrast", {"", "", "", "0/0 0.301/0.196 0.592/0.6 0.686/0.737 1/1"}},
    {"vintage", {"0/0.11 0.42/0.51 1/0.95", "0/0 0.50/0.48 1/1", "0/0.22 0.49/0.44 1/0.8", ""}},
};
constexpr Parameter::Choice kPresetNames[] = {
    {kPresets[0].name, 0}, {kPresets[1].name, 1}, {kPresets[2].name, 2},  {kPresets[3].name, 3},
    {kPresets[4].name, 4}, {kPresets[5].name, 5}, {kPresets[6].name, 6},  {kPresets[7].name, 7},
    {kPresets[8].name, 8}, {kPresets[9].name, 9}, {kPresets[10].name, 10}};
static_assert(std::size(kPresetNames) == std::size(kPresets));

constexpr Parameter kCurvesParameters[] = {
    {.name = "preset",
     .type = Type::choice,
     .maximum = 10,
     .help = "of what has no points",
     .choices = kPresetNames},
    {.name = "master",
     .type = Type::text,
     .help = "points x/y after the others",
     .short_name = "m"},
    {.name = "red", .type = Type::text, .help = "points x/y, 0 to 1", .short_name = "r"},
    {.name = "green", .type = Type::text, .help = "points x/y, 0 to 1", .short_name = "g"},
    {.name = "blue", .type = Type::text, .help = "points x/y, 0 to 1", .short_name = "b"},
    {.name = "all", .type = Type::text, .help = "points of red, green and blue that have none"},
};

struct Point {
  double x = 0, y = 0;
};

[[noreturn]] void refuse(std::string_view option, std::string_view text, const char* why) {
  throw UsageError("curves: " + std::string(option) + "=" + std::string(text) + ": " + why);
}

std::vector<Point> parse_points(std::string_view option, std::string_view text) {
  std::vector<Point> points;
  const char *at = text.data(), *const end = at + text.size();
  const auto number = [&](double& value) {
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc{}) refuse(option, text, "it takes points as x/y x/y");
    if (!(value >= 0 && value <= 1)) refuse(option, text, "x and y lie in 0 to 1");
    at = next;
  };
  while (at != end) {
    if (*at == ' ') {
      ++at;
      continue;
    }
    Point point;
    number(point.x);
    if (at == end || *at != '/') refuse(option, text, "it takes points as x/y x/y");
    ++at;
    number(point.y);
    constexpr double kSteps = 65535;  // what lies closer makes no curve
    if (!points.empty() && std::floor(points.back().x * kSteps) >= std::floor(point.x * kSteps))
      refuse(option, text, "x must grow from point to point");
    points.push_back(point);
  }
  return points;
}

// Second derivatives of the natural cubic spline_codes through the points: a tridiagonal system.
std::vector<double> bends_of(const std::vector<Point>& points) {
  const std::size_t n = points.size();
  std::vector<double> bends(n, 0), upper(n, 0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double before = points[i].x - points[i - 1].x, after = points[i + 1].x - points[i].x;
    const double right =
        6 * ((points[i + 1].y - points[i].y) / after - (points[i].y - points[i - 1].y) / before);
    const double share = 1 / (2 * (before + after) - before * upper[i - 1]);
    upper[i] = after * share;
    bends[i] = (right - before * bends[i - 1]) * share;
  }
  for (std::size_t i = n - 1; i-- > 0;)
    bends[i] -= upper[i] * bends[i + 1];
  return bends;
}

// vf_curves' table of whole codes: the points lie on codes, and fractions are cut off, of x and of
// y; beyond the ends it is level.
std::vector<int> spline_codes(const std::vector<Point>& points, int top) {
  std::vector<int> codes(static_cast<std::size_t>(top) + 1);
  const auto index = [top](double x) { return static_cast<std::size_t>(x * top); };
  const auto cut = [top](double y) {
    return static_cast<int>(std::clamp(y * top, 0.0, static_cast<double>(top)));
  };
  if (points.empty()) {
    std::iota(codes.begin(), codes.end(), 0);
    return codes;
  }
  const std::vector<double> bends = bends_of(points);
  std::fill(codes.begin(), codes.end(), cut(points.front().y));
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Point &from = points[i], &to = points[i + 1];
    const double h = to.x - from.x, change = bends[i + 1] - bends[i];
    const double a = (to.y - from.y) / h - h * bends[i] / 2 - h * change / 6;
    const double b = bends[i] / 2, c = change / (6 * h);
    for (std::size_t k = index(from.x); k <= index(to.x); ++k) {
      const double x = static_cast<double>(k - index(from.x)) / top;
      codes[k] = cut(from.y + a * x + b * x * x + c * x * x * x);
    }
  }
  std::fill(codes.begin() + static_cast<std::ptrdiff_t>(index(points.back().x)), codes.end(),
            cut(points.back().y));
  return codes;
}

std::vector<Point> points_of(const FilterValues& values, int option) {
  constexpr int kPlaces[] = {3, 0, 1, 2};  // in a preset, of master, red, green and blue
  const auto index = static_cast<std::size_t>(option);
  const std::string_view name = kCurvesParameters[index].name;
  if (!values[index].text.empty()) return parse_points(name, values[index].text);
  if (option != master && !values[all_channels].text.empty())
    return parse_points("all", values[all_channels].text);
  const Preset& chosen = kPresets[static_cast<std::size_t>(values[preset].number)];
  return parse_points(name, chosen.points[kPlaces[option - master]]);
}

FilterStep plan_curves(const FilterValues& values, const FrameFacts& facts) {
  const int top = facts.format->max_code();
  const std::vector<int> last = spline_codes(points_of(values, master), top);
  std::vector<float> rows;
  bool identity = true;
  for (const int option : {red, green, blue}) {
    const std::vector<int> curve = spline_codes(points_of(values, option), top);
    for (int i = 0; i <= top; ++i) {
      const int code = last[static_cast<std::size_t>(curve[static_cast<std::size_t>(i)])];
      identity = identity && code == i;
      rows.push_back(static_cast<float>(code));
    }
  }
  FilterStep step;
  if (identity) return step;
  PointOp op;
  op.kind = PointOp::Kind::curve;
  op.table = 0;
  op.size = top + 1;
  op.limit = static_cast<float>(top);
  for (auto& row : op.m)
    row[0] = 1;
  step.point.push_back(op);
  step.tables.push_back(make_pass_table<float>(rows));
  return step;
}

}  // namespace

constinit const FilterSpec kCurvesFilter{"curves",
                                         "curves through points",
                                         "Between codes it is a straight line; results are "
                                         "rounded, where FFmpeg's filter cuts fractions "
                                         "off. Its psfile and plot are left out.",
                                         FilterSpace::rgb,
                                         kCurvesParameters,
                                         plan_curves,
                                         "curves=preset=strong_contrast:blue='0/0.1 1/0.9'"};

}  // namespace framelane
