// Comparing and inspecting: the bar, the split line and the pixel panel over a picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "ui/keys.h"
#include "ui/overlay_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;

class OverlayCompareTest : public OverlayTest {
 protected:
  OverlayCompareTest() {
    view_.show(synthetic_landscape(960, 540));
    compare_.chain = "eq gblur";
  }
  std::vector<Action> draw(Nanoseconds now) {
    const Size size = window_.drawable();
    view_.set_compare(compare_.compare);
    view_.draw(size);
    compare_.picture = view_.area(size);
    compare_.split = view_.split_column(size);
    compare_.second = view_.panes(size).back().box.x;
    Overlay::Frame frame{&hud_, &transport_, size, scale_, now};
    frame.compare = &compare_;
    frame.pixel = &pixel_;
    if (filters_) frame.filters = &*filters_;
    return overlay_.draw(frame);
  }
  std::vector<Action> click(Rect box, Nanoseconds now) {
    const float x = box.x + box.w / 2, y = box.y + box.h / 2;
    pointer(Input::Kind::button_down, x, y, now);
    pointer(Input::Kind::button_up, x, y, now);
    return draw(now);
  }
  void compare(CompareMode mode, double split = 0.5) {
    compare_.compare.mode = mode;
    compare_.compare.split = split;
  }
  [[nodiscard]] std::optional<TextBox> text_with(const std::string& part) const {
    for (const TextBox& box : overlay_.text_boxes()) {
      if (box.text.find(part) != std::string::npos) return box;
    }
    return std::nullopt;
  }

  CompareModel compare_;
  PixelModel pixel_ = synthetic_pixel();
};

TEST_F(OverlayCompareTest, InASmallWindowTheFiltersStandAlone) {
  filters_ = synthetic_filters();
  resize({900, 500});
  overlay_.apply({Kind::toggle_pixel});
  (void)draw(0s);
  (void)draw(1s);
  ASSERT_GT(overlay_.panel_box("pixel").h, 0);
  overlay_.apply({Kind::toggle_filters});
  (void)draw(2s);
  (void)draw(3s);
  EXPECT_GT(overlay_.panel_box("filters").h, 0);
  EXPECT_EQ(overlay_.panel_box("pixel").h, 0);
}

TEST_F(OverlayCompareTest, TheBarIsThereWhileComparingAndItsButtonsAskForTheModes) {
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("compare").w, 0);
  compare(CompareMode::difference);
  compare_.compare.gain = 8;
  (void)draw(0s);
  const Rect bar = overlay_.panel_box("compare");
  EXPECT_EQ(bar.right(), 1920 - 16);
  EXPECT_EQ(bar.y, 16);
  EXPECT_EQ(bar.h, 40);
  const std::vector<std::pair<const char*, Action>> want{
      {"split", {Kind::toggle_split}},           {"side_by_side", {Kind::toggle_side_by_side}},
      {"difference", {Kind::toggle_difference}}, {"flip", {Kind::toggle_flip}},
      {"gain_less", {Kind::scale_gain, 0.5}},    {"gain_more", {Kind::scale_gain, 2}}};
  for (const auto& [id, action] : want) {
    const Rect box = overlay_.control_box(id);
    EXPECT_GE(box.w, 24) << id;
    EXPECT_GE(box.h, 24) << id;
    EXPECT_THAT(click(box, 1s), testing::ElementsAre(action)) << id;
  }
  compare_.compare.gain = 64;
  (void)draw(2s);
  EXPECT_TRUE(click(overlay_.control_box("gain_more"), 2s).empty());
}

TEST_F(OverlayCompareTest, TheTransportHasAButtonForIt) {
  (void)draw(0s);
  EXPECT_THAT(click(overlay_.control_box("compare"), 0s),
              testing::ElementsAre(Action{Kind::toggle_split}));
}

TEST_F(OverlayCompareTest, TheLineIsDraggedByItsHandleAndAnywhereElse) {
  compare(CompareMode::split);
  (void)draw(0s);
  const Rect handle = overlay_.control_box("split_handle");
  EXPECT_EQ(handle.w, 32);
  EXPECT_EQ(handle.h, 48);
  EXPECT_EQ(handle.x + handle.w / 2, 960);
  for (const float y : {handle.y + 20, handle.y - 200}) {
    pointer(Input::Kind::button_down, 960, y, 0s);
    (void)draw(0s);
    pointer(Input::Kind::pointer_move, 480, y + 90, 0s);
    EXPECT_THAT(draw(0s), testing::ElementsAre(Action{Kind::move_split, 0.25, false}));
    pointer(Input::Kind::pointer_move, -700, y, 0s);
    EXPECT_THAT(draw(0s), testing::ElementsAre(Action{Kind::move_split, 0, false}));
    pointer(Input::Kind::button_up, 1440, y, 0s);
    EXPECT_THAT(draw(0s), testing::ElementsAre(Action{Kind::move_split, 0.75, true}));
    EXPECT_TRUE(draw(0s).empty());
  }
}

