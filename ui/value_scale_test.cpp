#include "ui/value_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace framelane {
namespace {

const Parameter& parameter(const char* filter, const char* name) {
  const FilterSpec* spec = find_filter(filter, shipped_filters());
  for (const Parameter& each : spec->parameters)
    if (each.name == name) return each;
  throw std::runtime_error(name);
}

bool has_slider(const Parameter& p) {
  return p.type == Parameter::Type::number || p.type == Parameter::Type::integer;
}

TEST(ValueScale, OrdinaryRangesAreLinear) {
  const ValueScale exposure(parameter("exposure", "exposure"));
  EXPECT_DOUBLE_EQ(exposure.position(0), 0.5);
  EXPECT_DOUBLE_EQ(exposure.position(1.5), 0.75);
  EXPECT_DOUBLE_EQ(exposure.value(0.75), 1.5);
  EXPECT_NEAR(ValueScale(parameter("eq", "saturation")).position(1), 1 / 3.0, 1e-9);
  EXPECT_EQ(exposure.decimals(), 2);
}

TEST(ValueScale, WideRangesLeaveRoomNearTheDefault) {
  const ValueScale sigma(parameter("gblur", "sigma"));
  EXPECT_GT(sigma.position(0.5), 0.1);
  EXPECT_GT(sigma.position(2) - sigma.position(0), 0.25);
  EXPECT_LT(sigma.position(100), 0.95);
  const ValueScale contrast(parameter("eq", "contrast"));
  EXPECT_NEAR(contrast.position(1), 0.5, 0.01);
  EXPECT_GT(contrast.position(2) - contrast.position(0), 0.25);
  EXPECT_NEAR(ValueScale(parameter("eq", "gamma")).position(1), 0.5, 1e-9);
}

TEST(ValueScale, EveryParameterCoversItsRangeInOrder) {
  for (const FilterSpec* spec : shipped_filters()) {
    for (const Parameter& p : spec->parameters) {
      if (!has_slider(p)) continue;
      const std::string name = std::string(spec->name) + " " + std::string(p.name);
      const ValueScale scale(p);
      EXPECT_EQ(scale.value(0), p.minimum) << name;
      EXPECT_EQ(scale.value(1), p.maximum) << name;
      EXPECT_EQ(scale.position(p.minimum), 0) << name;
      EXPECT_EQ(scale.position(p.maximum), 1) << name;
      double before = p.minimum;
      for (int i = 1; i <= 200; ++i) {
        const double value = scale.value(i / 200.0);
        EXPECT_GE(value, before) << name << " at " << i;
        EXPECT_LE(value, p.maximum) << name;
        const double slack = p.type == Parameter::Type::number ? 0.02 : 1;
        EXPECT_NEAR(scale.position(value), i / 200.0, slack) << name << " at " << value;
        before = value;
      }
    }
  }
}

TEST(ValueScale, IntegersStayWholeAndOddOnesOdd) {
  const ValueScale size(parameter("unsharp", "luma_msize_x"));
  EXPECT_EQ(size.decimals(), 0);
  for (int i = 0; i <= 50; ++i)
    EXPECT_EQ(std::fmod(size.value(i / 50.0), 2), 1) << i;
  EXPECT_EQ(size.stepped(5, 1, false), 7);
  EXPECT_EQ(size.stepped(5, -1, true), 3);
  EXPECT_EQ(size.stepped(23, 1, false), 23);
  const ValueScale radius(parameter("median", "radius"));
  EXPECT_EQ(radius.stepped(1, 1, false), 2);
  EXPECT_EQ(radius.stepped(1, -1, false), 1);
}

TEST(ValueScale, StepsAreSmallRoundAndStopAtTheEnds) {
  const ValueScale brightness(parameter("eq", "brightness"));
  EXPECT_EQ(brightness.stepped(0, 1, false), 0.02);
  EXPECT_EQ(brightness.stepped(0, 3, true), 0.03);
  EXPECT_EQ(brightness.stepped(0.99, 1, false), 1);
  const ValueScale sigma(parameter("gblur", "sigma"));
  EXPECT_GT(sigma.stepped(0.5, 1, false), 0.5);
  EXPECT_LT(sigma.stepped(0.5, 1, false), 0.6);
  EXPECT_GT(sigma.stepped(400, 1, false), 405);
  EXPECT_EQ(sigma.stepped(0.5, -1000, false), 0);
  EXPECT_EQ(ValueScale(parameter("eq", "contrast")).stepped(0.3, 0, false), 0.3);
}

TEST(ValueScale, AStepBackUndoesAStepOn) {
  for (const char* name : {"contrast", "brightness", "saturation", "gamma"}) {
    const Parameter& p = parameter("eq", name);
    const ValueScale scale(p);
    EXPECT_EQ(scale.stepped(scale.stepped(p.standard, 1, false), -1, false), p.standard) << name;
  }
}

}  // namespace
}  // namespace framelane
