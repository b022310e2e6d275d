#include "ui/number_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace framelane {
namespace {

TEST(NumberText, DecimalsAreFixedAndNoValueIsADash) {
  EXPECT_EQ(fixed(4.9, 3), "4.900");
  EXPECT_EQ(fixed(29.4, 0), "29");
  EXPECT_EQ(fixed(std::nullopt, 3), "–");
  EXPECT_EQ(fixed(std::numeric_limits<double>::quiet_NaN(), 3), "–");
}

TEST(NumberText, CountsTakeAThinSpaceAndThenMillions) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1037), "1\u2009037");
  EXPECT_EQ(count_text(216000), "216\u2009000");
  EXPECT_EQ(count_text(1'234'567), "1.23\u2009M");
}

TEST(NumberText, ClockShowsMillisecondsWithoutRoundingUp) {
  EXPECT_EQ(clock_text(17.284), "00:00:17.284");
  EXPECT_EQ(clock_text(144.5), "00:02:24.500");
  EXPECT_EQ(clock_text(59.9999), "00:00:59.999");
  EXPECT_EQ(clock_text(3661.001), "01:01:01.001");
  EXPECT_EQ(clock_text(-3), "00:00:00.000");
}

TEST(NumberText, OneLaneIsSingular) {
  EXPECT_EQ(counted(1, "lane"), "1 lane");
  EXPECT_EQ(counted(3, "lane"), "3 lanes");
}

}  // namespace
}  // namespace framelane