TEST_F(OverlayCompareTest, APanelOverTheLineKeepsItsClicks) {
  compare(CompareMode::split, 100.0 / 1920);
  pointer(Input::Kind::pointer_move, 100, 100, 0s);
  (void)draw(0s);
  pointer(Input::Kind::button_down, 100, 100, 0s);
  EXPECT_TRUE(draw(0s).empty());
  pointer(Input::Kind::button_up, 100, 100, 0s);
  EXPECT_THAT(draw(0s), testing::ElementsAre(Action{Kind::toggle_hud_size}));
}

TEST_F(OverlayCompareTest, DraggingThePictureMovesItWhileZoomed) {
  const auto drag = [&] {
    pointer(Input::Kind::button_down, 1000, 600, 0s);
    (void)draw(0s);
    pointer(Input::Kind::pointer_move, 1000 - 192, 600 + 108, 0s);
    std::vector<Action> actions = draw(0s);
    pointer(Input::Kind::button_up, 1000 - 192, 600 + 108, 0s);
    (void)draw(0s);
    return actions;
  };
  (void)draw(0s);
  EXPECT_TRUE(drag().empty());
  compare_.movable = true;
  const std::vector<Action> actions = drag();
  ASSERT_EQ(actions.size(), 2U);
  EXPECT_EQ(actions[0].kind, Kind::pan_across);
  EXPECT_NEAR(actions[0].value, 0.1, 1e-6) << "the picture goes left, the view right";
  EXPECT_EQ(actions[1].kind, Kind::pan_down);
  EXPECT_NEAR(actions[1].value, -0.1, 1e-6);
  EXPECT_TRUE(draw(0s).empty());
}

TEST_F(OverlayCompareTest, TheWheelZoomsOnThePictureAndNotOnAPanel) {
  (void)draw(0s);
  Input wheel;
  wheel.kind = Input::Kind::wheel;
  wheel.ctrl = true;
  wheel.amount = 1;
  wheel.x = 960;
  wheel.y = 500;
  EXPECT_THAT(feed(wheel, 0s), testing::ElementsAre(Action{Kind::zoom_by, 1}));
  EXPECT_EQ(overlay_.pointer_on_picture(), (Point{960, 500}));
  wheel.x = wheel.y = 100;
  EXPECT_TRUE(feed(wheel, 0s).empty());
  EXPECT_FALSE(overlay_.pointer_on_picture());
}

TEST_F(OverlayCompareTest, LabelsSayWhatIsSeenWhere) {
  compare(CompareMode::split);
  (void)draw(0s);
  EXPECT_LT(text_with("before, source")->box.right(), 960);
  EXPECT_GT(text_with("after, eq gblur")->box.x, 960);
  EXPECT_EQ(text_with("before, source")->panel.y, 24);
  compare_.compare.flip = true;
  (void)draw(0s);
  EXPECT_TRUE(says("before, source"));
  EXPECT_FALSE(says("after"));
  compare_.compare.flip = false;
  compare(CompareMode::difference);
  compare_.compare.gain = 16;
  (void)draw(0s);
  EXPECT_TRUE(says("difference, gain 16×"));
  compare(CompareMode::side_by_side);
  compare_.chain.clear();
  (void)draw(0s);
  EXPECT_TRUE(says("after, no filters"));
}

TEST_F(OverlayCompareTest, ThePixelPanelShowsValuesChangesAndCodes) {
  overlay_.apply({Kind::toggle_pixel});
  pixel_.before[PixelModel::middle()] = Rgb8{164, 150, 147};
  pixel_.after[PixelModel::middle()] = Rgb8{193, 140, 147};
  pixel_.codes = {{"Y", 147}, {"Cb", 125}, {"Cr", 134}};
  pixel_.depth = 8;
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("pixel"), (Rect{16, 760, 560, 224}));
  for (const char* text : {"x 1342  y 742  zoom 0.50×", "164", "193", "+29", "\u221210", "Y 147",
                           "Cb 125", "Cr 134", "source code values, 8 bit"}) {
    EXPECT_TRUE(says(text)) << text;
  }
  pixel_.after = {};
  (void)draw(0s);
  EXPECT_FALSE(says("193"));
  EXPECT_TRUE(says("–"));
}

