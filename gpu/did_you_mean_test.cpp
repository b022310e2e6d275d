#include "gpu/did_you_mean.h"

#include <gtest/gtest.h>

#include <array>

namespace framelane {
namespace {

constexpr std::array<std::string_view, 6> kWords{"eq",      "gblur",           "run",
                                                 "--lanes", "--output-format", "--output"};

TEST(DidYouMean, FindsWhatWasNearlyTyped) {
  EXPECT_EQ(nearest_word("gbulr", kWords), "gblur");
  EXPECT_EQ(nearest_word("blurr", kWords), "gblur");
  EXPECT_EQ(nearest_word("RUN", kWords), "run");
  EXPECT_EQ(nearest_word("--lane", kWords), "--lanes");
  EXPECT_EQ(nearest_word("-lanes", kWords), "--lanes");
  EXPECT_EQ(nearest_word("--outputs", kWords), "--output") << "the nearest, not the first";
  EXPECT_EQ(nearest_word("--output-f", kWords), "--output-format");
  for (const char* word : {"--outp", "--outpu", "--OUTPUT"})
    EXPECT_EQ(nearest_word(word, kWords), "--output") << word;
  EXPECT_EQ(did_you_mean("eqq", kWords), " (did you mean 'eq'?)");
}

TEST(DidYouMean, FindsNothingForOtherWords) {
  for (const char* word : {"", "-", "--", "x", "unsharp", "--quiet", "fun.mp4", "runners"})
    EXPECT_EQ(did_you_mean(word, kWords), "") << word;
  EXPECT_EQ(nearest_word("eq", {}), "");
}

TEST(DidYouMean, ANameOfOneLetterIsMeantByNoOtherLetter) {
  constexpr std::array<std::string_view, 3> kLetters{"h", "s", "-o"};
  EXPECT_EQ(nearest_word("H", kLetters), "h");
  for (const char* word : {"q", "hs", "-q", "-"})
    EXPECT_EQ(nearest_word(word, kLetters), "") << word;
}

}  // namespace
}  // namespace framelane
