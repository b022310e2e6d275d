// Rows dragged and scrolled, and what changes under a held control.
#include <gtest/gtest.h>

#include "ui/filters_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;
using FiltersDragTest = FiltersTest;

TEST_F(FiltersDragTest, TheGripMovesAFilterToTheMark) {
  (void)draw(now_);
  const Rect last = box("filter2.grip"), middle = box("filter1.grip");
  (void)down("filter0.grip");
  EXPECT_TRUE(move(last.x, middle.y + 2).empty());
  EXPECT_TRUE(move(last.x, last.y + 200).empty());
  EXPECT_EQ(taken(up(last.x, last.y + 200)), "gblur=sigma=0.8,unsharp,eq");
  (void)draw(now_);
  (void)down("filter2.grip");
  (void)move(last.x, 0);
  EXPECT_EQ(taken(up(last.x, 0)), "eq,gblur=sigma=0.8,unsharp");
  (void)draw(now_);
  (void)down("filter1.grip");
  (void)move(last.x, box("filter1.grip").y + 30);
  EXPECT_EQ(taken(up(last.x, box("filter1.grip").y + 30)), "none");
  EXPECT_EQ(taken(click_on("filter1.grip")), "none");
}

TEST_F(FiltersDragTest, ARowDraggedToTheEdgeScrolls) {
  filters_ = synthetic_long_chain();
  (void)draw(now_);
  const Rect bar = box("filters.bar");
  EXPECT_EQ(box("filter8.name").w, 0);
  (void)down("filter0.grip");
  (void)move(bar.x - 300, bar.bottom() - 5);
  int draws = 0;
  for (; overlay_.redraw_at() == now_ && draws < 300; ++draws)
    (void)draw(now_);
  EXPECT_LT(draws, 300);
  EXPECT_GT(box("filter8.name").w, 0);
  const std::string text = taken(up(bar.x - 300, bar.bottom() - 5));
  EXPECT_NE(text.substr(0, 3), "eq=");
  EXPECT_NE(text.find(",eq="), std::string::npos);
}

TEST_F(FiltersDragTest, AChainThatChangesUnderAHeldSliderBreaksNothing) {
  (void)draw(now_);
  const Rect track = box("filter2.luma_amount");
  const std::string mine = taken(down("filter2.luma_amount", 0.9F));
  EXPECT_NE(mine.find("luma_amount"), std::string::npos);
  use("negate");
  EXPECT_TRUE(draw(now_).empty());
  EXPECT_TRUE(says("luma_amount"));
  const std::vector<Action> moved = move(track.x, track.y);
  ASSERT_EQ(moved.size(), 1U);
  EXPECT_EQ(moved[0].text, "eq,gblur=sigma=0.8,unsharp=luma_amount=-2");
  (void)up(track.x, track.y);
  now_ += 3s;
  use("");
  (void)draw(now_);
  now_ += 3s;
  (void)draw(now_);
  EXPECT_TRUE(says("No filters"));
}

TEST_F(FiltersDragTest, AHeldSliderSurvivesAResizeStorm) {
  (void)draw(now_);
  (void)down("filter0.brightness", 0.75F);
  for (const Size size : {Size{1280, 720}, Size{1, 1}, Size{900, 500}, Size{481, 271},
                          Size{300, 200}, Size{3840, 2160}, Size{1920, 1080}}) {
    resize(size);
    for (const Action& action : draw(now_))
      EXPECT_EQ(action.kind, Kind::set_chain);
  }
  const Rect track = box("filter0.brightness");
  EXPECT_EQ(taken(move(track.right(), track.y)), "eq=brightness=1,gblur=sigma=0.8,unsharp");
  resize({200, 100});
  EXPECT_TRUE(up(5, 5).empty());
  resize({1920, 1080});
  EXPECT_TRUE(draw(now_).empty());
  EXPECT_TRUE(move(track.x, track.y).empty());
}

TEST_F(FiltersDragTest, TheWheelOverThePanelScrollsALongChain) {
  filters_ = synthetic_long_chain();
  (void)draw(now_);
  const float before = box("filter1.name").y;
  EXPECT_TRUE(wheel("filter1.name", -1).empty());
  (void)draw(now_);
  EXPECT_EQ(box("filter1.name").y, before - 48);
  const Rect header = box("filter1.name");
  // What scrolls in under the pointer takes nothing of the same turn.
  for (int i = 0; i < 60; ++i) {
    Input input;
    input.kind = Input::Kind::wheel;
    input.x = header.x + 40;
    input.y = header.y + 12;
    input.amount = -1;
    now_ += 50ms;
    feed(input, now_);
    EXPECT_TRUE(draw(now_).empty());
  }
  EXPECT_GT(box("filter8.planes").w, 0);
  (void)down("filters.bar", 0.5F);
  const Rect bar = box("filters.bar");
  (void)move(bar.x + 2, bar.y - 500);
  (void)draw(now_);
  EXPECT_GT(box("filter0.grip").h, 20);
  (void)up(bar.x, bar.y);
}

}  // namespace
}  // namespace framelane
