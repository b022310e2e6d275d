// Where the panels and their texts lie in windows of every size.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ui/keys.h"
#include "ui/texts_fit_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;
using OverlayLayoutTest = OverlayTest;

TEST_F(OverlayLayoutTest, WithoutAFileThereIsOneLineAndADeafTransport) {
  transport_ = {};
  (void)draw(0s);
  EXPECT_TRUE(says("Drop a video here"));
  EXPECT_EQ(overlay_.panel_box("hud").w, 0);
  EXPECT_TRUE(click(overlay_.control_box("play"), 0s).empty());
}

TEST_F(OverlayLayoutTest, SmallWindowsShowLess) {
  resize({1279, 720});
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("hud").h, 40);
  EXPECT_GT(overlay_.panel_box("transport").w, 0);
  for (const Size size : {Size{239, 400}, Size{400, 119}}) {
    resize(size);
    (void)draw(0s);
    EXPECT_TRUE(overlay_.text_boxes().empty());
  }
  resize({1, 1});
  (void)draw(0s);
  resize({1920, 1080});
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("hud").h, 344);
}

TEST_F(OverlayLayoutTest, InASmallWindowAPanelAskedForStandsAlone) {
  resize({900, 400});
  (void)draw(0s);
  EXPECT_TRUE(overlay_.apply({Kind::toggle_hud_size}));
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("hud").h, 344);
  EXPECT_EQ(overlay_.panel_box("transport").w, 0);
}

TEST_F(OverlayLayoutTest, NoTextLeavesItsPanelOrMeetsAnotherAtAnyScaleAndSize) {
  hud_.logging = transport_.logging = true;
  hud_.log_rows = transport_.log_rows = 216000;
  transport_.log_name = "framelane_lake_dawn_2160p60_2024-05-01_12-00-00.csv";
  hud_.decoded = hud_.processed = 216000;
  hud_.displayed = 1'234'567;
  hud_.processed_fps = 3612.41;
  hud_.unpaced = hud_.resident = true;
  hud_.device = "CPU, 128 threads of a long name";
  hud_.rows[0].mean_ms = 1234.567;
  hud_.rows[4].over_budget_ms = 12.5;
  overlay_.report_fault(std::string(200, 'x'), "Do this.");
  overlay_.apply({Kind::toggle_key_help});
  Nanoseconds now{0};
  for (const Size size :
       {Size{1280, 720}, Size{1920, 1080}, Size{900, 500}, Size{490, 280}, Size{3840, 2160},
        Size{640, 360}, Size{480, 854}, Size{320, 240}, Size{240, 135}}) {
    for (const double scale : {1.0, 1.5, 2.0}) {
      scale_ = scale;
      resize(size);
      now += 1s;
      (void)draw(now);
      if (size.width / scale < 240 || size.height / scale < 120) continue;
      expect_texts_fit(overlay_.text_boxes(), std::to_string(size.width) + " at " +
                                                  std::to_string(scale).substr(0, 3) + ": ");
    }
  }
}

TEST_F(OverlayLayoutTest, AMessageLeavesTheEmptyWindowsLineAndButtonTheirRoom) {
  transport_ = {};
  overlay_.report_fault(std::string(300, 'x'), "Do this.");
  Nanoseconds now{0};
  for (const Size size : {Size{1280, 720}, Size{640, 360}, Size{490, 290}, Size{320, 300}}) {
    resize(size);
    (void)draw(now += 1s);
    EXPECT_FALSE(overlay_.panel_box("fault").meets(overlay_.panel_box("no_file"))) << size.width;
    EXPECT_FALSE(overlay_.panel_box("no_file").meets(overlay_.panel_box("transport")))
        << size.width;
  }
}

TEST_F(OverlayLayoutTest, TheFilesFactsComeBeforeTheLogsName) {
  transport_.logging = true;
  transport_.log_name = "framelane_lake_dawn_2160p60_2024-05-01_12-00-00.csv";
  (void)draw(0s);
  EXPECT_TRUE(says("3840 × 2160"));
  EXPECT_FALSE(says("12-00-00.csv"));
  resize({3840, 1080});
  (void)draw(1s);
  EXPECT_TRUE(says("3840 × 2160"));
  EXPECT_TRUE(says("framelane_lake_dawn"));
}

