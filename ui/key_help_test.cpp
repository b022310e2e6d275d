// The list of keys is whole in every window that has room for it, and scrolls in the others.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ui/keys.h"
#include "ui/texts_fit_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using Kind = Action::Kind;

class KeyHelpTest : public OverlayTest {
 protected:
  KeyHelpTest() {
    filters_ = synthetic_filters();
    overlap_ = synthetic_overlap();
    overlay_.apply({Kind::toggle_key_help});
  }

  void show(Size size, double scale) {
    scale_ = scale;
    resize(size);
    (void)draw(now_ += 1s);
    (void)draw(now_ += 1s);
  }
  [[nodiscard]] bool scrolls() const { return overlay_.control_box("keys.bar").h > 0; }
  void wheel(float amount) {
    const Rect keys = overlay_.panel_box("keys");
    Input input;
    input.kind = Input::Kind::wheel;
    input.x = (keys.x + 40) * static_cast<float>(scale_);
    input.y = (keys.y + 40) * static_cast<float>(scale_);
    input.amount = amount;
    (void)feed(input, now_);
    (void)draw(now_ += 1s);
    (void)draw(now_ += 1s);
  }
  // Nothing of it is outside the window, cut, or on another text or panel.
  void expect_clear(const std::string& where) {
    const Rect keys = overlay_.panel_box("keys");
    const auto scale = static_cast<float>(scale_);
    const auto width = static_cast<float>(window_.drawable().width) / scale;
    const auto height = static_cast<float>(window_.drawable().height) / scale;
    for (const TextBox& text : overlay_.text_boxes()) {
      if (text.panel != keys) continue;
      EXPECT_GE(text.box.x, 8) << where << text.text;
      EXPECT_GE(text.box.y, 8) << where << text.text;
      EXPECT_LE(text.box.right(), width - 8) << where << text.text;
      EXPECT_LE(text.box.bottom(), height - 8) << where << text.text;
      EXPECT_FALSE(text.cut && width >= 480) << where << text.text;
    }
    for (const char* other : {"hud", "overlap", "timeline", "transport", "pixel", "fault"})
      EXPECT_FALSE(keys.meets(overlay_.panel_box(other))) << where << other;
    expect_texts_fit(overlay_.text_boxes(), where);
  }
  // Narrower than a column a window ends words in an ellipsis.
  [[nodiscard]] bool tells(const std::string& help) const {
    if (window_.drawable().width >= 360 * scale_) return says(help);
    return std::ranges::any_of(overlay_.text_boxes(), [&](const TextBox& box) {
      const std::string kept = box.text.substr(0, box.text.find("\u2026"));
      return !kept.empty() && box.panel == overlay_.panel_box("keys") && help.starts_with(kept);
    });
  }
  // By scrolling where it must be.
  void expect_whole(const std::string& where) {
    std::vector<std::string> missing;
    for (const KeyLine& line : key_lines())
      missing.emplace_back(line.help);
    const auto tick_off = [&] {
      std::erase_if(missing, [&](const std::string& help) { return tells(help); });
    };
    tick_off();
    for (int i = 0; i < 60 && scrolls() && !missing.empty(); ++i) {
      wheel(-1);
      expect_clear(where);
      tick_off();
    }
    EXPECT_TRUE(missing.empty()) << where << missing.size() << " lines, as " << missing.front();
    if (!scrolls()) return;
    wheel(100);
    EXPECT_TRUE(tells(std::string(key_lines().front().help))) << where;
  }

  Nanoseconds now_{0};
};

constexpr Size kKeyHelpSizes[] = {{1280, 720}, {1920, 1080}, {3840, 2160}, {1600, 960}, {2560, 800},
                                  {900, 500},  {640, 360},   {480, 270},   {480, 854},  {320, 240}};

TEST_F(KeyHelpTest, EveryLineIsSeenClearOfAllOthersAtEverySizeAndScale) {
  const std::vector<std::pair<const char*, std::function<void()>>> states{
      {"alone", [] {}},
      {"all panels", [&] { overlay_.apply({Kind::toggle_panels}); }},
      {"a fault", [&] { overlay_.report_fault(std::string(200, 'x'), "Do this."); }},
      {"pixel", [&] { overlay_.apply({Kind::toggle_pixel}); }}};
  for (const auto& [name, enter] : states) {
    enter();
    for (const Size size : kKeyHelpSizes) {
      for (const double scale : {1.0, 1.5, 2.0}) {
        if (size.width / scale < 240 || size.height / scale < 200) continue;
        const std::string where = std::string(name) + ", " + std::to_string(size.width) + " x " +
                                  std::to_string(size.height) + " at " +
                                  std::to_string(scale).substr(0, 3) + ": ";
        show(size, scale);
        expect_clear(where);
        expect_whole(where);
      }
    }
  }
}

TEST_F(KeyHelpTest, ItScrollsInNoWindowThatHasRoomForAllPanels) {
  for (const bool all : {false, true}) {
    if (all) overlay_.apply({Kind::toggle_panels});
    for (const Size size : {Size{1280, 720}, Size{1600, 960}, Size{1920, 1080}, Size{3840, 2160}}) {
      for (const double scale : {1.0, 1.5, 2.0}) {
        if (size.width / scale < 1280 || size.height / scale < 720) continue;
        show(size, scale);
        EXPECT_FALSE(scrolls()) << size.width << " at " << scale << (all ? ", all panels" : "");
      }
    }
  }
}

TEST_F(KeyHelpTest, TheBarIsDraggedToTheEnd) {
  show({640, 360}, 1);
  const std::string last(key_lines().back().help);
  EXPECT_FALSE(says(last));
  const Rect bar = overlay_.control_box("keys.bar");
  ASSERT_GT(bar.h, 0);
  pointer(Input::Kind::button_down, bar.x + bar.w / 2, bar.y + 8, now_);
  (void)draw(now_);
  pointer(Input::Kind::pointer_move, bar.x + bar.w / 2, bar.bottom(), now_);
  (void)draw(now_);
  EXPECT_TRUE(says(last));
  pointer(Input::Kind::button_up, bar.x + bar.w / 2, bar.bottom(), now_);
  (void)draw(now_);
  expect_clear("dragged: ");
}

}  // namespace
}  // namespace framelane
