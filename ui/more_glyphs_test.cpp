#include "ui/more_glyphs.h"

#include <gtest/gtest.h>

#include "ui/fonts.h"

namespace framelane {
namespace {

constexpr ImWchar kAlways[] = {0x20, 0x24F, 0x400, 0x52F, 0};

TEST(MoreGlyphs, OnlyWhatIsNotThereAnywayIsWantedAndOnlyOnce) {
  MoreGlyphs more(kAlways);
  more.note("plain, \u00e9t\u00e9, \u0434\u043e\u043c");
  EXPECT_TRUE(more.empty());
  more.note("\u65e5\u672c \u65e5");
  EXPECT_TRUE(more.pending());
  const ImWchar* ranges = more.ranges();
  EXPECT_EQ(std::vector<ImWchar>(ranges, ranges + 5),
            (std::vector<ImWchar>{0x65E5, 0x65E5, 0x672C, 0x672C, 0}));
  EXPECT_FALSE(more.pending());
  more.note("\u65e5");
  EXPECT_FALSE(more.pending());
}

TEST(MoreGlyphs, BrokenTextAndCharactersBeyondThePlaneAreLeftOut) {
  MoreGlyphs more(kAlways);
  for (const char* text : {"\xE6\x97", "\xFF\xFF", "\x80", "\xF0\x9F\x8E\xAC", "\xE6"})
    more.note(text);
  EXPECT_TRUE(more.empty() || *more.characters().begin() >= 0x80);
  EXPECT_FALSE(more.characters().contains(0xF3AC));
}

TEST(MoreGlyphs, ThereIsAnEndToThem) {
  MoreGlyphs more(kAlways);
  for (unsigned c = 0x4E00; c < 0x4E00 + 2 * MoreGlyphs::kMost; ++c)
    more.note(std::string{static_cast<char>(0xE0 | c >> 12),
                          static_cast<char>(0x80 | (c >> 6 & 63)),
                          static_cast<char>(0x80 | (c & 63))});
  EXPECT_EQ(more.characters().size(), MoreGlyphs::kMost);
}

// DejaVu, which is installed with the program, has Armenian; the panels' own face has not.
TEST(Fonts, CharactersOfOtherScriptsComeWithTheNextPreparation) {
  ImGuiContext* context = ImGui::CreateContext();
  {
    Fonts fonts;
    EXPECT_TRUE(fonts.prepare(1));
    EXPECT_EQ(fonts.face(TextSize::body)->FindGlyphNoFallback(0x540), nullptr);
    fonts.note("\u0540\u0561\u0575.mp4");
    ASSERT_TRUE(fonts.pending());
    EXPECT_TRUE(fonts.prepare(1));
    for (const TextSize size : {TextSize::small, TextSize::body})
      EXPECT_NE(fonts.face(size)->FindGlyphNoFallback(0x540), nullptr);
    EXPECT_FALSE(fonts.prepare(1)) << "once is enough";
    fonts.note("\uE000");  // nobody has it
    EXPECT_TRUE(fonts.prepare(1));
    EXPECT_FALSE(fonts.prepare(1));
  }
  ImGui::DestroyContext(context);
}

}  // namespace
}  // namespace framelane
