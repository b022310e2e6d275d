// What a click, a drag, the wheel and typing do to the filters' rows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ui/filters_fixture_test.h"
#include "ui/value_scale.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;
using FiltersPanelTest = FiltersTest;

TEST_F(FiltersPanelTest, IsThereWhenAskedForAndOnlyWithAModel) {
  (void)draw(0s);
  const Rect panel = overlay_.panel_box("filters");
  EXPECT_EQ(panel.x, 1552);
  EXPECT_EQ(panel.y, 16);
  EXPECT_EQ(panel.w, 352);
  EXPECT_LE(panel.h, 768);
  filters_.reset();
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("filters").w, 0);
  use("eq");
  EXPECT_TRUE(overlay_.apply({Kind::toggle_filters}));
  EXPECT_FALSE(overlay_.filters_shown());
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("filters").w, 0);
}

TEST_F(FiltersPanelTest, SaysWhatEachFilterTakes) {
  filters_ = synthetic_filters();
  (void)draw(0s);
  for (const char* text : {"3 passes", "0.086", "0.011", "0.012", "fused", "+0.004 since edit",
                           "contrast", "1.12", "@grain", "unsharp=luma_amount=0.8"}) {
    EXPECT_TRUE(says(text)) << text;
  }
  int dashes = 0;
  for (const TextBox& text : overlay_.text_boxes())
    dashes += text.text == "–" && text.panel.x > 1000 ? 1 : 0;
  EXPECT_EQ(dashes, 2);
  EXPECT_FALSE(says("percentile"));
}

TEST_F(FiltersPanelTest, ADisabledFilterShowsNoOldNumber) {
  filters_->rows[1] = {0, false, 5.678, 6.789, 0.5};
  (void)draw(now_);
  EXPECT_TRUE(says("5.678"));
  EXPECT_EQ(to_text(parse_chain(taken(click_on("filter1.enable")))), "eq,!gblur=sigma=0.8,unsharp");
  filters_->rows[1] = {0, false, 5.678, 6.789, 0.5};
  (void)draw(now_);
  EXPECT_FALSE(says("5.678"));
  EXPECT_FALSE(says("since edit"));
  EXPECT_EQ(taken(click_on("filter1.enable")), "eq,gblur=sigma=0.8,unsharp");
}

TEST_F(FiltersPanelTest, HeaderRemovesAndResets) {
  (void)draw(now_);
  EXPECT_EQ(box("filter0.reset").w, 0);
  EXPECT_EQ(taken(click_on("filter1.reset")), "eq,gblur,unsharp");
  (void)draw(now_);
  EXPECT_EQ(box("filter1.reset").w, 0);
  EXPECT_EQ(taken(click_on("filter1.remove")), "eq,unsharp");
  (void)draw(now_);
  EXPECT_EQ(taken(click_on("filter1.remove")), "eq");
  (void)draw(now_);
  EXPECT_EQ(taken(click_on("filter0.remove")), "");
  (void)draw(now_);
  EXPECT_TRUE(says("No filters"));
}

TEST_F(FiltersPanelTest, AllFiltersAreResetAtOnce) {
  use("eq=gamma=2,!@soft:gblur=sigma=0.8,unsharp");
  (void)draw(now_);
  EXPECT_EQ(taken(click_on("filters.Reset all")), "eq,!@soft:gblur,unsharp");
  (void)draw(now_);
  EXPECT_EQ(taken(click_on("filters.Reset all")), "none") << "nothing is left to reset";
}

TEST_F(FiltersPanelTest, AChangeThatFindsNoRoomIsLeftOutAndNotCut) {
  filters_ = synthetic_long_chain();
  (void)draw(now_);
  for (const TextBox& text : overlay_.text_boxes())
    EXPECT_FALSE(text.cut && text.text.starts_with("exposure")) << text.text;
  EXPECT_TRUE(says("negate  \u221212.345"));
}

TEST_F(FiltersPanelTest, ARefusalIsWrappedAndKeepsItsCause) {
  filters_->refused =
      "filter 'gblur': sigma=2000 at column 12 is out of its range: it takes 0 to 1024";
  (void)draw(now_);
  EXPECT_TRUE(says("filter 'gblur'"));
  EXPECT_TRUE(says("0 to 1024"));
  filters_->refused = "cannot open " + std::string(400, 'x') + ": no such file";
  (void)draw(now_);
  EXPECT_TRUE(says("cannot open"));
  EXPECT_TRUE(says("no such file"));
}