TEST_F(OverlayLayoutTest, DialogEmptyWindowAndMarksFitAtAnyScaleAndSize) {
  transport_.ab_from_s = 30;
  transport_.ab_to_s = 60;
  transport_.place = "12/345";
  transport_.count_is_estimate = true;
  Nanoseconds now{0};
  for (const bool dialog : {true, false}) {
    files_.dialog.shown = dialog;
    transport_.open = dialog;
    for (const Size size : {Size{1280, 720}, Size{1920, 1080}, Size{490, 280}, Size{3840, 2160},
                            Size{640, 360}, Size{480, 854}, Size{320, 240}, Size{240, 240}}) {
      for (const double scale : {1.0, 1.5, 2.0}) {
        scale_ = scale;
        resize(size);
        now += 1s;
        (void)draw(now);
        if (size.width / scale < 240 || size.height / scale < 200) continue;
        expect_texts_fit(overlay_.text_boxes(),
                         std::to_string(size.width) + " at " + std::to_string(scale) + ": ");
      }
    }
  }
}

TEST_F(OverlayLayoutTest, TheListOfKeysIsWholeAt1280By720AndScrollsInLess) {
  overlay_.apply({Kind::toggle_key_help});
  resize({1280, 720});
  (void)draw(0s);
  for (const KeyLine& line : key_lines())
    EXPECT_TRUE(says(std::string(line.help))) << line.help;
  resize({640, 300});
  (void)draw(1s);
  const std::string last(key_lines().back().help), first(key_lines().front().help);
  EXPECT_FALSE(says(last));
  Input wheel;
  wheel.kind = Input::Kind::wheel;
  wheel.amount = -100;
  (void)feed(wheel, 1s);
  (void)draw(1s);
  EXPECT_TRUE(says(last));
  EXPECT_FALSE(says(first));
}

TEST_F(OverlayLayoutTest, NothingOfAnOrdinaryHudIsCut) {
  (void)draw(0s);
  for (const TextBox& box : overlay_.text_boxes())
    EXPECT_FALSE(box.cut) << box.text;
}

TEST_F(OverlayLayoutTest, ALongChainFitsAtAnyScaleAndSize) {
  filters_ = synthetic_long_chain();
  overlay_.apply({Kind::toggle_filters});
  overlay_.report_fault(std::string(200, 'x'), "Do this.");
  Nanoseconds now{0};
  for (const char* list : {"", "filters.Add", "filters.Presets"}) {
    for (const Size size :
         {Size{1280, 720}, Size{1920, 1080}, Size{900, 500}, Size{490, 280}, Size{3840, 2160}}) {
      for (const double scale : {1.0, 1.5, 2.0}) {
        scale_ = scale;
        resize(size);
        now += 1s;
        (void)draw(now);
        if (size.width / scale < 480 || size.height / scale < 270) continue;
        if (*list != 0 && !says("Chain")) continue;
        if (*list != 0) (void)click(overlay_.control_box(list), now);
        const std::string where = std::to_string(size.width) + " at " +
                                  std::to_string(scale).substr(0, 3) + " " + list + ": ";
        const Rect panel = overlay_.panel_box("filters");
        EXPECT_GT(panel.h, 0) << where;
        EXPECT_LE(panel.bottom() * scale, size.height - 15 * scale) << where;
        EXPECT_FALSE(panel.meets(overlay_.panel_box("transport"))) << where;
        EXPECT_FALSE(panel.meets(overlay_.panel_box("fault"))) << where;
        expect_texts_fit(overlay_.text_boxes(), where);
        if (*list != 0) (void)feed(key("ESC"), now);
        (void)draw(now);
      }
    }
  }
}

TEST_F(OverlayLayoutTest, NothingOfAnOrdinaryFiltersPanelIsCut) {
  filters_ = synthetic_filters();
  overlay_.apply({Kind::toggle_filters});
  for (const double scale : {1.0, 1.5, 2.0}) {
    scale_ = scale;
    resize({static_cast<int>(1920 * scale), static_cast<int>(1080 * scale)});
    (void)draw(0s);
    for (const TextBox& box : overlay_.text_boxes())
      EXPECT_FALSE(box.cut) << box.text;
  }
}

}  // namespace
}  // namespace framelane
