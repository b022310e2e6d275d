#include "gpu/event_cost.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

using namespace std::chrono_literals;

TEST(EventCost, IsTheMedianOfTheLatest) {
  EventCost cost;
  EXPECT_EQ(cost.typical(), 0ns);
  for (const Nanoseconds one : {Nanoseconds{9ms}, Nanoseconds{1us}, Nanoseconds{2us}})
    cost.add(one);
  EXPECT_EQ(cost.typical(), 2us);
  for (int i = 0; i < 4; ++i)
    cost.add(7us);
  EXPECT_EQ(cost.typical(), 7us);
  for (int i = 0; i < 4; ++i)
    cost.add(1us);
  EXPECT_EQ(cost.typical(), 1us) << "of the latest seven alone";
}

TEST(EventCost, MayBeOneOfTheShorterMeasurements) {
  EventCost cost(25);
  for (const Nanoseconds one : {Nanoseconds{9us}, Nanoseconds{4us}, Nanoseconds{5us}})
    cost.add(one);
  EXPECT_EQ(cost.typical(), 4us);
  for (const Nanoseconds one : {Nanoseconds{7us}, Nanoseconds{8us}, Nanoseconds{30us}})
    cost.add(one);
  cost.add(6us);
  EXPECT_EQ(cost.typical(), 5us) << "the second of seven";
  cost.restart();
  cost.add(2us);
  cost.add(3us);
  cost.add(1us);
  cost.add(4us);
  cost.add(5us);
  EXPECT_EQ(cost.typical(), 2us);
}

TEST(EventCost, IsTakenOffTheEndAndNoStageGetsNegative) {
  EventCost cost;
  cost.add(5us);
  const Interval stage = cost.without({10us, 30us});
  EXPECT_EQ(stage.start, 10us);
  EXPECT_EQ(stage.end, 25us);
  EXPECT_EQ(cost.without({10us, 12us}).length(), 0ns);
}

TEST(EventCost, IsMeasuredAtFirstAndThenSeldomAndAgainAfterARestart) {
  EventCost cost;
  int measured = 0;
  EXPECT_TRUE(cost.due());
  for (int frame = 1; frame < 64; ++frame)
    measured += cost.due() ? 1 : 0;
  EXPECT_EQ(measured, 7);
  for (int frame = 64; frame < 2048; ++frame)
    measured += cost.due() ? 1 : 0;
  EXPECT_EQ(measured, 10);
  cost.add(5us);
  cost.restart();
  EXPECT_EQ(cost.typical(), 0ns);
  EXPECT_TRUE(cost.due());
}

}  // namespace
}  // namespace framelane
