// Where the panels and their texts lie in windows of every size.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ui/keys.h"
#include "ui/overlay_fixture_test.h"

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

bool overlap(const Rect& a, const Rect& b) {
  constexpr float kTouch = 1;
  return a.x + kTouch < b.right() && b.x + kTouch < a.right() && a.y + 4 < b.bottom() &&
         b.y + 4 < a.bottom();
}

void expect_texts_fit(const std::vector<TextBox>& boxes, const std::string& where) {
  EXPECT_FALSE(boxes.empty()) << where;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const TextBox& text = boxes[i];
    if (text.panel.w == 0) continue;
    EXPECT_GE(text.box.x, text.panel.x + 4) << where << text.text;
    EXPECT_LE(text.box.right(), text.panel.right() - 4) << where << text.text;
    EXPECT_GE(text.box.y, text.panel.y) << where << text.text;
    EXPECT_LE(text.box.bottom(), text.panel.bottom()) << where << text.text;
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      if (boxes[j].text.empty()) continue;
      EXPECT_FALSE(overlap(text.box, boxes[j].box)) << where << text.text << " | " << boxes[j].text;
    }
  }
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

std::string name_of(Size size, double scale) {
  return std::to_string(size.width) + " x " + std::to_string(size.height) + " at " +
         std::to_string(scale).substr(0, 3) + ": ";
}

constexpr Size kTightSizes[] = {{480, 854}, {320, 240}, {640, 360}, {479, 800},
                                {960, 260}, {240, 427}, {240, 135}, {240, 120}};

TEST_F(OverlayLayoutTest, DownTo240PixelsPlayIsHeldAndSoughtByMouse) {
  hud_.logging = transport_.logging = true;
  Nanoseconds now{0};
  for (const Size size : kTightSizes) {
    for (const double scale : {1.0, 1.5, 2.0}) {
      if (size.width / scale < 240 || size.height / scale < 120) continue;
      const std::string where = name_of(size, scale);
      scale_ = scale;
      resize(size);
      (void)draw(now += 1s);
      expect_texts_fit(overlay_.text_boxes(), where);
      const Rect bar = overlay_.panel_box("transport");
      EXPECT_GE(bar.x, 8) << where;
      EXPECT_LE(bar.right() * scale, size.width - 7 * scale) << where;
      EXPECT_LE(bar.bottom() * scale, size.height - 7 * scale) << where;
      std::vector<Rect> boxes;
      for (const char* id : {"play", "step_back", "step_on", "fullscreen", "seek"}) {
        const Rect box = overlay_.control_box(id);
        EXPECT_GE(box.w, 24) << where << id;
        EXPECT_GE(box.h, 24) << where << id;
        EXPECT_GE(box.x, bar.x) << where << id;
        EXPECT_LE(box.right(), bar.right()) << where << id;
        for (const Rect& other : boxes)
          EXPECT_FALSE(box.meets(other)) << where << id;
        boxes.push_back(box);
      }
      EXPECT_EQ(click(overlay_.control_box("play"), now), std::vector{Action{Kind::toggle_pause}});
      const Rect seek = overlay_.control_box("seek");
      const auto sought = click({seek.x, seek.y, seek.w / 2, seek.h}, now);
      ASSERT_FALSE(sought.empty()) << where;
      EXPECT_NEAR(sought.back().value, 144.5 / 4, 0.5) << where;
      leave(now);
      EXPECT_TRUE(says("00:00:")) << where;
      EXPECT_FALSE(overlay_.panel_box("hud").meets(bar)) << where;
      if (size.height / scale >= 135) {
        EXPECT_TRUE(says("59.94")) << where;
      }
    }
  }
}

