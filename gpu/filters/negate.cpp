#include "gpu/errors.h"
#include "gpu/filters/filters.h"

namespace framelane {
namespace {

enum { components, negate_alpha };

using Type = Parameter::Type;
constexpr Parameter::Choice kComponents[] = {{"y", 1},  {"u", 2},  {"v", 4}, {"r", 16},
                                             {"g", 32}, {"b", 64}, {"a", 8}};
constexpr Parameter kNegateParameters[] = {
    {"components", Type::flags, "", 0, 127, 1 + 2 + 4 + 16 + 32 + 64, "components to negate", "",
     kComponents},
    {"negate_alpha", Type::boolean, "", 0, 1, 0, "negate alpha too"},
};

// Every code becomes the highest code minus it, whatever the range (vf_negate).
FilterStep plan_negate(const FilterValues& values, const FrameFacts& facts) {
  const auto mask = static_cast<std::uint32_t>(values[components].number);
  const PixelFormat& format = *facts.format;
  const auto top = static_cast<float>(format.max_code());
  const std::uint32_t present = format.color_count == 1 ? 1 : 7;
  const std::uint32_t color = (format.family == ColorFamily::rgb ? mask >> 4 : mask) & present;
  const bool alpha = format.alpha && ((mask & 8) != 0 || values[negate_alpha].number != 0);
  if (color == 0 && !alpha)
    throw UsageError("negate: " + std::string(format.name) + " has none of the components");
  FilterStep step;
  if (alpha) {
    step.alpha_gain = -1;
    step.alpha_offset = top;
  }
  if (color == 0) return step;
  PointOp op;
  op.components = static_cast<std::uint8_t>(color);
  op.limit = top;
  for (auto& row : op.m) {
    row[0] = -1;
    row[1] = top;
  }
  step.point.push_back(op);
  return step;
}

}  // namespace

constinit const FilterSpec kNegateFilter{
    "negate", "negative image", "", FilterSpace::planes, kNegateParameters, plan_negate, "negate"};

}  // namespace framelane
