#include "ui/visibility.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

using namespace std::chrono_literals;

TEST(Fade, TakesAHundredAndTwentyMilliseconds) {
  Fade fade(false);
  fade.set(true, 1s);
  EXPECT_FLOAT_EQ(fade.alpha(1s), 0);
  EXPECT_NEAR(fade.alpha(1s + 60ms), 0.5F, 1e-5);
  EXPECT_TRUE(fade.running(1s + 119ms));
  EXPECT_FLOAT_EQ(fade.alpha(1s + 120ms), 1);
  EXPECT_FALSE(fade.running(1s + 120ms));
}

TEST(Fade, TurnsRoundWhereItIs) {
  Fade fade(false);
  fade.set(true, 0s);
  fade.set(false, 60ms);
  EXPECT_NEAR(fade.alpha(60ms), 0.5F, 1e-5);
  EXPECT_NEAR(fade.alpha(120ms), 0, 1e-5);
}

TEST(Fade, IsAtOnceWithoutAnimation) {
  Fade fade(false, false);
  fade.set(true, 0s);
  EXPECT_FLOAT_EQ(fade.alpha(0s), 1);
}

TEST(AutoHide, HidesTwoSecondsAfterTheLastMove) {
  AutoHide hide;
  EXPECT_TRUE(hide.shown(false, 0s));
  hide.wake(1s);
  EXPECT_TRUE(hide.shown(false, 2999ms));
  EXPECT_EQ(hide.hides_at(2999ms), Nanoseconds{3s});
  EXPECT_FALSE(hide.shown(false, 3s));
  EXPECT_FALSE(hide.hides_at(3s));
  hide.wake(4s);
  EXPECT_TRUE(hide.shown(false, 4s));
}

TEST(AutoHide, NothingHidesWhileHeldAndTheTimeBeginsAnewAfter) {
  AutoHide hide;
  EXPECT_TRUE(hide.shown(true, 0s));
  EXPECT_TRUE(hide.shown(true, 10s));
  EXPECT_FALSE(hide.hides_at(10s));
  EXPECT_TRUE(hide.shown(false, 11s));
  EXPECT_FALSE(hide.shown(false, 12s));
}

}  // namespace
}  // namespace framelane
