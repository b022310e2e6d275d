#include "gpu/filters/test_filters.h"

#include <cmath>
#include <vector>

#include "gpu/errors.h"
#include "gpu/filters/color.h"

namespace framelane {
namespace {

using Type = Parameter::Type;
constexpr Parameter kAroundParameters[] = {
    {"past", Type::number, "", -8, 8, 1, "weight of the frame before"},
    {"here", Type::number, "", -8, 8, 2, "weight of the frame"},
    {"next", Type::number, "", -8, 8, 0, "weight of the frame after"},
};

FilterStep plan_around(const FilterValues& values, const FrameFacts& facts) {
  WindowWork work;
  work.components = 15;
  work.pictures = 3;
  work.centre = 1;
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    sum += values[i].number;
    work.weights[0][i] = static_cast<float>(values[i].number);
    work.weights[1][2 - i] = static_cast<float>(values[i].number);
  }
  work.scale = static_cast<float>(sum != 0 ? 1 / sum : 1);
  FilterStep step;
  step.works.push_back({work, facts});
  step.behind = 1;
  step.ahead = 1;
  step.outputs_per_input = 2;
  return step;
}

constexpr Parameter kHalfParameters[] = {
    {"left", Type::integer, "pixels", 0, 4096, 0, "cropped, even"},
    {"top", Type::integer, "pixels", 0, 4096, 0, "cropped, even"},
};

FilterStep plan_half(const FilterValues& values, const FrameFacts& facts) {
  ReduceWork work;
  work.left = static_cast<int>(values[0].number);
  work.top = static_cast<int>(values[1].number);
  work.factor = 2;
  FrameFacts output = facts;
  output.width = (facts.width - work.left) / 2;
  output.height = (facts.height - work.top) / 2;
  if (output.width < 1 || output.height < 1) throw UsageError("test_halve: nothing is left");
  FilterStep step;
  step.works.push_back({work, output});
  return step;
}

// A curve through a table, of every component.
constexpr Parameter kCurveParameters[] = {
    {"power", Type::number, "", 0.1, 10, 2, "of the value, 1 is white"},
};

FilterStep plan_curve(const FilterValues& values, const FrameFacts& facts) {
  constexpr int kSize = 1025;
  const double top = facts.format->max_code();
  std::vector<float> rows;
  for (int c = 0; c < 3; ++c)
    for (int i = 0; i < kSize; ++i)
      rows.push_back(static_cast<float>(top * std::pow(i / (kSize - 1.0), values[0].number)));
  PointOp op;
  op.kind = PointOp::Kind::curve;
  op.table = 0;
  op.size = kSize;
  op.limit = static_cast<float>(top);
  for (auto& row : op.m)
    row[0] = static_cast<float>((kSize - 1) / top);
  FilterStep step;
  step.point.push_back(op);
  step.tables.push_back(make_pass_table<float>(rows));
  return step;
}

constexpr Parameter::Choice kKinds[] = {{"nothing", 0}, {"full", 1}, {"yuv444p", 2}, {"film", 3}};
constexpr Parameter kBecomeParameters[] = {
    {.name = "what", .type = Type::choice, .maximum = 3, .help = "change", .choices = kKinds},
    {.name = "note", .type = Type::text, .help = "nothing", .standard_text = "none"},
};

FilterStep plan_become(const FilterValues& values, const FrameFacts&) {
  FilterStep step;
  step.becomes = [what = values[0].number](const FrameFacts& home) {
    if (what == 2) return facts_as(*find_pixel_format("yuv444p"), home);
    FrameFacts facts = home;
    if (what == 1) facts.color.range = Range::full;
    if (what == 3) facts.color.primaries = Primaries::bt2020;
    return facts;
  };
  return step;
}

}  // namespace

constinit const FilterSpec kDoubleRateFilter{
    "test_double_rate",  "two mixes of three frames", "",
    FilterSpace::planes, kAroundParameters,           plan_around};
constinit const FilterSpec kHalveFilter{"test_halve",        "crop and halve", "",
                                        FilterSpace::planes, kHalfParameters,  plan_half};
constinit const FilterSpec kCurveFilter{"test_curve",     "a power through a table", "",
                                        FilterSpace::rgb, kCurveParameters,          plan_curve};
constinit const FilterSpec kBecomeFilter{
    "test_become",       "another kind of picture", "",
    FilterSpace::planes, kBecomeParameters,         plan_become};

FilterRegistry filters_with_tests() {
  static const std::vector<const FilterSpec*> all = [] {
    std::vector<const FilterSpec*> filters(shipped_filters().begin(), shipped_filters().end());
    filters.push_back(&kDoubleRateFilter);
    filters.push_back(&kHalveFilter);
    filters.push_back(&kCurveFilter);
    filters.push_back(&kBecomeFilter);
    return filters;
  }();
  return all;
}

}  // namespace framelane
