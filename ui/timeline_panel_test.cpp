#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ui/overlay_fixture_test.h"
#include "ui/timeline_chart.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;

class TimelinePanelTest : public OverlayTest {
 protected:
  TimelinePanelTest() { overlay_.apply({Kind::toggle_timeline}); }
  [[nodiscard]] Rect box(const char* name) const { return overlay_.panel_box(name); }
  [[nodiscard]] Rect chart() const { return overlay_.control_box("timeline.chart"); }
  // What the panel shows, as its export names it.
  Interval shown(Nanoseconds now) {
    (void)draw(now);
    for (const Action& action : click(overlay_.control_box("timeline.export"), now))
      if (action.kind == Kind::save_timeline)
        return {Nanoseconds{action.from_ns}, Nanoseconds{action.until_ns}};
    ADD_FAILURE() << "nothing to export";
    return {};
  }
  // Where a block was drawn.
  [[nodiscard]] Rect middle_of(const TimelineBlock& block, std::size_t row, Interval stretch) {
    TimelineChart at = timeline_chart(box("timeline"), timeline_.rows.size());
    at.stretch = stretch;
    return {at.x(block.start + block.length() / 2),
            at.top + at.row * (static_cast<float>(row) + 0.5F), 0, 0};
  }
  // The first such block of a row that lies wholly in the stretch.
  [[nodiscard]] const TimelineBlock& block_of(std::size_t row, Stage stage, bool waiting,
                                              Interval stretch) const {
    for (const TimelineBlock& block : timeline_.rows[row].blocks)
      if (block.stage == stage && block.waiting == waiting && block.start > stretch.start &&
          block.end < stretch.end)
        return block;
    throw std::runtime_error("no such block");
  }
  void turn_wheel(float amount, float share, Nanoseconds now, bool shift = false) {
    Input input;
    input.kind = Input::Kind::wheel;
    input.x = chart().x + share * chart().w;
    input.y = chart().y + 30;
    input.amount = amount;
    input.shift = shift;
    (void)feed(input, now);
    (void)draw(now);
  }
};

TEST_F(TimelinePanelTest, LiesAboveTheTransportAndGrowsUpwardsWithTheLanes) {
  (void)draw(0s);
  EXPECT_EQ(box("timeline"), (Rect{16, 792, 1888, 192}));
  timeline_ = synthetic_timeline(1);
  (void)draw(1s);
  EXPECT_EQ(box("timeline"), (Rect{16, 792, 1888, 192}));
  timeline_ = synthetic_timeline(8);
  (void)draw(2s);
  EXPECT_EQ(box("timeline"), (Rect{16, 672, 1888, 312}));
  resize({1280, 720});
  (void)draw(3s);
  EXPECT_EQ(box("timeline").h, 288) << "at most 40 % of the window";
}

TEST_F(TimelinePanelTest, NamesItsRowsItsFramesAndTheBurst) {
  (void)draw(0s);
  for (const char* name : {"decode", "lane 0", "lane 1", "lane 2", "present", "busy", "waiting"})
    EXPECT_TRUE(says(name)) << name;
  EXPECT_FALSE(says("lane 3"));
  EXPECT_TRUE(says("of the last burst of 16"));
  EXPECT_TRUE(says("1050"));
  EXPECT_TRUE(says("100 %")) << "decode is never idle";
  timeline_.burst.reset();
  (void)draw(1s);
  EXPECT_FALSE(says("burst"));
}