bool apart(const Rect& a, const Rect& b) {
  return a.w == 0 || b.w == 0 || !a.meets(b);
}

void expect_panels_apart(const Overlay& overlay, const std::string& where) {
  const std::vector<const char*> names{"hud", "compare", "transport", "pixel", "split_handle"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i + 1; j < names.size(); ++j) {
      EXPECT_TRUE(apart(overlay.panel_box(names[i]), overlay.panel_box(names[j])))
          << where << names[i] << " " << names[j];
    }
  }
}

void expect_texts_inside_and_apart(const Overlay& overlay, const std::string& where) {
  const std::vector<TextBox>& texts = overlay.text_boxes();
  const Rect pixel = overlay.panel_box("pixel");
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const TextBox& text = texts[i];
    EXPECT_FALSE(text.cut && text.panel == pixel) << where << text.text;
    EXPECT_GE(text.box.x, text.panel.x + 4) << where << text.text;
    EXPECT_LE(text.box.right(), text.panel.right() - 4) << where << text.text;
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      if (texts[j].text.empty() || text.text.empty()) continue;
      const Rect inner{text.box.x, text.box.y + 4, text.box.w - 1, text.box.h - 8};
      EXPECT_FALSE(inner.meets(texts[j].box)) << where << text.text << " | " << texts[j].text;
    }
  }
}

TEST_F(OverlayCompareTest, NothingOverlapsOrIsCutAtAnyScaleSizeAndPlaceOfTheLine) {
  overlay_.apply({Kind::toggle_pixel});
  pixel_.depth = 16;
  pixel_.codes = {{"Y", 65535}, {"Cb", 65535}, {"Cr", 65535}, {"A", 65535}};
  pixel_.zoom = 64;
  Nanoseconds now{0};
  for (const Size size : {Size{1280, 720}, Size{1920, 1080}, Size{900, 500}, Size{3840, 2160}}) {
    resize(size);
    for (const double scale : {1.0, 1.5, 2.0}) {
      scale_ = scale;
      if (size.width / scale < 480 || size.height / scale < 270) continue;
      for (const CompareMode mode :
           {CompareMode::split, CompareMode::side_by_side, CompareMode::difference}) {
        for (const double split : {0.0, 0.1, 0.25, 0.8, 1.0}) {
          if (mode != CompareMode::split && split > 0) continue;
          compare(mode, split);
          (void)draw(now += 1s);
          const std::string where = std::to_string(size.width) + " at " +
                                    std::to_string(scale).substr(0, 3) + ", split " +
                                    std::to_string(split).substr(0, 4) + ": ";
          expect_panels_apart(overlay_, where);
          expect_texts_inside_and_apart(overlay_, where);
        }
      }
    }
  }
}

TEST_F(OverlayCompareTest, TheWheelOverTheBarChangesTheGainOfTheDifferenceAlone) {
  const auto turn = [&](float amount, Nanoseconds now) {
    const Rect bar = overlay_.panel_box("compare");
    Input wheel;
    wheel.kind = Input::Kind::wheel;
    wheel.x = bar.x + 4;
    wheel.y = bar.y + 4;
    wheel.amount = amount;
    EXPECT_TRUE(feed(wheel, now).empty());
    return draw(now);
  };
  compare(CompareMode::difference);
  (void)draw(0s);
  (void)draw(1s);
  EXPECT_THAT(turn(2, 1s), testing::ElementsAre(Action{Kind::scale_gain, 4}));
  EXPECT_THAT(turn(-1, 2s), testing::ElementsAre(Action{Kind::scale_gain, 0.5}));
  compare(CompareMode::side_by_side);
  (void)draw(3s);
  EXPECT_TRUE(turn(1, 4s).empty());
  EXPECT_TRUE(text_with("C"));
}

TEST_F(OverlayCompareTest, ATooltipOfTheBarHangsUnderIt) {
  compare(CompareMode::difference);
  (void)draw(0s);
  (void)draw(1s);
  const Rect bar = overlay_.panel_box("compare"), more = overlay_.control_box("gain_more");
  pointer(Input::Kind::pointer_move, more.x + 5, more.y + 5, 1s);
  (void)draw(1s);
  (void)draw(2s);
  const auto tip = text_with("Twice the gain");
  ASSERT_TRUE(tip);
  EXPECT_GE(tip->box.y, bar.bottom());
}

