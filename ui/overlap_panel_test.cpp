#include <gtest/gtest.h>

#include "ui/overlap_form.h"
#include "ui/overlay_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;
using State = OverlapModel::Equality::State;

class OverlapPanelTest : public OverlayTest {
 protected:
  void SetUp() override {
    overlap_ = synthetic_overlap();
    EXPECT_TRUE(overlay_.apply({Kind::toggle_overlap}));
    (void)draw(0s);
  }
  Rect box(const std::string& id) { return overlay_.control_box(id); }
  void expect_texts_fit(Rect panel, const std::string& where) {
    std::vector<TextBox> texts;
    for (const TextBox& text : overlay_.text_boxes())
      if (text.panel == panel) texts.push_back(text);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Rect a = texts[i].box;
      EXPECT_FALSE(texts[i].cut) << where << texts[i].text;
      EXPECT_GE(a.x, panel.x + 8) << where << texts[i].text;
      EXPECT_LE(a.right(), panel.right() - 8) << where << texts[i].text;
      EXPECT_LE(a.bottom(), panel.bottom()) << where << texts[i].text;
      for (std::size_t j = i + 1; j < texts.size(); ++j) {
        const Rect b = texts[j].box;
        const bool apart = a.right() <= b.x + 1 || b.right() <= a.x + 1 || a.bottom() <= b.y + 4 ||
                           b.bottom() <= a.y + 4;
        EXPECT_TRUE(apart) << where << texts[i].text << " | " << texts[j].text;
      }
    }
  }
};

TEST_F(OverlapPanelTest, SaysSpeedUpShareVerdictRowsTermsAndLight) {
  for (const char* text :
       {"2.1", "as fast as serial", "96", "of the bound", "last burst, 16 frames",
        "Bound by copies both ways", "serial", "0.550", "overlapped, 3 lanes", "0.260", "staged",
        "pageable, 3 lanes", "2.118", "max(H2D, kernel, D2H)", "99.8", "equal to serial"})
    EXPECT_TRUE(says(text)) << text;
  overlap_->speed_up.reset();
  overlap_->serial_known = false;
  (void)draw(0s);
  EXPECT_TRUE(std::ranges::none_of(overlay_.text_boxes(),
                                   [](const TextBox& box) { return box.text == "2.1"; }));
  EXPECT_TRUE(says("serial unmeasured, key t"));
  overlap_->serial_known = true;
  overlap_->overlapped_known = false;
  (void)draw(0s);
  EXPECT_TRUE(says("not overlapped yet, key t"));
}

TEST_F(OverlapPanelTest, AClickOnARowSwitchesToItsMode) {
  const auto serial = click(box("overlap.row0"), 0s);
  ASSERT_EQ(serial.size(), 1U);
  EXPECT_EQ(serial[0].kind, Kind::use_mode);
  EXPECT_EQ(serial[0].text, "serial");
  EXPECT_EQ(serial[0].value, 3) << "lanes stay";
  const auto two = click(box("overlap.row1"), 0s);
  ASSERT_EQ(two.size(), 1U);
  EXPECT_EQ(two[0].text, "overlapped");
  EXPECT_EQ(two[0].value, 2);
  EXPECT_TRUE(click(box("overlap.row2"), 0s).empty()) << "in use";
  const auto staged = click(box("overlap.row3"), 0s);
  ASSERT_EQ(staged.size(), 1U) << "one that was not measured too";
  EXPECT_EQ(staged[0].text, "staged");
  const auto memory = click(box("overlap.row4"), 0s);
  ASSERT_EQ(memory.size(), 1U);
  EXPECT_EQ(memory[0].kind, Kind::toggle_memory);
}

TEST_F(OverlapPanelTest, RowsAreReachedAndPressedByKeyboard) {
  for (int i = 0; i < 60 && overlay_.focused_control() != "overlap.row3"; ++i) {
    (void)feed(key("TAB"), 0s);
    (void)draw(0s);
  }
  ASSERT_EQ(overlay_.focused_control(), "overlap.row3");
  (void)feed(key("ENTER"), 0s);
  const auto actions = draw(0s);
  ASSERT_EQ(actions.size(), 1U);
  EXPECT_EQ(actions[0].text, "staged");
}

TEST_F(OverlapPanelTest, TheLightIsItsOwnSwitch) {
  const auto actions = click(box("overlap.equality"), 0s);
  ASSERT_EQ(actions.size(), 1U);
  EXPECT_EQ(actions[0].kind, Kind::toggle_equality);
  const std::pair<OverlapModel::Equality, const char*> states[] = {
      {{}, "not compared: checksums are off"},
      {{State::waiting, "serial, key t", 0, 0}, "comparing waits for serial, key t"},
      {{State::equal, {}, 1, 0}, "equal to serial, 1 frame compared"},
      {{State::differs, {}, 9, 1041}, "differs, first at frame 1041"}};
  for (const auto& [light, text] : states) {
    overlap_->equality = light;
    (void)draw(0s);
    EXPECT_TRUE(says(text)) << text;
  }
}

