#include "ui/text_edit.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

Input pressed(const std::string& name, bool shift = false, bool ctrl = false) {
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
  EXPECT_TRUE(edit.pressed(pressed("2")));
  EXPECT_TRUE(edit.pressed(pressed(".")));
  EXPECT_TRUE(edit.pressed(pressed("SPACE")));
  EXPECT_EQ(edit.text(), "2. ");
  EXPECT_EQ(edit.caret(), 3U);
  EXPECT_TRUE(edit.selected().empty());
}

TEST(TextEdit, ArrowsMoveByWholeCharacters) {
  TextEdit edit("aé€");
  edit.pressed(pressed("END"));
  edit.pressed(pressed("LEFT"));
  EXPECT_EQ(edit.caret(), 3U);
  edit.pressed(pressed("LEFT"));
  EXPECT_EQ(edit.caret(), 1U);
  edit.pressed(pressed("RIGHT"));
  EXPECT_EQ(edit.caret(), 3U);
  edit.pressed(pressed("HOME"));
  edit.pressed(pressed("LEFT"));
  EXPECT_EQ(edit.caret(), 0U);
}

TEST(TextEdit, BackspaceAndDeleteTakeWholeCharacters) {
  TextEdit edit("aé€b");
  edit.pressed(pressed("END"));
  edit.pressed(pressed("BS"));
  edit.pressed(pressed("BS"));
  EXPECT_EQ(edit.text(), "aé");
  edit.pressed(pressed("HOME"));
  edit.pressed(pressed("DEL"));
  edit.pressed(pressed("DEL"));
  EXPECT_EQ(edit.text(), "");
  edit.pressed(pressed("DEL"));
  edit.pressed(pressed("BS"));
  EXPECT_EQ(edit.text(), "");
}

TEST(TextEdit, ShiftSelectsAndAnArrowLeavesTheSelectionAtItsSide) {
  TextEdit edit("abcd");
  edit.pressed(pressed("HOME"));
  edit.pressed(pressed("RIGHT", true));
  edit.pressed(pressed("RIGHT", true));
  EXPECT_EQ(edit.selected(), "ab");
  edit.pressed(pressed("RIGHT"));
  EXPECT_EQ(edit.caret(), 2U);
  edit.pressed(pressed("END", true));
  EXPECT_EQ(edit.selected(), "cd");
  edit.pressed(pressed("DEL"));
  EXPECT_EQ(edit.text(), "ab");
  edit.pressed(pressed("a", false, true));
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
    EXPECT_FALSE(edit.pressed(pressed(name))) << name;
  EXPECT_FALSE(edit.pressed(pressed("q", false, true)));
  EXPECT_EQ(edit.text(), "a");
  EXPECT_TRUE(edit.pressed(pressed("T")));
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
