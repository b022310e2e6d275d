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
