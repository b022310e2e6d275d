#include "ui/overlay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "ui/keys.h"
#include "ui/overlay_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;

TEST_F(OverlayTest, PanelsAreDrawnInsideTheirRectanglesAndNowhereElse) {
  view_.draw(window_.drawable());
  const RgbaImage before = window_.read_back();
  (void)draw(0s);
  const RgbaImage after = window_.read_back();
  const Rect hud = overlay_.panel_box("hud"), bar = overlay_.panel_box("transport");
  EXPECT_EQ(hud, (Rect{16, 16, 352, 344}));
  EXPECT_EQ(bar, (Rect{16, 992, 1888, 72}));
  int in_hud = 0, outside = 0;
  for (int y = 0; y < 1080; ++y) {
    for (int x = 0; x < 1920; ++x) {
      const auto at = static_cast<std::size_t>(y * 1920 + x) * 4;
      const bool changed =
          !std::equal(&before.pixels[at], &before.pixels[at] + 3, &after.pixels[at]);
      const float px = static_cast<float>(x) + 0.5F, py = static_cast<float>(y) + 0.5F;
      if (!changed) continue;
      if (hud.contains(px, py)) ++in_hud;
      if (!hud.contains(px, py) && !bar.contains(px, py)) ++outside;
    }
  }
  EXPECT_GT(in_hud, 2000);
  EXPECT_EQ(outside, 0);
}

TEST_F(OverlayTest, EveryButtonAsksForItsAction) {
  (void)draw(0s);
  const std::map<std::string, Action> want{{"play", {Kind::toggle_pause}},
                                           {"step_back", {Kind::step, -1}},
                                           {"step_on", {Kind::step, 1}},
                                           {"loop", {Kind::toggle_loop_file}},
                                           {"ab", {Kind::mark_ab}},
                                           {"speed", {Kind::reset_speed}},
                                           {"mode", {Kind::toggle_serial}},
                                           {"lanes_less", {Kind::change_lanes, -1}},
                                           {"lanes_more", {Kind::change_lanes, 1}},
                                           {"memory", {Kind::toggle_memory}},
                                           {"present", {Kind::toggle_present}},
                                           {"unpaced", {Kind::toggle_unpaced}},
                                           {"resident", {Kind::toggle_resident}},
                                           {"log", {Kind::toggle_log}},
                                           {"hud", {Kind::toggle_hud}},
                                           {"scopes", {Kind::toggle_scopes}},
                                           {"screenshot", {Kind::screenshot_picture}},
                                           {"fullscreen", {Kind::toggle_fullscreen}},
                                           {"hud_panel", {Kind::toggle_hud_size}}};
  for (const auto& [id, action] : want) {
    const Rect box = overlay_.control_box(id);
    ASSERT_GT(box.w, 0) << id;
    EXPECT_GE(box.w, 24) << id;
    EXPECT_GE(box.h, 24) << id;
    EXPECT_THAT(click(box, 1s), testing::ElementsAre(action)) << id;
  }
}

TEST_F(OverlayTest, TheTransportSaysHowResultsComeToTheScreenWhereThatCanBeChosen) {
  (void)draw(0s);
  EXPECT_TRUE(says("direct"));
  transport_.present_direct = false;
  (void)draw(1s);
  EXPECT_TRUE(says("via host"));
  EXPECT_EQ(click(overlay_.control_box("present"), 1s).size(), 1U);
  transport_.present_unavailable = "OpenGL is drawn by another device";
  (void)draw(2s);
  EXPECT_TRUE(click(overlay_.control_box("present"), 2s).empty()) << "it is disabled then";
  transport_.present_offered = false;
  (void)draw(3s);
  EXPECT_FALSE(says("via host")) << "on the CPU there is no choice";
}