TEST_F(FiltersPanelTest, ASliderFollowsTheDragWhileTheModelLags) {
  (void)draw(now_);
  const Rect track = box("filter0.brightness");
  const std::vector<Action> pressed = down("filter0.brightness", 0.75F);
  ASSERT_EQ(pressed.size(), 1U);
  EXPECT_EQ(pressed[0].text, "eq=brightness=0.55,gblur=sigma=0.8,unsharp");
  EXPECT_TRUE(draw(now_).empty());
  (void)move(track.right() - 4, track.y + 200);
  EXPECT_TRUE(says("1.00"));
  const std::vector<Action> left = move(track.x - 100, track.y);
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left[0].text, "eq=brightness=-1,gblur=sigma=0.8,unsharp");
  // The model has taken the first edit only.
  use(pressed[0].text);
  EXPECT_TRUE(draw(now_).empty());
  EXPECT_TRUE(says("\u22121.00"));
  EXPECT_TRUE(up(track.x - 100, track.y).empty());
  EXPECT_TRUE(says("\u22121.00"));
  use(left[0].text);
  (void)draw(now_);
  use("eq=brightness=0.25");
  (void)draw(now_);
  EXPECT_TRUE(says("0.25"));
}

TEST_F(FiltersPanelTest, TakingTheGrabIsNoEditUntilItMoves) {
  use("gblur=sigma=0.123");
  (void)draw(now_);
  const Rect track = box("filter0.sigma");
  // The grab lies where its value does.
  const ValueScale scale(filters_->chain.filters[0].spec->parameters[0]);
  const float grab = track.x + 4 + (track.w - 8) * static_cast<float>(scale.position(0.123));
  pointer(Input::Kind::button_down, grab, track.y + 12, now_);
  EXPECT_TRUE(draw(now_).empty());
  EXPECT_TRUE(up(grab, track.y + 12).empty());
  pointer(Input::Kind::button_down, grab, track.y + 12, now_);
  EXPECT_TRUE(draw(now_).empty());
  EXPECT_EQ(move(grab + 20, track.y + 12).size(), 1U);
  (void)up(grab + 20, track.y + 12);
}

TEST_F(FiltersPanelTest, DoubleClickBringsTheDefaultBack) {
  (void)draw(now_);
  (void)down("filter1.sigma", 0.9F);
  const Rect track = box("filter1.sigma");
  (void)up(track.x + track.w * 0.9F, track.y + 12);
  EXPECT_EQ(taken(down("filter1.sigma", 0.9F, 2)), "eq,gblur,unsharp");
  EXPECT_EQ(taken(move(track.x + 10, track.y + 12)), "none");
  EXPECT_EQ(taken(up(track.x + 10, track.y + 12)), "none");
}

TEST_F(FiltersPanelTest, TheWheelStepsAValueAndShiftStepsFiner) {
  (void)draw(now_);
  EXPECT_EQ(taken(wheel("filter0.brightness", 1)), "eq=brightness=0.02,gblur=sigma=0.8,unsharp");
  EXPECT_EQ(taken(wheel("filter0.brightness", 1, true)),
            "eq=brightness=0.03,gblur=sigma=0.8,unsharp");
  EXPECT_EQ(taken(wheel("filter0.brightness", -3)), "eq=brightness=-0.03,gblur=sigma=0.8,unsharp");
  EXPECT_EQ(taken(wheel("filter2.luma_msize_x", 1)),
            "eq=brightness=-0.03,gblur=sigma=0.8,unsharp=luma_msize_x=7");
  EXPECT_EQ(taken(wheel("filter0.name", 1)), "none");
}

TEST_F(FiltersPanelTest, AClickOnTheValueTypesAnExactOne) {
  (void)draw(now_);
  (void)click_on("filter1.sigma.value");
  EXPECT_EQ(taken(keys({"1", ".", "2", "5", "q", "BS", "t", "BS"})), "none");
  EXPECT_TRUE(says("1.25"));
  EXPECT_EQ(taken(keys({"ENTER"})), "eq,gblur=sigma=1.25,unsharp");
  EXPECT_THAT(keys({"t"}), testing::ElementsAre(Action{Kind::toggle_serial}));
}