TEST_F(OverlapPanelTest, ItStandsUnderTheHudWhereThereIsRoom) {
  EXPECT_EQ(overlay_.panel_box("overlap").y, overlay_.panel_box("hud").bottom() + 8);
  EXPECT_GT(overlay_.panel_box("overlap").h, 400);
  overlay_.apply({Kind::toggle_hud});
  (void)draw(1s);
  EXPECT_EQ(overlay_.panel_box("overlap").y, 16);
}

// Speed-up, share, verdict, bound, every mode's time and the light.
void expect_body(const Overlay& overlay, const std::string& where) {
  const Rect panel = overlay.panel_box("overlap");
  EXPECT_GE(panel.h, 220) << where;
  const auto says = [&](const std::string& text) {
    return std::ranges::any_of(overlay.text_boxes(), [&](const TextBox& box) {
      return box.panel == panel && box.text.find(text) != std::string::npos;
    });
  };
  for (const char* text : {"2.1", "96", "Bound by copies", "bound 0.249", "0.550", "0.291", "0.260",
                           "2.118", "staged", "equal to serial"})
    EXPECT_TRUE(says(text)) << where << text;
}

TEST_F(OverlapPanelTest, ItsBodyIsShownAt1280By720WhateverElseIsOn) {
  resize({1280, 720});
  Nanoseconds now{1s};
  (void)draw(now);
  expect_body(overlay_, "with the HUD: ");
  EXPECT_EQ(overlay_.panel_box("hud").h, 344) << "both have room";
  filters_ = synthetic_filters();
  overlay_.apply({Kind::toggle_panels});
  (void)draw(now += 1s);
  expect_body(overlay_, "with all panels: ");
  EXPECT_EQ(overlay_.panel_box("hud").h, 40) << "the HUD leaves it the room";
  EXPECT_GT(overlay_.panel_box("timeline").h, 0);
  scopes_ = synthetic_scopes();
  (void)draw(now += 1s);
  expect_body(overlay_, "with the scopes: ");
}

TEST_F(OverlapPanelTest, AClickOnTheHudTakesItsRoomBackAndTheKeysOfThePanelGiveIt) {
  resize({1280, 720});
  overlay_.apply({Kind::toggle_timeline});
  Nanoseconds now{1s};
  (void)draw(now);
  const auto click_hud = [&] {
    for (const Action& action : click(overlay_.control_box("hud_panel"), now))
      overlay_.apply(action);
    (void)draw(now += 1s);
  };
  EXPECT_TRUE(overlay_.equality_seen());
  click_hud();
  EXPECT_EQ(overlay_.panel_box("hud").h, 344);
  EXPECT_EQ(overlay_.panel_box("overlap").h, 40);
  EXPECT_TRUE(says("2.1 times, 96 % of the bound"));
  EXPECT_FALSE(says("staged"));
  EXPECT_FALSE(overlay_.equality_seen());
  EXPECT_FALSE(overlay_.apply({Kind::toggle_equality})) << "it is the player's too";
  (void)draw(now += 1s);
  expect_body(overlay_, "after k: ");
  EXPECT_TRUE(overlay_.equality_seen());
  click_hud();
  for (int i = 0; i < 2; ++i)
    overlay_.apply({Kind::toggle_overlap});
  (void)draw(now += 1s);
  expect_body(overlay_, "asked for again: ");
}

TEST_F(OverlapPanelTest, LessRoomLeavesOutTheSmallestTermsThenTheLight) {
  const float whole = overlap_form(*overlap_, 1000).height;
  OverlapForm form = overlap_form(*overlap_, whole);
  EXPECT_EQ(form.height, whole);
  EXPECT_EQ(form.terms, 4);
  form = overlap_form(*overlap_, whole - 24);
  EXPECT_EQ(form.terms, 4);
  EXPECT_EQ(form.spacing, 0);
  form = overlap_form(*overlap_, whole - 24 - 20);
  EXPECT_EQ(form.terms, 2);
  EXPECT_LE(form.height, whole - 24 - 20);
  form = overlap_form(*overlap_, whole - 24 - 80);
  EXPECT_EQ(form.terms, 0);
  EXPECT_TRUE(form.light);
  form = overlap_form(*overlap_, 310);
  EXPECT_TRUE(form.compact && form.modes && form.light);
  EXPECT_EQ(form.verdict_lines, 3);
  form = overlap_form(*overlap_, 225);
  EXPECT_TRUE(form.compact && form.modes && form.light);
  EXPECT_EQ(form.verdict_lines, 1);
  EXPECT_LE(form.height, 225);
  form = overlap_form(*overlap_, 200);
  EXPECT_TRUE(form.verdict && !form.modes);
  EXPECT_EQ(overlap_form(*overlap_, 60).height, 40);
}