TEST_F(OverlayLayoutTest, ControlsOfTheTransportStandApartAtEveryWidthAndSpeed) {
  transport_.paused = true;  // so that nothing hides
  Nanoseconds now{0};
  for (const double speed : {1.0, 2.0, 10.0}) {
    transport_.speed = speed;
    for (int width = 240; width <= 1400; width += width < 520 ? 20 : 88) {
      resize({width, 854});
      (void)draw(now += 1s);
      std::vector<std::pair<std::string, Rect>> boxes;
      for (const char* id : {"play", "step_back", "step_on", "loop", "ab", "speed", "mode",
                             "lanes_less", "lanes_more", "memory", "present", "unpaced", "resident",
                             "log", "compare", "scopes", "hud", "screenshot", "fullscreen"}) {
        const Rect box = overlay_.control_box(id);
        if (box.w <= 0) continue;
        for (const auto& [other, at] : boxes)
          EXPECT_FALSE(box.meets(at)) << width << " at " << speed << ": " << id << ", " << other;
        boxes.emplace_back(id, box);
      }
      const bool says_speed = overlay_.control_box("speed").w > 0;
      if (speed != 1 && width >= 340) {
        EXPECT_TRUE(says_speed) << width;
      }
      if (speed == 1 && width < 640) {
        EXPECT_FALSE(says_speed) << width << ": it reads like a speed-up";
      }
    }
  }
}

TEST_F(OverlayLayoutTest, ATightWindowSaysTheModeWhereItHasRoomAndKeepsItsForm) {
  for (const auto& [width, text] : {std::pair{400, "overlapped, 3 lanes"}, {320, "overlapped"}}) {
    resize({width, 240});
    (void)draw(1s);
    std::string line;
    for (const TextBox& box : overlay_.text_boxes()) {
      EXPECT_FALSE(box.cut) << width << box.text;
      if (box.panel == overlay_.panel_box("hud")) line += box.text;
    }
    EXPECT_NE(line.find(text), std::string::npos) << width << line;
  }
}

TEST_F(OverlayLayoutTest, AMessageTakesTheHudsPlaceInATightWindowAndCanBeDismissed) {
  transport_.paused = true;  // so that nothing hides
  overlay_.report_fault("cannot open /clips/song.mp4: no video stream in it", "Choose another.");
  Nanoseconds now{0};
  for (const Size size : {Size{320, 240}, Size{240, 200}, Size{240, 135}}) {
    resize(size);
    (void)draw(now += 1s);
    const Rect fault = overlay_.panel_box("fault");
    EXPECT_GT(fault.w, 0);
    EXPECT_EQ(overlay_.panel_box("hud").w, 0);
    EXPECT_GT(overlay_.panel_box("transport").w, 0);
    EXPECT_FALSE(fault.meets(overlay_.panel_box("transport"))) << size.height;
    expect_texts_fit(overlay_.text_boxes(), name_of(size, 1));
  }
  (void)click(overlay_.control_box("dismiss"), now);
  (void)draw(now += 1s);
  EXPECT_EQ(overlay_.panel_box("fault").w, 0);
  EXPECT_GT(overlay_.panel_box("hud").w, 0);
}

TEST_F(OverlayLayoutTest, APanelAskedForWhereNoneHasRoomSaysSoAndComesInALargerWindow) {
  filters_ = synthetic_filters();
  resize({320, 240});
  (void)draw(1s);
  for (const Kind kind :
       {Kind::toggle_filters, Kind::toggle_timeline, Kind::toggle_pixel, Kind::toggle_panels}) {
    overlay_.apply({kind});
    (void)draw(2s);
    EXPECT_TRUE(says("Panels need a larger window"));
    for (const char* panel : {"filters", "timeline", "pixel", "overlap"})
      EXPECT_EQ(overlay_.panel_box(panel).w, 0) << panel;
    (void)click(overlay_.control_box("dismiss"), 2s);
    (void)draw(2s);
  }
  resize({1920, 1080});
  (void)draw(9s);
  EXPECT_GT(overlay_.panel_box("timeline").w, 0);
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
