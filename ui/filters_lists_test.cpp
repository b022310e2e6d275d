// The lists over the filters panel's rows, its foot, the keyboard, and windows of every size.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ui/choices.h"
#include "ui/filters_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;
using FiltersListsTest = FiltersTest;

TEST_F(FiltersListsTest, TypingFindsAFilterAndEnterAddsIt) {
  (void)draw(now_);
  (void)click_on("filters.Add");
  EXPECT_TRUE(says("Search the filters"));
  EXPECT_TRUE(says("exposure in stops"));
  EXPECT_TRUE(keys({"m", "E", "d"}).empty());
  EXPECT_TRUE(says("median"));
  EXPECT_FALSE(says("exposure in stops"));
  EXPECT_EQ(taken(keys({"ENTER"})), "eq,gblur=sigma=0.8,unsharp,median");
  (void)draw(now_);
  EXPECT_FALSE(says("Search the filters"));
  EXPECT_GT(box("filter3.radius").w, 0);
  EXPECT_THAT(keys({"t"}), testing::ElementsAre(Action{Kind::toggle_serial}));
}

TEST_F(FiltersListsTest, NamesAreWholeAndTheListIsAsHighAsItsRows) {
  (void)draw(now_);
  (void)click_on("filters.Add");
  const float high = overlay_.panel_box("filters").h;
  (void)keys({"c", "o", "l", "o", "r", "c", "h"});
  const auto name = std::ranges::find(overlay_.text_boxes(), "colorchannelmixer", &TextBox::text);
  ASSERT_NE(name, overlay_.text_boxes().end());
  EXPECT_FALSE(name->cut);
  EXPECT_LT(overlay_.panel_box("filters").h, high - 10 * 24);
}

TEST_F(FiltersListsTest, ArrowsAndAClickChooseAndHelpTextsAreSearched) {
  (void)draw(now_);
  (void)click_on("filters.Add");
  EXPECT_EQ(taken(keys({"DOWN", "DOWN", "UP", "ENTER"})), "eq,gblur=sigma=0.8,unsharp,exposure");
  (void)draw(now_);
  (void)click_on("filters.Add");
  (void)keys({"s", "h", "a", "r", "p", "e", "n", " ", "o", "r"});
  EXPECT_EQ(box("choice1").w, 0);
  EXPECT_EQ(taken(click_on("choice0")), "eq,gblur=sigma=0.8,unsharp,exposure,unsharp");
}

TEST_F(FiltersListsTest, EscapeOrAPressElsewhereLeavesTheList) {
  (void)draw(now_);
  for (int way = 0; way < 4; ++way) {
    (void)click_on("filters.Add");
    EXPECT_TRUE(says("Search the filters"));
    switch (way) {
      case 0:
        EXPECT_TRUE(keys({"x", "q", "z", "ENTER", "ESC"}).empty());
        break;
      case 1:
        (void)pointer(Input::Kind::button_down, 900, 500, now_);
        break;
      case 2:
        (void)click_on("filters.Add");
        break;
      default:
        EXPECT_TRUE(keys({"TAB"}).empty());
    }
    (void)draw(now_);
    (void)draw(now_);
    EXPECT_FALSE(says("Search the filters")) << way;
    EXPECT_GT(box("filter0.name").w, 0) << way;
    (void)up(900, 500);
  }
}

TEST_F(FiltersListsTest, AListIsGoneWithItsPanelAndTakesNoKeyThen) {
  (void)draw(now_);
  (void)click_on("filters.Presets");
  overlay_.apply({Kind::toggle_filters});
  (void)draw(now_);
  (void)draw(now_);
  EXPECT_THAT(keys({"t"}), testing::ElementsAre(Action{Kind::toggle_serial}));
  overlay_.apply({Kind::toggle_filters});
  (void)draw(now_);
  (void)draw(now_);
  EXPECT_GT(box("filter0.name").w, 0);
}

