// In a window with little height every filter of the chain stays in view, one of them open.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/filters_fixture_test.h"
#include "ui/texts_fit_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;

constexpr const char* kFour =
    "eq=contrast=1.12:saturation=1.3,curves=preset=vintage,gblur=sigma=0.8,vignette=angle=0.4";

class FiltersCompactTest : public FiltersTest {
 protected:
  FiltersCompactTest() {
    resize({1280, 720});
    use(kFour);
    overlay_.apply({Kind::toggle_timeline});
    (void)settle();
  }

  [[nodiscard]] Rect panel() const { return overlay_.panel_box("filters"); }
  // A header and a line of values are of use where the pointer reaches all of them.
  [[nodiscard]] bool reaches(const std::string& id) const {
    const Rect at = box(id);
    return at.h >= 24 && at.y >= panel().y && at.bottom() <= panel().bottom() &&
           at.x >= panel().x && at.right() <= panel().right();
  }
  // Its line "more", which is scrolled to, and back.
  void show_all_of_the_first() {
    ASSERT_TRUE(tab_to("filter0.more"));
    EXPECT_TRUE(reaches("filter0.more"));
    (void)keys({"ENTER"});
    (void)wheel("filter0.grip", 100);
  }
  void expect_all_heads(const std::string& where) {
    for (std::size_t i = 0; i < filters_->chain.filters.size(); ++i) {
      const std::string filter = "filter" + std::to_string(i);
      for (const char* part : {".grip", ".enable", ".name"})
        EXPECT_TRUE(reaches(filter + part)) << where << filter << part;
      EXPECT_TRUE(says(std::string(filters_->chain.filters[i].spec->name))) << where << filter;
    }
    expect_texts_fit(overlay_.text_boxes(), where);
  }
};

TEST_F(FiltersCompactTest, EachFilterOfAChainIsInViewAndOpensWithAClick) {
  for (const double scale : {1.0, 1.5, 2.0}) {
    scale_ = scale;
    resize({static_cast<int>(1280 * scale), static_cast<int>(720 * scale)});
    (void)settle();
    for (const std::size_t open : {3U, 1U, 2U, 0U}) {
      const std::string filter = "filter" + std::to_string(open);
      (void)click_on(filter + ".name");
      expect_all_heads(std::to_string(scale) + ", " + filter + " open: ");
      const FilterSpec& spec = *filters_->chain.filters[open].spec;
      EXPECT_TRUE(reaches(filter + "." + std::string(spec.parameters[0].name))) << filter;
      // The others are closed.
      const std::size_t other = open == 0 ? 3 : 0;
      const FilterSpec& closed = *filters_->chain.filters[other].spec;
      EXPECT_EQ(
          box("filter" + std::to_string(other) + "." + std::string(closed.parameters[0].name)).h,
          0);
    }
  }
}

TEST_F(FiltersCompactTest, AClosedFilterSaysWhatIsSet) {
  EXPECT_TRUE(says("sigma 0.8"));
  EXPECT_TRUE(says("preset vintage"));
  (void)click_on("filter2.name");
  EXPECT_FALSE(says("sigma 0.8"));
  EXPECT_TRUE(says("contrast 1.12, \u2026")) << "no more than whole values";
  for (const TextBox& text : overlay_.text_boxes())
    EXPECT_FALSE(text.panel == panel() && text.cut) << text.text;
}

TEST_F(FiltersCompactTest, TheOpenFiltersValuesScrollBetweenTheHeadsWhereTheyAreMany) {
  use("eq,unsharp,gblur,vignette,hue,negate");
  (void)settle();
  show_all_of_the_first();
  expect_all_heads("from the top: ");
  const Rect bar = box("filter_values.bar");
  EXPECT_GT(bar.h, 0) << "there is a bar to be seen";
  EXPECT_TRUE(reaches("filter0.contrast"));
  const std::string last(filters_->chain.filters[0].spec->parameters.back().name);
  EXPECT_FALSE(reaches("filter0." + last));
  pointer(Input::Kind::button_down, bar.x + bar.w / 2, bar.y + 4, now_);
  (void)draw(now_);
  (void)move(bar.x + bar.w / 2, bar.bottom());
  (void)up(bar.x + bar.w / 2, bar.bottom());
  (void)settle();
  expect_all_heads("at the end: ");
  EXPECT_FALSE(reaches("filter0.contrast"));
  EXPECT_TRUE(reaches("filter0." + last));
  // Another one begins at its first value.
  (void)click_on("filter1.name");
  (void)click_on("filter0.name");
  EXPECT_TRUE(reaches("filter0.contrast"));
}

TEST_F(FiltersCompactTest, TheKeyboardReachesEveryValueOfTheOpenFilter) {
  use("eq,unsharp,gblur,vignette,hue,negate");
  (void)settle();
  show_all_of_the_first();
  for (const Parameter& parameter : filters_->chain.filters[0].spec->parameters) {
    const std::string id = "filter0." + std::string(parameter.name);
    ASSERT_TRUE(tab_to(id)) << id;
    (void)settle();
    EXPECT_TRUE(reaches(id)) << id;
  }
}

TEST_F(FiltersCompactTest, AChainOfMoreHeadsThanRoomScrollsAsAWhole) {
  use("eq,unsharp,gblur,vignette,hue,negate,sobel,median,curves,boxblur,exposure,colorbalance");
  (void)settle();
  EXPECT_EQ(box("filter_values.bar").h, 0);
  EXPECT_GT(box("filters.bar").h, 0);
  EXPECT_TRUE(reaches("filter0.contrast"));
  (void)wheel("filter0.grip", -100);
  EXPECT_TRUE(reaches("filter11.name"));
}

TEST_F(FiltersCompactTest, AClickOnTheOpenFiltersNameClosesIt) {
  EXPECT_TRUE(reaches("filter0.contrast"));
  (void)click_on("filter0.name");
  EXPECT_EQ(box("filter0.contrast").h, 0);
  expect_all_heads("all closed: ");
}

}  // namespace
}  // namespace framelane