TEST_F(OverlayCompareTest, TheBarGoesUnderAFaultAndTheKeysUnderTheBar) {
  resize({1280, 720});
  compare(CompareMode::difference);
  overlay_.report_fault("The log stopped: no space left.", "Free some, then press r.");
  overlay_.apply({Kind::toggle_key_help});
  (void)draw(0s);
  (void)draw(1s);
  const Rect bar = overlay_.panel_box("compare"), fault = overlay_.panel_box("fault");
  EXPECT_EQ(bar.y, fault.bottom() + 8);
  EXPECT_EQ(overlay_.panel_box("keys").y, bar.bottom() + 8);
}

TEST_F(OverlayCompareTest, ANoticeLiesOnNoOtherPanelNorWhileItFades) {
  filters_ = synthetic_filters();
  resize({1280, 720});
  compare(CompareMode::split);
  for (const bool wide_hud : {false, true}) {
    hud_.logging = wide_hud;
    Overlay::Settings settings{true, false, true};
    settings.filters = true;
    Overlay fading(settings);
    fading.keep_texts();
    fading.report_note("HDR (PQ) shown as SDR; D switches");
    int seen = 0;
    for (const Nanoseconds now : {0ms, 20ms, 60ms, 1000ms, 4999ms, 5000ms, 5040ms, 5080ms}) {
      Overlay::Frame frame{&hud_, &transport_, window_.drawable(), 1, now};
      frame.compare = &compare_;
      frame.filters = &*filters_;
      (void)fading.draw(frame);
      for (const TextBox& text : fading.text_boxes()) {
        if (text.text != "Dismiss") continue;
        ++seen;
        for (const char* name : {"hud", "filters", "compare", "transport"})
          EXPECT_TRUE(apart(text.panel, fading.panel_box(name)))
              << name << " at " << now / 1ms << " ms";
      }
    }
    EXPECT_GE(seen, 7);
  }
}

// 1280 x 720 with the filters: the bar and a HUD that says much do not fit beside each other.
TEST_F(OverlayCompareTest, TheBarGoesUnderAHudThatReachesItAndStaysWhileItsNumbersChange) {
  resize({1280, 720});
  filters_ = synthetic_filters();
  overlay_.apply({Kind::toggle_filters});
  overlay_.apply({Kind::toggle_hud_size});
  Nanoseconds now{0};
  for (const CompareMode mode : {CompareMode::split, CompareMode::difference}) {
    compare(mode);
    hud_.unpaced = hud_.logging = false;
    (void)draw(now += 1s);
    hud_.unpaced = hud_.logging = true;
    hud_.log_rows = 123456;
    (void)draw(now += 1s);
    (void)draw(now);
    const Rect hud = overlay_.panel_box("hud"), bar = overlay_.panel_box("compare");
    ASSERT_GT(bar.w, 0);
    EXPECT_EQ(bar.y, hud.bottom() + 8);
    EXPECT_EQ(bar.right(), overlay_.panel_box("filters").x - 8);
    for (const char* mark : {"before", "after", "compared", "split_handle"})
      EXPECT_TRUE(apart(overlay_.panel_box(mark), bar)) << mark;
    // Shorter by a digit at a time, until they are just clear of each other.
    hud_.unpaced = hud_.logging = false;
    for (hud_.dropped = 1e18; overlay_.panel_box("hud").right() > bar.x; hud_.dropped /= 10) {
      ASSERT_GT(hud_.dropped, 0U);
      (void)draw(now += 1s);
      (void)draw(now);
    }
    EXPECT_EQ(overlay_.panel_box("compare").y, bar.y);
  }
  hud_.unpaced = hud_.logging = false;
  overlay_.apply({Kind::toggle_filters});
  (void)draw(now += 1s);
  (void)draw(now);
  EXPECT_EQ(overlay_.panel_box("compare").y, 16);
}

TEST_F(OverlayCompareTest, InASmallWindowThePixelPanelStandsAlone) {
  resize({490, 280});
  overlay_.apply({Kind::toggle_pixel});
  compare(CompareMode::split);
  (void)draw(0s);
  (void)draw(1s);
  EXPECT_GT(overlay_.panel_box("pixel").w, 0);
  for (const char* name : {"hud", "transport", "compare", "split_handle"})
    EXPECT_EQ(overlay_.panel_box(name).w, 0) << name;
}

TEST_F(OverlayCompareTest, OneColumnWindowsAndBackAreDrawn) {
  overlay_.apply({Kind::toggle_pixel});
  compare(CompareMode::split);
  for (const Size size : {Size{1, 1}, Size{4000, 3}, Size{2, 900}, Size{1920, 1080}}) {
    resize(size);
    (void)draw(0s);
  }
  EXPECT_GT(overlay_.panel_box("pixel").w, 0);
}

}  // namespace
}  // namespace framelane