TEST_F(TimelinePanelTest, ItsHeadNamesTheFramesUnderItAlsoBetweenTwoRenewals) {
  timeline_.burst.reset();
  for (const Nanoseconds now : {0ms, 10ms, 20ms, 30ms}) {
    (void)draw(now);
    const auto head = std::ranges::find_if(overlay_.text_boxes(), [](const TextBox& text) {
      return text.text.starts_with("frames ");
    });
    ASSERT_NE(head, overlay_.text_boxes().end());
    const TimelineChart at = timeline_chart(box("timeline"), timeline_.rows.size());
    std::vector<std::int64_t> numbers;  // in the lanes
    for (const TextBox& text : overlay_.text_boxes())
      if (text.panel == at.panel && text.box.x > at.left && text.box.right() < at.right &&
          text.box.y > at.top + at.row && text.box.bottom() < at.bottom() - at.row)
        numbers.push_back(std::stoll(text.text));
    ASSERT_FALSE(numbers.empty());
    const std::int64_t first = std::stoll(head->text.substr(std::string("frames ").size()));
    const std::int64_t last = std::stoll(head->text.substr(head->text.rfind(' ')));
    EXPECT_EQ(first, *std::ranges::min_element(numbers)) << head->text;
    EXPECT_EQ(last, *std::ranges::max_element(numbers)) << head->text;
    for (TimelineRow& row : timeline_.rows)
      for (TimelineBlock& block : row.blocks) {
        block.start += 40ms;
        block.end += 40ms;
        block.frame += 100;
      }
    timeline_.known_until += 40ms;
  }
}

TEST_F(TimelinePanelTest, ReadsOutTheBlockUnderThePointerInItsHead) {
  const Interval stretch = shown(0s);
  const auto point = [&](std::size_t row, Stage stage, bool waiting) {
    const TimelineBlock& block = block_of(row, stage, waiting, stretch);
    const Rect at = middle_of(block, row, stretch);
    pointer(Input::Kind::pointer_move, at.x, at.y, 1s);
    (void)draw(1s);
    return "frame " + std::to_string(block.frame);
  };
  EXPECT_TRUE(says(point(2, Stage::upload, false) + ", upload 0.248 ms, waited "));
  EXPECT_TRUE(says(" ms, 12.44 MB, 50.2 GB/s"));
  EXPECT_TRUE(says(point(1, Stage::passes, false) + ", passes 0.086 ms, "));
  EXPECT_TRUE(says(point(1, Stage::upload, true) + ", waiting for upload 0."));
  EXPECT_FALSE(says("50.2 GB/s"));
  EXPECT_TRUE(says(point(4, Stage::present, false) + ", present 0.350 ms"));
  pointer(Input::Kind::pointer_move, 900, 300, 1s);
  (void)draw(1s);
  EXPECT_FALSE(says("present 0.350")) << "nothing is read out with the pointer elsewhere";
}

TEST_F(TimelinePanelTest, TheWheelZoomsAtThePointerAndHoldsThePanel) {
  const Interval before = shown(0s);
  turn_wheel(4, 0.25F, 1s);
  EXPECT_TRUE(overlay_.timeline_held());
  const Interval after = shown(1s);
  EXPECT_NEAR(static_cast<double>(after.length().count()) * 2,
              static_cast<double>(before.length().count()), 100);
  EXPECT_NEAR(static_cast<double>((after.start + after.length() / 4).count()),
              static_cast<double>((before.start + before.length() / 4).count()), 1000);
  turn_wheel(1, 0.5F, 2s, true);
  const Interval scrolled = shown(2s);
  EXPECT_EQ(scrolled.length(), after.length());
  EXPECT_LT(scrolled.start, after.start);
}

TEST_F(TimelinePanelTest, ADragScrollsWithThePointer) {
  const Interval before = shown(0s);
  const float y = chart().y + 40, x = chart().x + chart().w / 2;
  pointer(Input::Kind::button_down, x, y, 1s);
  (void)draw(1s);
  EXPECT_FALSE(overlay_.timeline_held()) << "a press alone is no drag";
  pointer(Input::Kind::pointer_move, x + chart().w / 4, y, 1s);
  (void)draw(1s);
  pointer(Input::Kind::button_up, x + chart().w / 4, y, 1s);
  (void)draw(1s);
  EXPECT_TRUE(overlay_.timeline_held());
  const Interval after = shown(2s);
  EXPECT_EQ(after.length(), before.length());
  EXPECT_NEAR(static_cast<double>((before.start - after.start).count()),
              static_cast<double>(before.length().count()) / 4, 1000);
}