TEST_F(FiltersListsTest, PresetsAreLoadedAndSavedByName) {
  (void)draw(now_);
  (void)click_on("filters.Presets");
  EXPECT_TRUE(says("film, warm"));
  EXPECT_THAT(click_on("choice1"),
              testing::ElementsAre(Action{Kind::load_preset, 0, true, "film, warm"}));
  (void)click_on("filters.Presets");
  EXPECT_TRUE(click_on("filters.save").empty());
  EXPECT_TRUE(keys({"ENTER"}).empty());
  (void)click_on("filters.name");
  EXPECT_TRUE(keys({"ENTER"}).empty());
  EXPECT_THAT(keys({"SPACE", "m", "i", "SPACE", "x", "SPACE", "ENTER"}),
              testing::ElementsAre(Action{Kind::save_preset, 0, true, "mi x"}));
  (void)draw(now_);
  (void)click_on("filters.Presets");
  (void)keys({"TAB", "d", "u", "s", "k"});
  EXPECT_TRUE(says("Replace"));
  EXPECT_THAT(click_on("filters.save"),
              testing::ElementsAre(Action{Kind::save_preset, 0, true, "dusk"}));
  (void)draw(now_);
  (void)click_on("filters.Presets");
  EXPECT_THAT(keys({"UP", "ENTER"}),
              testing::ElementsAre(Action{Kind::load_preset, 0, true, "night"}));
}

TEST_F(FiltersListsTest, ThePresetsLeaveThePlayerItsKeysAndAreLeftByEscape) {
  (void)draw(now_);
  (void)click_on("filters.Presets");
  EXPECT_THAT(keys({"t", "q"}),
              testing::ElementsAre(Action{Kind::toggle_serial}, Action{Kind::quit}));
  EXPECT_TRUE(says("film, warm"));
  const Rect panel = overlay_.panel_box("filters");
  (void)click({panel.x + 40, panel.y + 24, 4, 4}, now_);
  EXPECT_TRUE(keys({"DOWN"}).empty());
  EXPECT_TRUE(says("film, warm")) << "pressed on the panel, it stays";
  EXPECT_TRUE(keys({"ESC"}).empty());
  (void)draw(now_);
  EXPECT_FALSE(says("film, warm"));
  (void)click_on("filters.Presets");
  (void)click_on("filters.name");
  EXPECT_TRUE(keys({"q", "ESC"}).empty()) << "a name is typed";
  (void)draw(now_);
  EXPECT_FALSE(says("film, warm"));
  (void)click_on("filters.Presets");
  (void)click_on("choice0");
  EXPECT_THAT(keys({"SPACE", "q"}),
              testing::ElementsAre(Action{Kind::toggle_pause}, Action{Kind::quit}));
}

TEST_F(FiltersListsTest, FewChoicesAreSegmentsWhichKeysAndWheelStepToo) {
  use("lut3d");
  (void)draw(now_);
  EXPECT_TRUE(says("nearest") && says("trilinear") && says("tetrahedral"));
  const Rect choices = box("filter0.interp");
  (void)down("filter0.interp", 0.1F);
  EXPECT_EQ(taken(up(choices.x + choices.w * 0.1F, choices.y + 12)), "lut3d=interp=nearest");
  ASSERT_TRUE(tab_to("filter0.interp"));
  EXPECT_EQ(taken(keys({"LEFT"})), "none") << "it is the first";
  EXPECT_EQ(taken(keys({"RIGHT"})), "lut3d=interp=trilinear");
  EXPECT_EQ(taken(keys({"DOWN"})), "lut3d");
  EXPECT_EQ(taken(wheel("filter0.interp", 1)), "lut3d=interp=trilinear");
}

TEST_F(FiltersListsTest, ManyChoicesOpenAListThatIsSearched) {
  use("eq,lut1d,curves");
  (void)draw(now_);
  EXPECT_TRUE(says("linear") && says("none"));
  EXPECT_TRUE(click_on("filter1.interp").empty());
  EXPECT_TRUE(says("lut1d, interp") && says("nearest") && says("spline"));
  (void)keys({"u", "b"});
  EXPECT_FALSE(says("spline"));
  EXPECT_EQ(taken(keys({"ENTER"})), "eq,lut1d=interp=cubic,curves");
  (void)draw(now_);
  EXPECT_TRUE(says("cubic")) << "the rows are back";
  (void)click_on("filter2.preset");
  EXPECT_EQ(taken(click_on("choice10")), "eq,lut1d=interp=cubic,curves=preset=vintage");
  (void)draw(now_);
  (void)click_on("filter2.preset");
  EXPECT_EQ(taken(keys({"x", "q", "ENTER", "ESC"})), "none");
  (void)draw(now_);
  EXPECT_GT(box("filter0.name").w, 0);
}

