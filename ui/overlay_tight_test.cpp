// What there is in windows that hold the transport and one line.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "ui/texts_fit_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;
using OverlayTightTest = OverlayTest;

std::string name_of(Size size, double scale) {
  return std::to_string(size.width) + " x " + std::to_string(size.height) + " at " +
         std::to_string(scale).substr(0, 3) + ": ";
}

constexpr Size kTightSizes[] = {{480, 854}, {320, 240}, {640, 360}, {479, 800},
                                {960, 260}, {240, 427}, {240, 135}, {240, 120}};

TEST_F(OverlayTightTest, DownTo240PixelsPlayIsHeldAndSoughtByMouse) {
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

TEST_F(OverlayTightTest, ControlsOfTheTransportStandApartAtEveryWidthAndSpeed) {
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

TEST_F(OverlayTightTest, ATightWindowSaysTheModeWhereItHasRoomAndKeepsItsForm) {
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

TEST_F(OverlayTightTest, AMessageTakesTheHudsPlaceInATightWindowAndCanBeDismissed) {
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

TEST_F(OverlayTightTest, APanelAskedForWhereNoneHasRoomSaysSoAndComesInALargerWindow) {
  filters_ = synthetic_filters();
  overlap_ = synthetic_overlap();
  resize({320, 240});
  (void)draw(1s);
  for (const Kind kind : {Kind::toggle_filters, Kind::toggle_timeline, Kind::toggle_pixel,
                          Kind::toggle_overlap, Kind::toggle_panels}) {
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
  for (const char* panel : {"timeline", "overlap"})
    EXPECT_GT(overlay_.panel_box(panel).w, 0) << panel;
}

}  // namespace
}  // namespace framelane
