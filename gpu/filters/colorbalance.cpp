#include <algorithm>

#include "gpu/filters/filters.h"

namespace framelane {
namespace {

using Type = Parameter::Type;
constexpr Parameter kColorbalanceParameters[] = {
    {"rs", Type::number, "", -1, 1, 0, "red in shadows"},
    {"gs", Type::number, "", -1, 1, 0, "green in shadows"},
    {"bs", Type::number, "", -1, 1, 0, "blue in shadows"},
    {"rm", Type::number, "", -1, 1, 0, "red in midtones"},
    {"gm", Type::number, "", -1, 1, 0, "green in midtones"},
    {"bm", Type::number, "", -1, 1, 0, "blue in midtones"},
    {"rh", Type::number, "", -1, 1, 0, "red in highlights"},
    {"gh", Type::number, "", -1, 1, 0, "green in highlights"},
    {"bh", Type::number, "", -1, 1, 0, "blue in highlights"},
    {"pl", Type::boolean, "", 0, 1, 0, "preserve lightness"},
};
constexpr std::size_t kSettings = 9;

// vf_colorbalance: each setting moves its component by up to 0.7 of the range.
FilterStep plan_colorbalance(const FilterValues& values, const FrameFacts& facts) {
  FilterStep step;
  const bool changes = std::ranges::any_of(values.begin(), values.begin() + kSettings,
                                           [](const FilterValue& v) { return v.number != 0; });
  if (!changes) return step;
  const double top = facts.format->max_code();
  PointOp op;
  op.kind = PointOp::Kind::balance;
  op.limit = static_cast<float>(top);
  op.top = static_cast<float>(1 / top);
  op.mode = values[kSettings].number != 0 ? 1 : 0;
  for (std::size_t i = 0; i < kSettings; ++i)
    op.m[i % 3][i / 3] = static_cast<float>(0.7 * top * values[i].number);
  step.point.push_back(op);
  return step;
}

}  // namespace

constinit const FilterSpec kColorbalanceFilter{
    "colorbalance",
    "balance of red, green and blue in shadows, midtones and highlights",
    "FFmpeg's colorbalance; as there, pl turns colours with a component at an end of the range "
    "gray.",
    FilterSpace::rgb,
    kColorbalanceParameters,
    plan_colorbalance,
    "colorbalance=rs=0.1:bh=0.1"};

}  // namespace framelane