TEST_F(FiltersListsTest, AFileIsChosenInTheDialog) {
  use("eq,lut3d=file=/looks/old one.cube");
  (void)draw(now_);
  EXPECT_TRUE(says("old one.cube")) << "without its folder";
  EXPECT_THAT(
      click_on("filter1.file"),
      testing::ElementsAre(Action{Kind::choose_file, 0, true, "cube", {"/looks/old one.cube"}}));
  EXPECT_FALSE(overlay_.apply({Kind::take_file, 0, true, "/looks/it's new.cube"}))
      << "who owns the dialog closes it";
  EXPECT_EQ(taken(draw(now_)), "eq,lut3d=file='/looks/it'\\''s new.cube'");
  (void)draw(now_);
  use("eq");
  (void)draw(now_);
  (void)overlay_.apply({Kind::take_file, 0, true, "/looks/late.cube"});
  EXPECT_EQ(taken(draw(now_)), "none") << "the filter is gone";
}

TEST_F(FiltersListsTest, TheChainsTextIsCopiedPastedAndAtMostFourLines) {
  filters_ = synthetic_long_chain();
  (void)draw(now_);
  EXPECT_THAT(click_on("filters.Copy"), testing::ElementsAre(Action{Kind::copy_chain}));
  EXPECT_THAT(click_on("filters.Paste"), testing::ElementsAre(Action{Kind::paste_chain}));
  const Rect copy = box("filters.Copy");
  int lines = 0;
  bool cut = false;
  for (const TextBox& text : overlay_.text_boxes()) {
    if (text.box.y < copy.bottom() || text.panel != overlay_.panel_box("filters")) continue;
    ++lines;
    cut = cut || text.cut;
  }
  EXPECT_EQ(lines, 4);
  EXPECT_TRUE(cut);
  use("");
  (void)draw(now_);
  EXPECT_TRUE(click_on("filters.Copy").empty());
}

TEST_F(FiltersListsTest, TextGoesToAndFromTheClipboard) {
  std::string clipboard = "3.5";
  overlay_.use_clipboard(
      {[&] { return clipboard; }, [&](const std::string& text) { clipboard = text; }});
  (void)draw(now_);
  (void)click_on("filter1.sigma.value");
  Input ctrl = key("v");
  ctrl.ctrl = true;
  EXPECT_TRUE(feed(ctrl, now_).empty());
  ctrl.key = "a";
  EXPECT_TRUE(feed(ctrl, now_).empty());
  ctrl.key = "c";
  clipboard.clear();
  EXPECT_TRUE(feed(ctrl, now_).empty());
  EXPECT_EQ(clipboard, "3.5");
  EXPECT_EQ(taken(keys({"ENTER"})), "eq,gblur=sigma=3.5,unsharp");
}

TEST_F(FiltersListsTest, TheKeyboardAloneReachesEverything) {
  (void)draw(now_);
  ASSERT_TRUE(tab_to("filter0.brightness"));
  EXPECT_EQ(taken(keys({"RIGHT"})), "eq=brightness=0.02,gblur=sigma=0.8,unsharp");
  EXPECT_EQ(taken(keys({"DOWN"}, true)), "eq=brightness=0.01,gblur=sigma=0.8,unsharp");
  EXPECT_EQ(taken(keys({"ENTER", "0", "TAB"})), "eq,gblur=sigma=0.8,unsharp");
  EXPECT_EQ(overlay_.focused_control(), "filter0.saturation");
  ASSERT_TRUE(tab_to("filter0.grip"));
  EXPECT_EQ(taken(keys({"DOWN"})), "gblur=sigma=0.8,eq,unsharp");
  EXPECT_EQ(overlay_.focused_control(), "filter1.grip");
  EXPECT_EQ(taken(keys({"UP"})), "eq,gblur=sigma=0.8,unsharp");
  EXPECT_EQ(taken(keys({"UP"})), "none");
  ASSERT_TRUE(tab_to("filter1.enable"));
  EXPECT_EQ(taken(keys({"SPACE"})), "eq,!gblur=sigma=0.8,unsharp");
  ASSERT_TRUE(tab_to("filter1.remove"));
  EXPECT_EQ(taken(keys({"ENTER"})), "eq,unsharp");
  ASSERT_TRUE(tab_to("filters.Add"));
  EXPECT_EQ(taken(keys({"ENTER", "h", "u", "e", "ENTER"})), "eq,unsharp,hue");
  EXPECT_TRUE(keys({"ESC"}).empty());
  EXPECT_EQ(overlay_.focused_control(), "");
}

TEST_F(FiltersListsTest, TheRingBringsItsRowIntoView) {
  filters_ = synthetic_long_chain();
  (void)draw(now_);
  EXPECT_EQ(box("filter8.frames").w, 0);
  ASSERT_TRUE(tab_to("filter8.frames"));
  (void)draw(now_);
  EXPECT_GT(box("filter8.frames").h, 20);
  ASSERT_TRUE(tab_to("filter0.grip"));
  (void)draw(now_);
  EXPECT_GT(box("filter0.grip").h, 20);
}

