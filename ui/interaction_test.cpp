#include "ui/interaction.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

using namespace std::chrono_literals;
constexpr Rect kBox{10, 10, 20, 20};

Input key(const std::string& name) {
  Input input;
  input.kind = Input::Kind::key;
  input.key = name;
  return input;
}

Control ask(Interaction& interaction, bool enabled = true) {
  interaction.begin_frame(0s);
  const Control control = interaction.control("a", kBox, enabled);
  interaction.end_frame();
  return control;
}

TEST(Interaction, ClickNeedsPressAndReleaseOnTheControl) {
  Interaction interaction;
  interaction.press(15, 15);
  EXPECT_TRUE(ask(interaction).held);
  interaction.release(15, 15);
  EXPECT_TRUE(ask(interaction).clicked);
  EXPECT_FALSE(ask(interaction).clicked);
  interaction.press(15, 15);
  interaction.release(50, 50);
  EXPECT_FALSE(ask(interaction).clicked);
  interaction.press(50, 50);
  interaction.release(15, 15);
  EXPECT_FALSE(ask(interaction).clicked);
}

TEST(Interaction, AControlThatWentHasNoPlaceAndNoRing) {
  Interaction interaction;
  (void)ask(interaction);
  EXPECT_EQ(interaction.control_box("a"), kBox);
  interaction.begin_frame(0s);
  (void)interaction.control("b", kBox, true);
  interaction.end_frame();
  EXPECT_EQ(interaction.control_box("a"), Rect{});
  interaction.key(key("TAB"));
  interaction.key(key("TAB"));
  EXPECT_EQ(interaction.focused_id(), "b");
}

TEST(Interaction, PressAndReleaseBetweenTwoDrawsIsAClick) {
  Interaction interaction;
  interaction.press(15, 15);
  interaction.release(16, 15);
  EXPECT_TRUE(ask(interaction).clicked);
}

TEST(Interaction, DisabledControlIsDeaf) {
  Interaction interaction;
  interaction.press(15, 15);
  interaction.release(15, 15);
  const Control control = ask(interaction, false);
  EXPECT_FALSE(control.clicked);
  EXPECT_FALSE(control.hover);
}

TEST(Interaction, TabGivesTheRingAndEnterPresses) {
  Interaction interaction;
  (void)ask(interaction);
  EXPECT_FALSE(interaction.key(key("ENTER")));
  EXPECT_TRUE(interaction.key(key("TAB")));
  EXPECT_TRUE(ask(interaction).focused);
  EXPECT_TRUE(interaction.key(key("SPACE")));
  EXPECT_TRUE(ask(interaction).clicked);
  EXPECT_FALSE(interaction.key(key("t")));
  EXPECT_TRUE(interaction.key(key("ESC")));
  EXPECT_FALSE(ask(interaction).focused);
  EXPECT_FALSE(interaction.key(key("ESC")));
}

TEST(Interaction, ArrowsAreTheControlsWhileItHasTheRing) {
  Interaction interaction;
  (void)ask(interaction);
  EXPECT_FALSE(interaction.key(key("LEFT")));
  interaction.key(key("TAB"));
  Input right = key("RIGHT");
  right.shift = true;
  EXPECT_TRUE(interaction.key(right));
  EXPECT_TRUE(interaction.key(right));
  EXPECT_TRUE(interaction.key(key("UP")));
  Control control = ask(interaction);
  EXPECT_EQ(control.right, 2);
  EXPECT_EQ(control.up, 1);
  control = ask(interaction);
  EXPECT_EQ(control.right, 0);
}

TEST(Interaction, TheWheelStaysWhereItsTurningBegan) {
  Interaction interaction;
  const auto turn = [&](Nanoseconds now, const char* id, float amount) {
    interaction.wheel(15, 15, amount, false, now);
    interaction.begin_frame(now);
    const float taken = interaction.take_wheel(id, kBox, false);
    interaction.end_frame();
    return taken;
  };
  EXPECT_EQ(turn(1s, "list", 1), 1);
  EXPECT_EQ(turn(1100ms, "slider", 1), 0);
  EXPECT_EQ(turn(1200ms, "list", -2), -2);
  EXPECT_EQ(turn(2s, "slider", 1), 1);
  interaction.move(16, 15);
  EXPECT_EQ(turn(2100ms, "list", 1), 1);
}

