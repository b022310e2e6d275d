#include <algorithm>

#include "gpu/filters/filters.h"
#include "gpu/filters/grade_options.h"

namespace framelane {
namespace {

enum { intensity, red_balance, red_luma = 4, alternate = 7 };

using Type = Parameter::Type;
constexpr Parameter kVibranceParameters[] = {
    {"intensity", Type::number, "", -2, 2, 0, "how much more vivid, dull colours most"},
    {"rbal", Type::number, "", -10, 10, 1, "times this for red"},
    {"gbal", Type::number, "", -10, 10, 1, "times this for green"},
    {"bbal", Type::number, "", -10, 10, 1, "times this for blue"},
    {"rlum", Type::number, "", 0, 1, 0.072186, "red's share of luma"},
    {"glum", Type::number, "", 0, 1, 0.715158, "green's share of luma"},
    {"blum", Type::number, "", 0, 1, 0.212656, "blue's share of luma"},
    {"alternate", Type::boolean, "", 0, 1, 0, "the other way with saturation"},
};

// vf_vibrance. Its luma shares of red and blue, which stand there exchanged, are the defaults.
FilterStep plan_vibrance(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  PointOp op;
  op.kind = PointOp::Kind::vibrance;
  op.limit = static_cast<float>(facts.format->max_code());
  op.top = 1 / op.limit;
  op.bias = cut_off(*facts.format);
  const double turn = values[alternate].number != 0 ? 1 : -1;
  bool changes = false;
  for (std::size_t c = 0; c < 3; ++c) {
    const double much = values[intensity].number * values[red_balance + c].number;
    op.m[c][0] = static_cast<float>(much);
    op.m[c][1] = static_cast<float>(much > 0 ? turn : -turn);
    op.m[c][2] = static_cast<float>(values[red_luma + c].number);
    changes = changes || much != 0;
  }
  if (changes) step.point.push_back(op);
  return step;
}

}  // namespace

constinit const FilterSpec kVibranceFilter{"vibrance",
                                           "saturation, of dull colours most",
                                           "",
                                           FilterSpace::rgb,
                                           kVibranceParameters,
                                           plan_vibrance,
                                           "vibrance=intensity=0.5"};

}  // namespace framelane
