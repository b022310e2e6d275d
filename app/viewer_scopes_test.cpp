#include "app/viewer_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

class ViewerScopesTest : public ViewerTest {
 protected:
  void play(const std::string& input, const std::string& chain) {
    open(input, chain);
    viewer_->window().resize({1920, 1080});
    ASSERT_TRUE(show_frames(3));
  }
  [[nodiscard]] bool shown(const char* panel) { return viewer_->overlay().panel_box(panel).w > 0; }
  [[nodiscard]] bool says(const std::string& text) {
    for (const TextBox& box : viewer_->overlay().text_boxes())
      if (box.text.find(text) != std::string::npos) return true;
    return false;
  }
};

TEST_F(ViewerScopesTest, KeysShowAndHideThemWithTheirCost) {
  play("pattern:320x240@25", "eq=contrast=1.2");
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
  EXPECT_TRUE(turn_until([&] { return !shown("waveform") && !shown("vectorscope"); }));
}

TEST_F(ViewerScopesTest, AllPanelsTakeTheirPlaceAndGiveItBack) {
  play("pattern:320x240@25", "eq=contrast=1.2");
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
  play("pattern:320x240@25", "negate");
  press("SPACE");
  ASSERT_TRUE(viewer_->player().paused());
  press("F3");
  const auto tables = [&] { return viewer_->player().current()->scopes; };
  ASSERT_TRUE(turn_until([&] { return tables().after != nullptr; }));
  EXPECT_FALSE(tables().after->table(Scope::waveform).empty());
  click("scopes_before");
  EXPECT_TRUE(turn_until([&] { return tables().before != nullptr; }));
  const auto before = tables().before;
  press(".");
  EXPECT_TRUE(turn_until([&] { return tables().before && tables().before != before; }));
  EXPECT_FALSE(tables().before->table(Scope::waveform).empty());
}

}  // namespace
}  // namespace framelane