TEST(Interaction, WholeStepsOfTheWheelAddUp) {
  Interaction interaction;
  float sum = 0;
  for (int i = 1; i <= 8; ++i) {
    interaction.wheel(15, 15, 0.25F, true, i * 10ms);
    interaction.begin_frame(i * 10ms);
    const float taken = interaction.take_wheel("a", kBox, true);
    interaction.end_frame();
    EXPECT_EQ(taken, i % 4 == 0 ? 1 : 0) << i;
    sum += taken;
  }
  EXPECT_EQ(sum, 2);
  EXPECT_TRUE(interaction.wheel_is_fine());
}

TEST(Interaction, AFieldBeingTypedInOwnsEveryKey) {
  Interaction interaction;
  std::string clipboard = "4";
  interaction.use_clipboard(
      {[&] { return clipboard; }, [&](const std::string& t) { clipboard = t; }});
  const auto frame = [&] {
    interaction.begin_frame(0s);
    (void)interaction.control("field", kBox, true);
    TextEdit* edit = interaction.typing("field");
    const std::string text = edit != nullptr ? edit->text() : "none";
    interaction.end_frame();
    return text;
  };
  EXPECT_EQ(frame(), "none");
  interaction.start_typing("field", "abc", "field");
  for (const char* name : {"q", "SPACE", "LEFT", "DOWN"})
    EXPECT_TRUE(interaction.key(key(name))) << name;
  EXPECT_EQ(interaction.typing_down(), 1);
  EXPECT_EQ(frame(), "q ");
  Input ctrl = key("a");
  ctrl.ctrl = true;
  interaction.key(ctrl);
  ctrl.key = "x";
  interaction.key(ctrl);
  EXPECT_EQ(clipboard, "q ");
  ctrl.key = "v";
  interaction.key(ctrl);
  interaction.key(ctrl);
  EXPECT_EQ(frame(), "q q ");
  interaction.key(key("ESC"));
  EXPECT_EQ(interaction.typing_end(), TypingEnd::escape);
  EXPECT_EQ(frame(), "q q ");
  EXPECT_EQ(interaction.typing_end(), TypingEnd::none);
}

TEST(Interaction, AFieldThatIsNoLongerThereLosesTheKeyboard) {
  Interaction interaction;
  interaction.start_typing("field", "abc", "field");
  (void)ask(interaction);
  EXPECT_TRUE(interaction.is_typing());
  (void)ask(interaction);
  EXPECT_FALSE(interaction.is_typing());
  EXPECT_FALSE(interaction.key(key("q")));
}

TEST(Interaction, TheSecondPressOfADoubleClickSaysSo) {
  Interaction interaction;
  interaction.press(15, 15, 1);
  EXPECT_FALSE(ask(interaction).twice);
  interaction.release(15, 15);
  (void)ask(interaction);
  interaction.press(15, 15, 2);
  const Control control = ask(interaction);
  EXPECT_TRUE(control.twice && control.pressed);
  EXPECT_FALSE(interaction.moved_since_press());
  EXPECT_TRUE(interaction.dragging());
  interaction.drop_hold();
  interaction.move(17, 15);
  EXPECT_FALSE(ask(interaction).held);
}

TEST(Interaction, TooltipWaitsForAPointerAtRest) {
  Interaction interaction;
  interaction.move(15, 15);
  const auto frame = [&](Nanoseconds now) {
    interaction.begin_frame(now);
    interaction.offer_tooltip("what it does", kBox, kBox);
    interaction.end_frame();
    return interaction.tooltip().has_value();
  };
  EXPECT_FALSE(frame(1s));
  EXPECT_EQ(interaction.tooltip_at(), 1s + Interaction::kTooltipDelay);
  EXPECT_TRUE(frame(1s + Interaction::kTooltipDelay));
  interaction.move(50, 50);
  EXPECT_FALSE(frame(2s));
}

}  // namespace
}  // namespace framelane
