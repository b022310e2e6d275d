#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>

#include "app/viewer.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

// A real window, off-screen.
class ViewerScopesTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { setenv("SDL_VIDEODRIVER", "offscreen", 1); }
  void open(const std::string& input, const std::string& chain) {
    options_.input = input;
    options_.chain = parse_chain(chain);
    viewer_ = std::make_unique<Viewer>(*opened_.device, options_, stop_);
    viewer_->overlay().keep_texts();
    ASSERT_TRUE(viewer_->open());
    viewer_->window().resize({1920, 1080});
    ASSERT_TRUE(turn_until([&] { return viewer_->player().counts().displayed > 2; }));
  }
  bool turn_until(const std::function<bool()>& done) {
    while (!done())
      if (!viewer_->turn(20ms)) return done();
    return true;
  }
  void press(const std::string& key) {
    Input input;
    input.kind = Input::Kind::key;
    input.key = key;
    viewer_->window().inject(input);
    (void)viewer_->turn(20ms);
  }
  [[nodiscard]] bool shown(const char* panel) { return viewer_->overlay().panel_box(panel).w > 0; }
  [[nodiscard]] bool says(const std::string& text) {
    for (const TextBox& box : viewer_->overlay().text_boxes())
      if (box.text.find(text) != std::string::npos) return true;
    return false;
  }

  OpenedDevice opened_ = open_device(parse_device_choice("cpu"));
  Options options_;
  StopSignal stop_;
  std::unique_ptr<Viewer> viewer_;
};

TEST_F(ViewerScopesTest, KeysShowAndHideThemWithTheirCost) {
  open("pattern:320x240@25", "eq=contrast=1.2");
  press("F1");
  EXPECT_TRUE(turn_until([&] {
    return shown("histogram") && !viewer_->player().current()->scopes.empty() && !says("\u2013 ms");
  }));
  press("F3");
  press("F2");
  EXPECT_TRUE(turn_until([&] { return shown("waveform") && shown("vectorscope"); }));
  press("F1");
  EXPECT_TRUE(turn_until([&] { return !shown("histogram"); }));
  press("F2");
  press("F3");
  EXPECT_TRUE(turn_until([&] { return viewer_->player().current()->scopes.empty(); }));
  EXPECT_FALSE(shown("waveform") || shown("vectorscope"));
}

TEST_F(ViewerScopesTest, AllPanelsTakeTheirPlaceAndGiveItBack) {
  open("pattern:320x240@25", "eq=contrast=1.2");
  const auto scopes = [&](bool on) { return turn_until([&] { return shown("histogram") == on; }); };
  const auto timeline = [&](bool on) {
    return turn_until([&] { return shown("timeline") == on; });
  };
  press("F4");
  press("I");
  EXPECT_TRUE(timeline(true));
  press("F1");
  EXPECT_TRUE(scopes(true));
  press("I");  // not all of them were on show
  EXPECT_TRUE(scopes(false) && timeline(true));
  press("F6");
  EXPECT_TRUE(timeline(false));
  press("I");
  EXPECT_TRUE(timeline(true) && scopes(false));
  press("I");
  EXPECT_TRUE(timeline(false) && scopes(true));
  EXPECT_TRUE(shown("filters"));
}

TEST_F(ViewerScopesTest, PausedTheyFollowTheSwitchAndTheStep) {
  open("pattern:320x240@25", "negate");
  press("SPACE");
  ASSERT_TRUE(viewer_->player().paused());
  press("F3");
  const auto tables = [&] { return viewer_->player().current()->scopes; };
  ASSERT_TRUE(turn_until([&] { return tables().after != nullptr; }));
  EXPECT_FALSE(tables().after->table(Scope::waveform).empty());
  (void)turn_until([&] { return viewer_->overlay().control_box("scopes_before").w > 0; });
  const Rect at = viewer_->overlay().control_box("scopes_before");
  const auto scale = static_cast<float>(viewer_->window().scale());
  for (const auto kind : {Input::Kind::button_down, Input::Kind::button_up}) {
    Input input;
    input.kind = kind;
    input.x = (at.x + at.w / 2) * scale;
    input.y = (at.y + at.h / 2) * scale;
    viewer_->window().inject(input);
    (void)viewer_->turn(20ms);
  }
  EXPECT_TRUE(turn_until([&] { return tables().before != nullptr; }));
  const auto before = tables().before;
  press(".");
  EXPECT_TRUE(turn_until([&] { return tables().before && tables().before != before; }));
  EXPECT_FALSE(tables().before->table(Scope::waveform).empty());
}

}  // namespace
}  // namespace framelane
