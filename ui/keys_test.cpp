#include "ui/keys.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <tuple>

namespace framelane {
namespace {

Input key(const std::string& name, bool shift = false, Modifier held = Modifier::none) {
  Input input;
  input.alt = held == Modifier::alt;
  input.ctrl = held == Modifier::ctrl;
  input.kind = Input::Kind::key;
  input.key = name;
  input.shift = shift;
  return input;
}

// The README's table.
std::string key_markdown() {
  std::string text = "| key | action |\n|---|---|\n";
  for (const KeyLine& line : key_lines()) {
    text += "|";
    for (const std::string& key : line.keys)
      text += " `" + key + "`";
    text += " | " + std::string(line.help) + " |\n";
  }
  return text;
}

TEST(Keys, NoKeyIsBoundTwice) {
  std::set<std::tuple<std::string_view, bool, Modifier>> seen;
  for (const KeyBinding& binding : key_bindings()) {
    EXPECT_TRUE(seen.emplace(binding.key, binding.shift, binding.modifier).second) << binding.key;
    EXPECT_FALSE(binding.help.empty()) << binding.key;
  }
}

TEST(Keys, EveryKeyOfTheConventionsIsBound) {
  for (const char* name :
       {"SPACE", "p",   "LEFT", "RIGHT", "UP", "DOWN", "HOME", ".", ",", "[", "]", "{", "}", "BS",
        "f",     "ESC", "q",    "s",     "S",  "i",    "I",    "?", "h", "t", "T", "+", "-", "M",
        "r",     "u",   "R",    "L",     "l",  "<",    ">",    "c", "C", "d", "a", "P"}) {
    EXPECT_TRUE(action_of(key(name)).has_value()) << name;
  }
  EXPECT_EQ(action_of(key("RIGHT", true)), (Action{Action::Kind::seek_by_exact, 1}));
  EXPECT_EQ(action_of(key("LEFT", true)), (Action{Action::Kind::seek_by_exact, -1}));
}

TEST(Keys, DirectionsAndFactorsAreTheConventions) {
  EXPECT_EQ(action_of(key("RIGHT"))->value, 5);
  EXPECT_EQ(action_of(key("DOWN"))->value, -60);
  EXPECT_EQ(action_of(key("."))->value, 1);
  EXPECT_EQ(action_of(key(","))->value, -1);
  EXPECT_DOUBLE_EQ(action_of(key("["))->value * action_of(key("]"))->value, 1);
  EXPECT_EQ(action_of(key("}"))->value, 2);
}

TEST(Keys, WithAltOrCtrlAKeyIsAnotherKey) {
  const auto with_alt = [](const char* name) { return action_of(key(name, false, Modifier::alt)); };
  EXPECT_EQ(with_alt("+"), (Action{Action::Kind::zoom_by, 1}));
  EXPECT_EQ(with_alt("-"), (Action{Action::Kind::zoom_by, -1}));
  EXPECT_EQ(with_alt("LEFT")->kind, Action::Kind::pan_across);
  EXPECT_LT(with_alt("LEFT")->value, 0);
  EXPECT_GT(with_alt("DOWN")->value, 0);
  EXPECT_EQ(with_alt("BS")->kind, Action::Kind::zoom_fit);
  EXPECT_EQ(action_of(key("BS"))->kind, Action::Kind::reset_speed);
  EXPECT_EQ(action_of(key("+"))->kind, Action::Kind::change_lanes);
  EXPECT_EQ(action_of(key("+", false, Modifier::ctrl)), (Action{Action::Kind::scale_panels, 1}));
  EXPECT_EQ(key_name(Action::Kind::zoom_by, 1), "Alt++");
}

TEST(Keys, TheWheelZoomsByItsStepsWithCtrlAlone) {
  Input wheel = key("", false, Modifier::ctrl);
  wheel.kind = Input::Kind::wheel;
  wheel.amount = -2;
  EXPECT_EQ(action_of(wheel), (Action{Action::Kind::zoom_by, -2}));
  wheel.ctrl = false;
  EXPECT_FALSE(action_of(wheel));
  EXPECT_FALSE(action_of(key("wheel")));
}

TEST(Keys, UnboundAndModifiedKeysDoNothing) {
  EXPECT_FALSE(action_of(key("x")));
  Input with_ctrl = key("q");
  with_ctrl.ctrl = true;
  EXPECT_FALSE(action_of(with_ctrl));
  with_ctrl = key("o");
  with_ctrl.ctrl = true;
  EXPECT_EQ(action_of(with_ctrl), (Action{Action::Kind::toggle_open_dialog}));
  EXPECT_FALSE(action_of(key("o")));
  Input move;
  move.kind = Input::Kind::pointer_move;
  move.key = "q";
  EXPECT_FALSE(action_of(move));
}

TEST(Keys, ListAndMarkdownNameEveryKeyOnce) {
  std::size_t keys = 0;
  for (const KeyLine& line : key_lines())
    keys += line.keys.size();
  EXPECT_EQ(keys, key_bindings().size());
  const std::string text = key_markdown();
  for (const KeyBinding& binding : key_bindings()) {
    const std::string held = binding.modifier == Modifier::alt    ? "Alt+"
                             : binding.modifier == Modifier::ctrl ? "Ctrl+"
                                                                  : "";
    const std::string shown =
        "`" + held + (binding.shift ? "Shift+" : "") + std::string(binding.key) + "`";
    EXPECT_NE(text.find(shown), std::string::npos) << shown;
  }
  EXPECT_EQ(key_name(Action::Kind::step, -1), ",");
}

TEST(Keys, TheReadmeHasThisVeryTable) {
  std::ifstream in(FRAMELANE_README);
  const std::string readme{std::istreambuf_iterator<char>(in), {}};
  EXPECT_NE(readme.find("\n\n" + key_markdown() + "\n"), std::string::npos)
      << "README.md needs this table, and no other row:\n"
      << key_markdown();
}

}  // namespace
}  // namespace framelane