TEST_F(FiltersPanelTest, AValueOutOfRangeIsNotTakenAndSaysTheRange) {
  (void)draw(now_);
  (void)click_on("filter1.sigma.value");
  EXPECT_EQ(taken(keys({"2", "0", "0", "0"})), "none");
  EXPECT_TRUE(says("0 to 1024"));
  EXPECT_EQ(taken(keys({"ENTER"})), "none");
  EXPECT_TRUE(says("0 to 1024"));
  EXPECT_EQ(taken(keys({"ESC"})), "none");
  EXPECT_FALSE(says("0 to 1024"));
  EXPECT_TRUE(says("0.80"));
  (void)click_on("filter1.sigma.value");
  (void)keys({"2", "0", "0", "0"});
  EXPECT_EQ(taken(click_on("filter0.name")), "none");
  EXPECT_TRUE(says("0.80"));
}

TEST_F(FiltersPanelTest, APressElsewhereTakesAValueInRange) {
  (void)draw(now_);
  (void)click_on("filter1.sigma.value");
  (void)keys({"7"});
  pointer(Input::Kind::button_down, 900, 500, now_);
  EXPECT_EQ(taken(draw(now_)), "eq,gblur=sigma=7,unsharp");
}

TEST_F(FiltersPanelTest, BooleansFlagsAndListsHaveTheirControls) {
  use("negate,tmix");
  (void)draw(now_);
  EXPECT_EQ(taken(click_on("filter0.negate_alpha")), "negate=negate_alpha=true,tmix");
  EXPECT_EQ(taken(click_on("filter0.components.y")),
            "negate=components=u+v+r+g+b:negate_alpha=true,tmix");
  EXPECT_EQ(taken(click_on("filter0.components.y")), "negate=negate_alpha=true,tmix");
  (void)click_on("filter1.weights");
  EXPECT_EQ(taken(keys({"1", "SPACE", "x"})), "none");
  EXPECT_TRUE(says("each"));
  EXPECT_EQ(taken(keys({"ENTER"})), "none");
  EXPECT_EQ(taken(keys({"BS", "2", "ENTER"})), "negate=negate_alpha=true,tmix=weights=1 2");
}

TEST_F(FiltersPanelTest, FurtherParametersAreShownWhenAskedForOrChanged) {
  (void)draw(now_);
  EXPECT_TRUE(says("4 more"));
  EXPECT_EQ(box("filter0.gamma_b").w, 0);
  use("eq=gamma_b=2,gblur,unsharp");
  (void)draw(now_);
  EXPECT_TRUE(says("3 more"));
  EXPECT_GT(box("filter0.gamma_b").w, 0);
  (void)down("filter0.gamma_b", 0.9F);
  const Rect track = box("filter0.gamma_b");
  (void)up(track.x + track.w * 0.9F, track.y + 12);
  EXPECT_EQ(taken(down("filter0.gamma_b", 0.9F, 2)), "eq,gblur,unsharp");
  (void)draw(now_);
  EXPECT_GT(box("filter0.gamma_b").w, 0);
  (void)click_on("filter0.more");
  (void)draw(now_);
  EXPECT_EQ(box("filter0.gamma_b").w, 0);
}

TEST_F(FiltersPanelTest, ARefusalIsSaidInOneLineAndTheModelStands) {
  (void)draw(now_);
  EXPECT_EQ(click_on("filter1.enable").size(), 1U);
  filters_->refused = "gblur: no";
  (void)draw(now_);
  EXPECT_TRUE(says("gblur: no"));
  EXPECT_TRUE(says("eq, gblur=sigma=0.8, unsharp"));
}

TEST_F(FiltersPanelTest, MouseOverThePanelBelongsToIt) {
  (void)draw(now_);
  const Rect name = box("filter0.name");
  EXPECT_TRUE(pointer(Input::Kind::button_down, name.x + 5, name.y + 5, now_, 2).empty());
}

TEST_F(FiltersPanelTest, EveryUnitHasRoomInItsColumn) {
  for (const FilterSpec* spec : shipped_filters()) {
    use(std::string(spec->name));
    (void)draw(now_);
    if (box("filter0.more").w > 0) (void)click_on("filter0.more");
    const float column = overlay_.panel_box("filters").right() - 16 - 44;
    for (const TextBox& text : overlay_.text_boxes()) {
      const bool unit = text.panel == overlay_.panel_box("filters") && text.box.x >= column;
      EXPECT_FALSE(unit && text.cut) << spec->name << ": " << text.text;
    }
  }
}

}  // namespace
}  // namespace framelane
