#include "gpu/filters/test_filters.h"

#include <vector>

#include "gpu/errors.h"

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

}  // namespace

constinit const FilterSpec kDoubleRateFilter{
    "test_double_rate",  "two mixes of three frames", "",
    FilterSpace::planes, kAroundParameters,           plan_around};
constinit const FilterSpec kHalveFilter{"test_halve",        "crop and halve", "",
                                        FilterSpace::planes, kHalfParameters,  plan_half};

FilterRegistry filters_with_tests() {
  static const std::vector<const FilterSpec*> all = [] {
    std::vector<const FilterSpec*> filters(shipped_filters().begin(), shipped_filters().end());
    filters.push_back(&kDoubleRateFilter);
    filters.push_back(&kHalveFilter);
    return filters;
  }();
  return all;
}

}  // namespace framelane