TEST_F(FiltersListsTest, UnderTheFullSizeOnlyTheChosenFilterShowsItsSliders) {
  resize({1599, 1080});
  (void)draw(now_);
  EXPECT_GT(box("filter0.contrast").w, 0);
  EXPECT_EQ(box("filter1.sigma").w, 0);
  (void)click_on("filter1.name");
  (void)draw(now_);
  EXPECT_EQ(box("filter0.contrast").w, 0);
  EXPECT_GT(box("filter1.sigma").w, 0);
  (void)click_on("filter1.name");
  (void)draw(now_);
  EXPECT_EQ(box("filter1.sigma").w, 0);
}

TEST_F(FiltersListsTest, InASmallWindowThePanelStandsAlone) {
  resize({1000, 600});
  (void)draw(now_);
  EXPECT_GT(overlay_.panel_box("filters").w, 0);
  EXPECT_EQ(overlay_.panel_box("hud").w, 0);
  EXPECT_EQ(overlay_.panel_box("transport").w, 0);
  overlay_.apply({Kind::toggle_panels});
  (void)draw(now_);
  EXPECT_EQ(overlay_.panel_box("filters").w, 0);
  EXPECT_GT(overlay_.panel_box("hud").w, 0);
  EXPECT_GT(overlay_.panel_box("transport").w, 0);
}

TEST_F(FiltersListsTest, AllPanelsComeAndGoBackToWhatWasShown) {
  overlay_.apply({Kind::toggle_filters});
  overlay_.apply({Kind::toggle_hud_size});
  (void)draw(now_);
  for (const Action& action : keys({"I"}))
    EXPECT_TRUE(overlay_.apply(action));
  EXPECT_TRUE(overlay_.filters_shown() && overlay_.hud_shown());
  (void)draw(now_);
  EXPECT_GT(overlay_.panel_box("hud").h, 40);
  for (const Action& action : keys({"I"}))
    EXPECT_TRUE(overlay_.apply(action));
  EXPECT_TRUE(overlay_.hud_shown());
  EXPECT_FALSE(overlay_.filters_shown());
  (void)draw(now_);
  EXPECT_EQ(overlay_.panel_box("hud").h, 40);
}

TEST_F(FiltersListsTest, TheListOfKeysTakesThePanelsPlace) {
  (void)draw(now_);
  overlay_.apply({Kind::toggle_key_help});
  (void)draw(now_);
  EXPECT_EQ(overlay_.panel_box("filters").w, 0);
  EXPECT_GT(overlay_.panel_box("keys").w, 0);
}

TEST_F(FiltersListsTest, ThePanelFadesAndTakesNoInputWhileItGoes) {
  Overlay::Settings settings{true, true, true};
  settings.filters = true;
  Overlay fading(settings);
  const auto draw_at = [&](Nanoseconds now) {
    Overlay::Frame frame{&hud_, &transport_, window_.drawable(), 1.0, now};
    frame.filters = &*filters_;
    (void)fading.draw(frame);
  };
  draw_at(1s);
  EXPECT_GT(fading.panel_box("filters").w, 0);
  fading.apply({Kind::toggle_filters});
  draw_at(2s);
  EXPECT_EQ(fading.panel_box("filters").w, 0);
  EXPECT_EQ(fading.control_box("filter0.name").w, 0);
  EXPECT_EQ(fading.redraw_at(), Nanoseconds{2s});
  draw_at(2s + 120ms);
  EXPECT_NE(fading.redraw_at(), Nanoseconds{2s + 120ms});
}

TEST_F(FiltersListsTest, NothingHidesWhileTyping) {
  (void)draw(now_);
  (void)click_on("filters.Add");
  pointer(Input::Kind::pointer_move, 900, 500, now_);
  (void)draw(60s);
  EXPECT_TRUE(overlay_.pointer_shown());
}

TEST(Choices, TheBestMatchesComeFirst) {
  const std::vector<Choice> choices{{"unsharp", "sharpen or blur"},
                                    {"gblur", "Gaussian blur"},
                                    {"blurry", ""},
                                    {"hue", "turns colours"}};
  EXPECT_THAT(matching(choices, "BLUR"), testing::ElementsAre(2, 1, 0));
  EXPECT_THAT(matching(choices, "gauss blur"), testing::ElementsAre(1));
  EXPECT_THAT(matching(choices, " "), testing::ElementsAre(0, 1, 2, 3));
  EXPECT_TRUE(matching(choices, "xyz").empty());
}

}  // namespace
}  // namespace framelane