TEST_F(OverlayTest, SeekBarFollowsADragAndEndsIt) {
  (void)draw(0s);
  const Rect bar = overlay_.control_box("seek");
  pointer(Input::Kind::button_down, bar.x + bar.w / 4, bar.y + 12, 0s);
  std::vector<Action> actions = draw(0s);
  ASSERT_EQ(actions.size(), 1U);
  EXPECT_EQ(actions[0].kind, Kind::seek_to);
  EXPECT_NEAR(actions[0].value, 144.5 / 4, 0.2);
  EXPECT_FALSE(actions[0].last);
  EXPECT_TRUE(draw(0s).empty());
  pointer(Input::Kind::pointer_move, bar.x + bar.w / 2, bar.y + 200, 0s);
  pointer(Input::Kind::button_up, bar.x + bar.w / 2, bar.y + 200, 0s);
  actions = draw(0s);
  ASSERT_EQ(actions.size(), 1U);
  EXPECT_NEAR(actions[0].value, 144.5 / 2, 0.2);
  EXPECT_TRUE(actions[0].last);
  EXPECT_TRUE(draw(0s).empty());
}

TEST_F(OverlayTest, WithoutALengthTheSeekBarIsDeaf) {
  transport_.duration_s.reset();
  (void)draw(0s);
  EXPECT_TRUE(click(overlay_.control_box("seek"), 1s).empty());
  EXPECT_TRUE(says("–"));
}

TEST_F(OverlayTest, KeysDropsAndClosingBecomeActions) {
  (void)draw(0s);
  EXPECT_THAT(feed(key("t"), 0s), testing::ElementsAre(Action{Kind::toggle_serial}));
  Input drop;
  drop.kind = Input::Kind::drop;
  drop.paths = {"/a.mp4", "/b"};
  EXPECT_THAT(feed(drop, 0s),
              testing::ElementsAre(Action{Kind::open_files, 0, true, "", {"/a.mp4", "/b"}}));
  Input quit;
  quit.kind = Input::Kind::quit;
  EXPECT_THAT(feed(quit, 0s), testing::ElementsAre(Action{Kind::quit}));
}

TEST_F(OverlayTest, DoubleClickIsFullscreenOnThePictureOnly) {
  (void)draw(0s);
  const auto down = Input::Kind::button_down;
  EXPECT_THAT(pointer(down, 960, 500, 0s, 2),
              testing::ElementsAre(Action{Kind::toggle_fullscreen}));
  EXPECT_TRUE(pointer(down, 100, 100, 0s, 2).empty());
}

TEST_F(OverlayTest, FocusedControlTakesSpaceAndLeavesTheOtherKeys) {
  (void)draw(0s);
  EXPECT_TRUE(feed(key("TAB"), 0s).empty());
  EXPECT_TRUE(feed(key("TAB"), 0s).empty());
  (void)draw(0s);
  EXPECT_TRUE(feed(key("SPACE"), 0s).empty());
  EXPECT_THAT(draw(0s), testing::ElementsAre(Action{Kind::toggle_pause}));
  EXPECT_EQ(feed(key("t"), 0s).size(), 1U);
  EXPECT_TRUE(feed(key("ESC"), 0s).empty());
  EXPECT_THAT(feed(key("SPACE"), 0s), testing::ElementsAre(Action{Kind::toggle_pause}));
}

TEST_F(OverlayTest, TransportAndPointerHideAfterTwoSecondsAndComeBack) {
  (void)draw(0s);
  pointer(Input::Kind::pointer_move, 960, 500, 1s);
  (void)draw(2900ms);
  EXPECT_TRUE(overlay_.pointer_shown());
  EXPECT_EQ(overlay_.redraw_at(), Nanoseconds{3s});
  (void)draw(3s);
  EXPECT_FALSE(overlay_.pointer_shown());
  EXPECT_EQ(overlay_.panel_box("transport").w, 0);
  EXPECT_GT(overlay_.panel_box("hud").w, 0);
  EXPECT_FALSE(overlay_.redraw_at());
  overlay_.show_transport(4s);
  (void)draw(4s);
  EXPECT_GT(overlay_.panel_box("transport").w, 0);
  (void)draw(7s);
  EXPECT_FALSE(overlay_.pointer_shown());
  pointer(Input::Kind::pointer_move, 961, 500, 8s);
  (void)draw(8s);
  EXPECT_TRUE(overlay_.pointer_shown());
}