TEST_F(TimelinePanelTest, HeldItStaysWhileThePlayerGoesOn) {
  const Interval before = shown(0s);
  (void)click(overlay_.control_box("timeline.hold"), 1s);
  EXPECT_TRUE(overlay_.timeline_held());
  (void)draw(1s);
  EXPECT_TRUE(says(", held"));
  timeline_.burst.reset();
  timeline_.known_until -= 3ms;
  EXPECT_EQ(shown(2s).start, before.start);
  (void)click(overlay_.control_box("timeline.hold"), 3s);
  EXPECT_FALSE(overlay_.timeline_held());
  EXPECT_NE(shown(4s).start, before.start);
}

TEST_F(TimelinePanelTest, ButtonsZoomAndADoubleClickGoesBack) {
  const Interval before = shown(0s);
  (void)click(overlay_.control_box("timeline.out"), 1s);
  EXPECT_EQ(shown(1s).length(), 2 * before.length());
  (void)click(overlay_.control_box("timeline.in"), 2s);
  (void)click(overlay_.control_box("timeline.in"), 2s);
  EXPECT_EQ(shown(2s).length(), before.length() / 2);
  EXPECT_FALSE(overlay_.timeline_held()) << "it goes on, at another scale";
  EXPECT_TRUE(pointer(Input::Kind::button_down, chart().x + 50, chart().y + 40, 3s, 2).empty());
  (void)draw(3s);
  pointer(Input::Kind::button_up, chart().x + 50, chart().y + 40, 3s, 2);
  const Interval after = shown(4s);
  EXPECT_EQ(after.start, before.start);
  EXPECT_EQ(after.length(), before.length());
}

TEST_F(TimelinePanelTest, ArrowsScrollAndZoomWithTheRingOnTheChart) {
  const Interval before = shown(0s);
  for (int i = 0; i < 60 && overlay_.focused_control() != "timeline.chart"; ++i) {
    (void)feed(key("TAB"), 1s);
    (void)draw(1s);
  }
  ASSERT_EQ(overlay_.focused_control(), "timeline.chart");
  EXPECT_TRUE(feed(key("LEFT"), 1s).empty());
  (void)draw(1s);
  const Interval after = shown(1s);
  EXPECT_LT(after.start, before.start);
}

TEST_F(TimelinePanelTest, StepsAsideForScopesAndThePixelPanel) {
  (void)draw(0s);
  EXPECT_GT(box("timeline").w, 0);
  scopes_ = synthetic_scopes();
  (void)draw(1s);
  EXPECT_EQ(box("timeline").w, 0);
  EXPECT_GT(box("waveform").w, 0);
  scopes_.on = {};
  (void)draw(2s);
  EXPECT_GT(box("timeline").w, 0);
  EXPECT_TRUE(overlay_.timeline_shown());
}

TEST_F(TimelinePanelTest, ItsKeyAllPanelsAndTheSettingsSwitchIt) {
  EXPECT_THAT(feed(key("F6"), 0s), testing::ElementsAre(Action{Kind::toggle_timeline}));
  EXPECT_THAT(overlay_.panels_on(), testing::Contains("timeline"));
  overlay_.apply({Kind::toggle_timeline});
  (void)draw(0s);
  EXPECT_EQ(box("timeline").w, 0);
  overlay_.apply({Kind::toggle_panels});
  (void)draw(1s);
  EXPECT_GT(box("timeline").w, 0);
  overlay_.apply({Kind::toggle_panels});
  (void)draw(2s);
  EXPECT_EQ(box("timeline").w, 0);
  overlay_.show_panels({"timeline"});
  (void)draw(3s);
  EXPECT_GT(box("timeline").w, 0);
  EXPECT_EQ(box("hud").w, 0);
}

TEST_F(TimelinePanelTest, InASmallWindowWhatWasAskedForLastStandsAlone) {
  filters_ = synthetic_filters();
  resize({1000, 600});
  overlay_.apply({Kind::toggle_filters});
  (void)draw(0s);
  EXPECT_GT(box("filters").w, 0);
  EXPECT_EQ(box("timeline").w, 0);
  overlay_.apply({Kind::toggle_timeline});
  overlay_.apply({Kind::toggle_timeline});
  (void)draw(1s);
  EXPECT_EQ(box("filters").w, 0);
  EXPECT_EQ(box("timeline"), (Rect{16, 312, 968, 192}));
  EXPECT_GT(box("transport").w, 0);
  resize({500, 280});
  (void)draw(2s);
  EXPECT_EQ(box("timeline"), (Rect{16, 72, 468, 192}));
  EXPECT_EQ(box("transport").w, 0);
}

