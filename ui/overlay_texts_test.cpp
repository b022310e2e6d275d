// Faults, tooltips and long numbers: what a panel says, whole where it can be.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "ui/number_text.h"
#include "ui/overlay_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using OverlayTextsTest = OverlayTest;

TEST_F(OverlayTextsTest, FaultStaysUntilDismissedAndASecondOneIsCounted) {
  overlay_.report_fault("The log stopped: no space left.", "Free some, then press r.");
  (void)draw(0s);
  EXPECT_TRUE(says("The log stopped: no space left. Free some, then press r."));
  overlay_.report_fault("The log stopped: again.");
  (void)draw(100s);
  EXPECT_TRUE(says("again. (2)"));
  overlay_.report_note("HDR is shown without tone mapping.");
  (void)draw(100s);
  EXPECT_TRUE(says("again. (2)"));
  (void)click(overlay_.control_box("dismiss"), 101s);
  (void)draw(101s);
  EXPECT_FALSE(says("again"));
}

// The fault line's text, its lines joined.
std::string fault_text(const Overlay& overlay) {
  std::string text;
  for (const TextBox& box : overlay.text_boxes()) {
    if (box.panel != overlay.panel_box("fault") || box.text == "Dismiss") continue;
    EXPECT_FALSE(box.cut) << box.text;
    text += text.empty() ? box.text : " " + box.text;
  }
  return text;
}

TEST_F(OverlayTextsTest, ALongFaultTakesMoreLinesAndKeepsItsCause) {
  const std::string folder = "/media/disk/projects/a documentary of rivers/rushes/day 12/";
  overlay_.report_fault("cannot write " + folder + "log.csv: no space left on the device",
                        "Free some, then press r.");
  for (const Size size : {Size{1920, 1080}, Size{900, 500}, Size{490, 280}}) {
    resize(size);
    (void)draw(1s);
    const std::string text = fault_text(overlay_);
    for (const char* part : {"cannot write", "log.csv", "no space left", "device", "press r."})
      EXPECT_NE(text.find(part), std::string::npos) << size.width << part << "\n" << text;
    EXPECT_GE(overlay_.panel_box("fault").h, 60) << size.width;
    EXPECT_LE(overlay_.panel_box("fault").h, 80) << size.width;
  }
}

TEST_F(OverlayTextsTest, AFaultTooLongForThreeLinesLosesItsMiddle) {
  const std::string path = std::string(300, 'd') + "\u00e4\u00e4" + std::string(300, 'e');
  overlay_.report_fault("cannot open " + path + ": permission denied", "Choose another.");
  (void)draw(0s);
  (void)draw(1s);
  const std::string text = fault_text(overlay_);
  for (const char* part : {"cannot open ddd", "d\u2026e", "eee: permission denied Choose another."})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_EQ(overlay_.panel_box("fault").h, 80);
  const Rect line = overlay_.panel_box("fault");
  pointer(Input::Kind::pointer_move, line.x + 100, line.y + 40, 1s);
  (void)draw(1s);
  (void)draw(2s);
  EXPECT_EQ(
      std::ranges::count_if(overlay_.text_boxes(),
                            [](const TextBox& box) { return box.text.starts_with("cannot open"); }),
      2)
      << "the whole of it is the tooltip";
}

TEST_F(OverlayTextsTest, TooltipNamesTheControlAndItsKey) {
  (void)draw(0s);
  const Rect box = overlay_.control_box("fullscreen");
  pointer(Input::Kind::pointer_move, box.x + 5, box.y + 5, 0s);
  (void)draw(0s);
  ASSERT_TRUE(overlay_.redraw_at());
  (void)draw(*overlay_.redraw_at());
  EXPECT_TRUE(says("Fullscreen, key f"));
}

TEST_F(OverlayTextsTest, ATooltipGoesWithAPressAndComesBackAfterAMove) {
  (void)draw(0s);
  const Rect box = overlay_.control_box("fullscreen");
  pointer(Input::Kind::pointer_move, box.x + 5, box.y + 5, 0s);
  (void)draw(0s);
  (void)draw(1s);
  ASSERT_TRUE(says("Fullscreen, key f"));
  pointer(Input::Kind::button_down, box.x + 5, box.y + 5, 1s);
  pointer(Input::Kind::button_up, box.x + 5, box.y + 5, 1s);
  for (const Nanoseconds now : {1s, 2s, 9s}) {
    (void)draw(now);
    EXPECT_FALSE(says("Fullscreen, key f"));
  }
  pointer(Input::Kind::pointer_move, box.x + 6, box.y + 5, 9s);
  (void)draw(9s);
  (void)draw(10s);
  EXPECT_TRUE(says("Fullscreen, key f"));
}

TEST_F(OverlayTextsTest, LongTimesStayClearOfTheLineAndOfEachOther) {
  for (const double ms : {9.999, 123.456, 1234.567}) {
    for (StageRow& row : hud_.rows)
      row.mean_ms = row.p99_ms = ms;
    (void)draw(Nanoseconds(static_cast<std::int64_t>(ms * 1e9)));
    const float line = overlay_.panel_box("hud").x + 112 + (ms > 99 ? 44.0F : 64.0F);
    std::vector<Rect> times;
    for (const TextBox& box : overlay_.text_boxes())
      if (box.text == fixed(ms, 3)) times.push_back(box.box);
    ASSERT_EQ(times.size(), 2 * hud_.rows.size());
    for (std::size_t i = 0; i < times.size(); i += 2) {
      EXPECT_GE(times[i].x, line + 4) << ms;
      EXPECT_GE(times[i + 1].x, times[i].right() + 6) << ms;
    }
  }
}

TEST_F(OverlayTextsTest, ALongExcessAndALongIntervalAreWhole) {
  hud_.rows[0].over_budget_ms = 1.5;
  hud_.rows[4].over_budget_ms = 1510.6;
  hud_.interval_p99_ms = 29116.02;
  (void)draw(0s);
  for (const char* text : {"1.5 ms over", "1.51 s over", "p99 29.12 s"})
    EXPECT_TRUE(says(text)) << text;
  for (const TextBox& box : overlay_.text_boxes())
    EXPECT_FALSE(box.cut) << box.text;
}

}  // namespace
}  // namespace framelane