TEST_F(OverlayTest, NothingHidesWhilePausedOrWithTheMouseOnAPanel) {
  transport_.paused = true;
  (void)draw(0s);
  (void)draw(60s);
  EXPECT_TRUE(overlay_.pointer_shown());
  transport_.paused = false;
  pointer(Input::Kind::pointer_move, 100, 100, 61s);
  (void)draw(62s);
  (void)draw(90s);
  EXPECT_TRUE(overlay_.pointer_shown());
}

TEST_F(OverlayTest, NumbersRefreshFourTimesASecond) {
  (void)draw(0s);
  EXPECT_TRUE(says("59.94"));
  hud_.displayed_fps = 30;
  (void)draw(249ms);
  EXPECT_FALSE(says("30.00"));
  (void)draw(250ms);
  EXPECT_TRUE(says("30.00"));
}

TEST_F(OverlayTest, HoveringARowReadsItOut) {
  (void)draw(0s);
  EXPECT_FALSE(says("average"));
  pointer(Input::Kind::pointer_move, 100, 196, 0s);
  (void)draw(0s);
  for (const char* text : {"last", "average", "p95", "max", "29", "3 of 6", "Bound by the pace"}) {
    EXPECT_TRUE(says(text)) << text;
  }
}

TEST_F(OverlayTest, HudSaysWhatIsAskedOfIt) {
  hud_.notice = "warming up, frame 12 of 60";
  hud_.rows[0].over_budget_ms = 1.5;
  hud_.unpaced = true;
  (void)draw(0s);
  for (const char* text : {"warming up, frame 12 of 60", "1.5 ms over", "unpaced", "source 59.94",
                           "processed 59.94", "H200", "49.9", "p99 16.91 ms"}) {
    EXPECT_TRUE(says(text)) << text;
  }
}

TEST_F(OverlayTest, SmallFormSaysLoggingAndAClickMakesItFull) {
  EXPECT_TRUE(overlay_.apply({Kind::toggle_hud_size}));
  hud_.logging = true;
  hud_.log_rows = 1037;
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("hud").h, 40);
  EXPECT_TRUE(says("logging 1\u2009037 rows"));
  for (const Action& action : click(overlay_.panel_box("hud"), 0s))
    overlay_.apply(action);
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("hud").h, 344);
  EXPECT_TRUE(overlay_.apply({Kind::toggle_hud}));
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("hud").h, 0);
  EXPECT_FALSE(overlay_.apply({Kind::toggle_pause}));
}

TEST_F(OverlayTest, SmallFormSaysThatPlayHasEndedInPlaceOfTheRate) {
  EXPECT_TRUE(overlay_.apply({Kind::toggle_hud_size}));
  (void)draw(0s);
  EXPECT_TRUE(says("fps displayed"));
  hud_.ended = true;
  (void)draw(10ms);
  EXPECT_TRUE(says("ended"));
  EXPECT_FALSE(says("fps displayed"));
  hud_.paused = true;
  (void)draw(20ms);
  EXPECT_TRUE(says("paused"));
  EXPECT_FALSE(says("ended"));
}

TEST_F(OverlayTest, EachSinglePassAddsARow) {
  for (const char* name : {"gblur", "unsharp"}) {
    StageRow row = hud_.rows[2];
    row.name = name;
    row.single = true;
    hud_.rows.insert(hud_.rows.begin() + 3, row);
  }
  (void)draw(0s);
  EXPECT_EQ(overlay_.panel_box("hud").h, 344 + 2 * 16);
  EXPECT_TRUE(says("gblur"));
}

TEST_F(OverlayTest, KeyHelpListsEveryKey) {
  EXPECT_TRUE(overlay_.apply({Kind::toggle_key_help}));
  (void)draw(0s);
  for (const KeyLine& line : key_lines())
    EXPECT_TRUE(says(std::string(line.help))) << line.help;
}

}  // namespace
}  // namespace framelane
