#include "ui/text_edit.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

Input key(const std::string& name, bool shift = false, bool ctrl = false) {
  Input input;
  input.kind = Input::Kind::key;
  input.key = name;
  input.shift = shift;
  input.ctrl = ctrl;
  return input;
}

TEST(TextEdit, TypingReplacesWhatIsSelected) {
  TextEdit edit("0.5");
  EXPECT_EQ(edit.selected(), "0.5");
  EXPECT_TRUE(edit.key(key("2")));
  EXPECT_TRUE(edit.key(key(".")));
  EXPECT_TRUE(edit.key(key("SPACE")));
  EXPECT_EQ(edit.text(), "2. ");
  EXPECT_EQ(edit.caret(), 3U);
  EXPECT_TRUE(edit.selected().empty());
}

TEST(TextEdit, ArrowsMoveByWholeCharacters) {
  TextEdit edit("aé€");
  edit.key(key("END"));
  edit.key(key("LEFT"));
  EXPECT_EQ(edit.caret(), 3U);
  edit.key(key("LEFT"));
  EXPECT_EQ(edit.caret(), 1U);
  edit.key(key("RIGHT"));
  EXPECT_EQ(edit.caret(), 3U);
  edit.key(key("HOME"));
  edit.key(key("LEFT"));
  EXPECT_EQ(edit.caret(), 0U);
}

TEST(TextEdit, BackspaceAndDeleteTakeWholeCharacters) {
  TextEdit edit("aé€b");
  edit.key(key("END"));
  edit.key(key("BS"));
  edit.key(key("BS"));
  EXPECT_EQ(edit.text(), "aé");
  edit.key(key("HOME"));
  edit.key(key("DEL"));
  edit.key(key("DEL"));
  EXPECT_EQ(edit.text(), "");
  edit.key(key("DEL"));
  edit.key(key("BS"));
  EXPECT_EQ(edit.text(), "");
}

TEST(TextEdit, ShiftSelectsAndAnArrowLeavesTheSelectionAtItsSide) {
  TextEdit edit("abcd");
  edit.key(key("HOME"));
  edit.key(key("RIGHT", true));
  edit.key(key("RIGHT", true));
  EXPECT_EQ(edit.selected(), "ab");
  edit.key(key("RIGHT"));
  EXPECT_EQ(edit.caret(), 2U);
  edit.key(key("END", true));
  EXPECT_EQ(edit.selected(), "cd");
  edit.key(key("DEL"));
  EXPECT_EQ(edit.text(), "ab");
  edit.key(key("a", false, true));
  EXPECT_EQ(edit.selected(), "ab");
}

TEST(TextEdit, PastedLinesAndBrokenBytesBecomeOneCleanLine) {
  TextEdit edit;
  edit.insert("a\nb\tc\x01\xff\xc3(\xe2\x82");
  EXPECT_EQ(edit.text(), "a b c(");
  TextEdit cut;
  cut.insert(std::string(TextEdit::kMostBytes - 1, 'x') + "é");
  EXPECT_EQ(cut.text().size(), TextEdit::kMostBytes - 1);
}

TEST(TextEdit, OtherKeysMeanNothingToIt) {
  TextEdit edit("a");
  for (const char* name : {"UP", "TAB", "ESC", "ENTER", "F1"})
    EXPECT_FALSE(edit.key(key(name))) << name;
  EXPECT_FALSE(edit.key(key("q", false, true)));
  EXPECT_EQ(edit.text(), "a");
  EXPECT_TRUE(edit.key(key("T")));
  EXPECT_EQ(edit.text(), "T");
}

TEST(TextEdit, APlaceInsideACharacterIsItsBeginning) {
  TextEdit edit("é");
  edit.move_to(1, false);
  EXPECT_EQ(edit.caret(), 0U);
  edit.move_to(99, true);
  EXPECT_EQ(edit.selected(), "é");
}

}  // namespace
}  // namespace framelane
