#include "ui/keys.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace framelane {
namespace {

Input key(const std::string& name, bool shift = false) {
  Input input;
  input.kind = Input::Kind::key;
  input.key = name;
  input.shift = shift;
  return input;
}

TEST(Keys, NoKeyIsBoundTwice) {
  std::set<std::pair<std::string_view, bool>> seen;
  for (const KeyBinding& binding : key_bindings()) {
    EXPECT_TRUE(seen.emplace(binding.key, binding.shift).second) << binding.key;
    EXPECT_FALSE(binding.help.empty()) << binding.key;
  }
}

TEST(Keys, EveryKeyOfTheConventionsIsBound) {
  for (const char* name : {"SPACE", "p", "LEFT", "RIGHT", "UP",  "DOWN", "HOME", ".", ",", "[", "]",
                           "{",     "}", "BS",   "f",     "ESC", "q",    "s",    "S", "i", "I", "?",
                           "h",     "t", "T",    "+",     "-",   "M",    "r",    "u", "R", "L"}) {
    EXPECT_TRUE(action_of(key(name)).has_value()) << name;
  }
  EXPECT_EQ(action_of(key("RIGHT", true)), (Action{Action::Kind::seek_by_exact, 1, true, {}}));
  EXPECT_EQ(action_of(key("LEFT", true)), (Action{Action::Kind::seek_by_exact, -1, true, {}}));
}

TEST(Keys, DirectionsAndFactorsAreTheConventions) {
  EXPECT_EQ(action_of(key("RIGHT"))->value, 5);
  EXPECT_EQ(action_of(key("DOWN"))->value, -60);
  EXPECT_EQ(action_of(key("."))->value, 1);
  EXPECT_EQ(action_of(key(","))->value, -1);
  EXPECT_DOUBLE_EQ(action_of(key("["))->value * action_of(key("]"))->value, 1);
  EXPECT_EQ(action_of(key("}"))->value, 2);
}

TEST(Keys, UnboundAndModifiedKeysDoNothing) {
  EXPECT_FALSE(action_of(key("x")));
  Input with_ctrl = key("q");
  with_ctrl.ctrl = true;
  EXPECT_FALSE(action_of(with_ctrl));
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
    const std::string shown = (binding.shift ? "`Shift+" : "`") + std::string(binding.key) + "`";
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
