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
  EXPECT_TRUE(edit.key(pressed("2")));
  EXPECT_TRUE(edit.key(pressed(".")));
  EXPECT_TRUE(edit.key(pressed("SPACE")));
  EXPECT_EQ(edit.text(), "2. ");
  EXPECT_EQ(edit.caret(), 3U);
  EXPECT_TRUE(edit.selected().empty());
}

TEST(TextEdit, ArrowsMoveByWholeCharacters) {
  TextEdit edit("aé€");
  edit.key(pressed("END"));
  edit.key(pressed("LEFT"));
  EXPECT_EQ(edit.caret(), 3U);
  edit.key(pressed("LEFT"));
  EXPECT_EQ(edit.caret(), 1U);
  edit.key(pressed("RIGHT"));
  EXPECT_EQ(edit.caret(), 3U);
  edit.key(pressed("HOME"));
  edit.key(pressed("LEFT"));
  EXPECT_EQ(edit.caret(), 0U);
}

TEST(TextEdit, BackspaceAndDeleteTakeWholeCharacters) {
  TextEdit edit("aé€b");
  edit.key(pressed("END"));
  edit.key(pressed("BS"));
  edit.key(pressed("BS"));
  EXPECT_EQ(edit.text(), "aé");
  edit.key(pressed("HOME"));
  edit.key(pressed("DEL"));
  edit.key(pressed("DEL"));
  EXPECT_EQ(edit.text(), "");
  edit.key(pressed("DEL"));
  edit.key(pressed("BS"));
  EXPECT_EQ(edit.text(), "");
}

TEST(TextEdit, ShiftSelectsAndAnArrowLeavesTheSelectionAtItsSide) {
  TextEdit edit("abcd");
  edit.key(pressed("HOME"));
  edit.key(pressed("RIGHT", true));
  edit.key(pressed("RIGHT", true));
  EXPECT_EQ(edit.selected(), "ab");
  edit.key(pressed("RIGHT"));
  EXPECT_EQ(edit.caret(), 2U);
  edit.key(pressed("END", true));
  EXPECT_EQ(edit.selected(), "cd");
  edit.key(pressed("DEL"));
  EXPECT_EQ(edit.text(), "ab");
  edit.key(pressed("a", false, true));
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
    EXPECT_FALSE(edit.key(pressed(name))) << name;
  EXPECT_FALSE(edit.key(pressed("q", false, true)));
  EXPECT_EQ(edit.text(), "a");
  EXPECT_TRUE(edit.key(pressed("T")));
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
