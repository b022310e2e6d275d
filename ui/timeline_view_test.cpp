#include "ui/timeline_view.h"

#include <gtest/gtest.h>

#include "ui/synthetic_models.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

TEST(TimelineAxisTest, StepsAreRoundAndTheirNumbersHaveAsManyDecimalsAsTheyNeed) {
  EXPECT_EQ(timeline_axis(2800us, 14).step, 200us);
  EXPECT_EQ(timeline_axis(2800us, 14).decimals, 1);
  EXPECT_EQ(timeline_axis(2801us, 14).step, 500us);
  EXPECT_EQ(timeline_axis(14ms, 14).step, 1ms);
  EXPECT_EQ(timeline_axis(14ms, 14).decimals, 0);
  EXPECT_EQ(timeline_axis(600ms, 14).step, 50ms);
  EXPECT_EQ(timeline_axis(14us, 14).decimals, 3);
}

class TimelineViewTest : public testing::Test {
 protected:
  TimelineViewTest() { model_.burst.reset(); }
  [[nodiscard]] Nanoseconds span() const { return view_.stretch().length(); }

  TimelineModel model_ = synthetic_timeline(3, 64);
  TimelineView view_;
};

TEST_F(TimelineViewTest, ShowsTheLatestFramesThatAreCompleteEightOrMore) {
  view_.follow(model_);
  EXPECT_GE(span(), 8 * model_.period);
  EXPECT_LE(span(), 20 * model_.period);
  EXPECT_EQ(span() % 14, 0ns);
  EXPECT_LE(view_.stretch().end, model_.known_until);
  EXPECT_GE(view_.stretch().end, model_.known_until - 4 * model_.period);
}

TEST_F(TimelineViewTest, ASteadyRunStandsStill) {
  view_.follow(model_);
  const Nanoseconds from = view_.stretch().start;
  const Nanoseconds of_a_lane = 3 * model_.period;
  for (Nanoseconds later = 0us; later < of_a_lane / 2; later += 20us) {
    model_.known_until -= 20us;
    view_.follow(model_);
    const Nanoseconds moved = from - view_.stretch().start;
    EXPECT_TRUE(moved == 0ns || moved > of_a_lane / 2) << moved.count();
  }
}

TEST_F(TimelineViewTest, TheStretchKeepsItsLengthWhileThePeriodHardlyChanges) {
  view_.follow(model_);
  const Nanoseconds before = span();
  model_.period = model_.period * 5 / 4;
  view_.follow(model_);
  EXPECT_EQ(span(), before);
  model_.period *= 10;
  view_.follow(model_);
  EXPECT_GT(span(), 4 * before);
}

TEST_F(TimelineViewTest, ABurstIsShownWhatEverCameLater) {
  model_ = synthetic_timeline(3, 6);
  model_.known_until += 10s;
  view_.follow(model_);
  EXPECT_LE(view_.stretch().start, model_.burst->at.start);
  EXPECT_GE(view_.stretch().end, model_.burst->at.end);
  EXPECT_LT(span(), 4 * model_.burst->at.length());
}

TEST_F(TimelineViewTest, ZoomKeepsTheMomentUnderThePointer) {
  view_.follow(model_);
  view_.hold();
  const Interval before = view_.stretch();
  const Nanoseconds at = before.start + before.length() / 4;
  view_.zoom(0.5, 0.25);
  EXPECT_EQ(span(), before.length() / 2);
  EXPECT_NEAR(static_cast<double>((view_.stretch().start + span() / 4 - at).count()), 0, 2);
  for (int i = 0; i < 60; ++i)
    view_.zoom(0.5, 0.5);
  EXPECT_EQ(span(), TimelineView::kShortest);
  for (int i = 0; i < 60; ++i)
    view_.zoom(2, 0.5);
  EXPECT_LT(span(), 1s);
}

TEST_F(TimelineViewTest, HeldItStaysAndItsAxisKeepsItsZero) {
  view_.follow(model_);
  const Interval before = view_.stretch();
  EXPECT_EQ(view_.origin(), before.start);
  view_.hold();
  model_.known_until -= 3ms;
  view_.follow(model_);
  EXPECT_EQ(view_.stretch().start, before.start);
  view_.move_to(before.start - 1ms);
  EXPECT_EQ(view_.stretch().start, before.start - 1ms);
  EXPECT_EQ(view_.origin(), before.start);
  view_.move_to(-1h);
  EXPECT_GT(view_.stretch().end, model_.rows[0].blocks.front().start)
      << "something is left to be seen";
  view_.reset();
  view_.follow(model_);
  EXPECT_LT(view_.stretch().start, before.start);
  EXPECT_GT(view_.stretch().start, before.start - 5ms);
}

TEST_F(TimelineViewTest, ThereIsNothingToHoldInAnEmptyOne) {
  view_.follow(model_);
  view_.hold();
  TimelineModel empty;
  empty.rows.resize(3);
  view_.follow(empty);
  EXPECT_FALSE(view_.held());
}

}  // namespace
}  // namespace framelane
