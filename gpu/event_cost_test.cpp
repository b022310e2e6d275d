#include "gpu/event_cost.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

using namespace std::chrono_literals;

TEST(EventCost, IsTheMedianOfTheLatest) {
  EventCost cost;
  EXPECT_EQ(cost.median(), 0ns);
  for (const Nanoseconds one : {Nanoseconds{9ms}, Nanoseconds{1us}, Nanoseconds{2us}})
    cost.add(one);
  EXPECT_EQ(cost.median(), 2us);
  for (int i = 0; i < 4; ++i)
    cost.add(7us);
  EXPECT_EQ(cost.median(), 7us);
  for (int i = 0; i < 4; ++i)
    cost.add(1us);
  EXPECT_EQ(cost.median(), 1us) << "of the latest seven alone";
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
  EXPECT_EQ(cost.median(), 0ns);
  EXPECT_TRUE(cost.due());
}

}  // namespace
}  // namespace framelane
