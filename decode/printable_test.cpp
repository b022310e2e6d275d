#include "decode/printable.h"

#include <gtest/gtest.h>

namespace framelane {
namespace {

TEST(Printable, KeepsTextAndReplacesWhatCannotBeShown) {
  EXPECT_EQ(printable("ünï 日本 ok"), "ünï 日本 ok");
  EXPECT_EQ(printable(" a\nb\x01\x7f "), "a?b??");
  EXPECT_EQ(printable("bad \xff\xc3 end"), "bad ?? end");
  EXPECT_EQ(printable("cut \xe6\x97"), "cut ??");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, CutsLongText) {
  const std::string cut = printable(std::string(1000, 'x'));
  EXPECT_EQ(cut, std::string(300, 'x') + "...");
}

}  // namespace
}  // namespace framelane