TEST_F(TimelinePanelTest, WithoutFramesItShowsDashes) {
  timeline_ = {};
  timeline_.rows = {{"decode", {}}, {"lane 0", {}}, {"present", {}}};
  (void)draw(0s);
  EXPECT_TRUE(says("\u2013 %"));
  turn_wheel(3, 0.5F, 1s);
  (void)draw(1s);
  EXPECT_FALSE(overlay_.timeline_held());
}

bool boxes_meet(const Rect& a, const Rect& b) {
  return a.x + 1 < b.right() && b.x + 1 < a.right() && a.y + 4 < b.bottom() && b.y + 4 < a.bottom();
}

TEST_F(TimelinePanelTest, NoTextLeavesItNorMeetsAnotherAtAnyScaleAndSize) {
  overlay_.report_fault(std::string(200, 'x'), "Do this.");
  Nanoseconds now{0};
  for (const int lanes : {3, 8})
    for (const Size size :
         {Size{1280, 720}, Size{1920, 1080}, Size{900, 500}, Size{490, 280}, Size{3840, 2160}})
      for (const double scale : {1.0, 1.5, 2.0}) {
        if (size.width / scale < 480 || size.height / scale < 270) continue;
        scale_ = scale;
        timeline_ = synthetic_timeline(lanes, 100);
        resize(size);
        const auto s = static_cast<float>(scale);
        pointer(Input::Kind::pointer_move, static_cast<float>(size.width) / s / 3,
                static_cast<float>(size.height) / s - 180, now);
        (void)draw(now += 1s);
        const std::string where = std::to_string(size.width) + " at " + std::to_string(scale) +
                                  ", lanes " + std::to_string(lanes) + ": ";
        const Rect panel = box("timeline");
        ASSERT_GT(panel.w, 0) << where;
        for (const char* other : {"hud", "filters", "transport"})
          EXPECT_FALSE(panel.meets(box(other))) << where << other;
        std::vector<TextBox> texts;
        for (const TextBox& text : overlay_.text_boxes())
          if (text.panel == panel) texts.push_back(text);
        EXPECT_GT(texts.size(), 6U) << where;
        for (std::size_t i = 0; i < texts.size(); ++i) {
          EXPECT_GE(texts[i].box.x, panel.x + 4) << where << texts[i].text;
          EXPECT_LE(texts[i].box.right(), panel.right() - 4) << where << texts[i].text;
          EXPECT_LE(texts[i].box.bottom(), panel.bottom()) << where << texts[i].text;
          EXPECT_FALSE(texts[i].cut && size.width / scale >= 1280) << where << texts[i].text;
          for (std::size_t j = i + 1; j < texts.size(); ++j)
            EXPECT_FALSE(boxes_meet(texts[i].box, texts[j].box))
                << where << texts[i].text << " | " << texts[j].text;
        }
      }
}

TEST(TimelineRowsTest, BusyIsTheWorkingPartOfTheStretch) {
  TimelineRow row;
  TimelineBlock block;
  block.start = 0ms;
  block.end = 4ms;
  row.blocks.push_back(block);
  block.start = 4ms;
  block.end = 6ms;
  block.waiting = true;
  row.blocks.push_back(block);
  EXPECT_DOUBLE_EQ(*busy_share(row, {2ms, 12ms}), 0.2);
  EXPECT_DOUBLE_EQ(*busy_share(row, {0ms, 4ms}), 1);
  EXPECT_DOUBLE_EQ(*busy_share(row, {5ms, 6ms}), 0);
  EXPECT_FALSE(busy_share({}, {0ms, 1ms}));
}

}  // namespace
}  // namespace framelane