TEST_F(OverlapPanelTest, InASmallWindowItStandsAlone) {
  filters_ = synthetic_filters();
  resize({900, 500});
  (void)draw(1s);
  EXPECT_GT(overlay_.panel_box("overlap").h, 400);
  for (const char* other : {"hud", "transport", "filters"})
    EXPECT_EQ(overlay_.panel_box(other).w, 0) << other;
  overlay_.apply({Kind::toggle_filters});
  (void)draw(3s);
  EXPECT_EQ(overlay_.panel_box("overlap").w, 0);
  EXPECT_GT(overlay_.panel_box("filters").w, 0);
  overlay_.apply({Kind::toggle_overlap});
  (void)draw(5s);
  EXPECT_GT(overlay_.panel_box("overlap").w, 0);
  EXPECT_EQ(overlay_.panel_box("filters").w, 0);
}

TEST_F(OverlapPanelTest, AllPanelsHaveItAndItIsKept) {
  EXPECT_TRUE(overlay_.apply({Kind::toggle_overlap}));
  EXPECT_TRUE(overlay_.apply({Kind::toggle_panels}));
  EXPECT_TRUE(overlay_.overlap_shown());
  const auto names = overlay_.panels_on();
  EXPECT_NE(std::ranges::find(names, "overlap"), names.end());
  EXPECT_TRUE(overlay_.apply({Kind::toggle_panels}));
  EXPECT_FALSE(overlay_.overlap_shown());
  overlay_.show_panels({"overlap"});
  EXPECT_TRUE(overlay_.overlap_shown() && !overlay_.hud_shown());
}

TEST_F(OverlapPanelTest, TheScaleIsRoundHoldsTheRowsAndNotTheOtherMemory) {
  EXPECT_DOUBLE_EQ(overlap_scale_end(*overlap_), 0.6);
  overlap_->rows[0].measured_ms = 7.7;
  EXPECT_DOUBLE_EQ(overlap_scale_end(*overlap_), 10);
  EXPECT_DOUBLE_EQ(overlap_scale_end({}), 1);
}

TEST_F(OverlapPanelTest, NothingIsCutAndNothingMeetsAtAnyScaleAndSize) {
  const char* verdicts[] = {
      "Serial: the stages add up to 1234.545 ms a frame; the longest alone, download, takes "
      "1000.231 ms; press t to overlap them.",
      "Pageable copies hold the rest up: 12.118 ms a frame, the longest stage, upload, takes "
      "11.020 ms; page-locked memory (key M) helps.",
      "Bound by decode: 1006.000 of 1006.105 ms a frame on 128 threads; a resident loop (key R) "
      "leaves it out."};
  overlap_->terms.insert(overlap_->terms.begin(), {"decode", Stage::decode, 1006.0, {}, false});
  overlap_->rows[4].measured_ms = 1234.567;
  overlap_->rows[4].name = "page-locked, 8 lanes";
  overlap_->frames = "last burst, 256 frames";
  overlap_->equality.count = 999'999;
  Nanoseconds now{10s};
  std::size_t next = 0;
  for (const Size size : {Size{1280, 720}, Size{1920, 1080}, Size{900, 500}, Size{3840, 2160},
                          Size{640, 360}, Size{480, 854}}) {
    for (const double scale : {1.0, 1.5, 2.0}) {
      overlap_->verdict = verdicts[next++ % std::size(verdicts)];
      scale_ = scale;
      resize(size);
      (void)draw(now += 1s);
      if (size.width / scale < 480 || size.height / scale < 270) continue;
      const std::string where = std::to_string(size.width) + " at " + std::to_string(scale) + ": ";
      const Rect panel = overlay_.panel_box("overlap");
      ASSERT_GT(panel.w, 0) << where;
      EXPECT_LE(panel.bottom() * scale, size.height - 15 * scale) << where;
      for (const char* other : {"hud", "transport"})
        EXPECT_FALSE(panel.meets(overlay_.panel_box(other))) << where << other;
      expect_texts_fit(panel, where);
    }
  }
}

TEST_F(OverlapPanelTest, ItLeavesTheBottomToThePixelPanelAndTheScopes) {
  scopes_ = synthetic_scopes();
  (void)draw(1s);
  const Rect panel = overlay_.panel_box("overlap");
  EXPECT_GT(panel.h, 300);
  for (const char* other : {"histogram", "waveform", "vectorscope"})
    EXPECT_FALSE(panel.meets(overlay_.panel_box(other))) << other;
}

}  // namespace
}  // namespace framelane
