#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "decode/pattern_source.h"
#include "decode/test_media.h"
#include "gpu/errors.h"

namespace framelane::test {
namespace {

using std::chrono::seconds;
using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

std::string refusal(const std::string& text) {
  try {
    static_cast<void>(parse_pattern(text));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "taken";
}

TEST(PatternSpec, ReadsEveryPart) {
  const PatternSpec spec = parse_pattern("pattern:1921x1081@60000/1001:frames=5:format=gbrp10le");
  EXPECT_EQ(spec.width, 1921);
  EXPECT_EQ(spec.height, 1081);
  EXPECT_EQ(spec.rate, (Rational{60000, 1001}));
  EXPECT_EQ(spec.frames, 5);
  EXPECT_EQ(spec.format, find_pixel_format("gbrp10le"));
  EXPECT_EQ(parse_pattern("pattern:2x2@59.94").rate, (Rational{2997, 50}));
  EXPECT_EQ(parse_pattern("pattern:2x2@60").format, find_pixel_format("yuv420p"));
  EXPECT_FALSE(parse_pattern("pattern:2x2@60").frames);
}

TEST(PatternSpec, NamesTheColumnOfAMistake) {
  EXPECT_THAT(refusal("pattern:"), AllOf(HasSubstr("column 9"), HasSubstr("width")));
  EXPECT_THAT(refusal("pattern:64"), AllOf(HasSubstr("column 11"), HasSubstr("'x'")));
  EXPECT_THAT(refusal("pattern:64x0@60"), AllOf(HasSubstr("column 12"), HasSubstr("height")));
  EXPECT_THAT(refusal("pattern:64x64@0"), HasSubstr("rate"));
  EXPECT_THAT(refusal("pattern:64x64@60/0"), HasSubstr("column 18"));
  EXPECT_THAT(refusal("pattern:99999x64@60"), HasSubstr("16384"));
  EXPECT_THAT(refusal("pattern:64x64@60:format=nope"),
              AllOf(HasSubstr("column 25"), HasSubstr("nope")));
  EXPECT_THAT(refusal("pattern:64x64@60:frames=-1"), HasSubstr("frames"));
  EXPECT_THAT(refusal("pattern:64x64@60:size=1"), HasSubstr("column 18"));
  EXPECT_THAT(refusal("pattern:64x64@60 "), HasSubstr("column 17"));
}

// Whether two neighbouring samples of a plane's row differ anywhere.
bool varies(const HostPicture& picture, int p) {
  const PixelFormat& format = *picture.facts.format;
  std::set<std::byte> values;
  for (int y = 0; y < format.plane_rows(p, picture.facts.height); ++y) {
    const std::byte* row = picture.plane(p) + static_cast<std::size_t>(y) * picture.pitch(p);
    values.insert(row, row + format.plane_row_bytes(p, picture.facts.width));
  }
  return values.size() > 8;
}

TEST(Pattern, MakesSixteenDifferentPicturesInEveryNativeFormat) {
  for (const PixelFormat& format : pixel_formats()) {
    Opened input("pattern:65x33@25:frames=32:format=" + std::string(format.name));
    std::set<std::uint64_t> different;
    std::vector<std::uint64_t> hashes;
    SourceFrame frame;
    while (input.source->read(frame) == ReadStatus::frame) {
      hashes.push_back(hash_of(frame.picture));
      different.insert(hashes.back());
      for (int p = 0; p < format.plane_count; ++p)
        EXPECT_TRUE(varies(frame.picture, p)) << format.name << " plane " << p;
    }
    EXPECT_THAT(hashes, SizeIs(32)) << format.name;
    EXPECT_THAT(different, SizeIs(16)) << format.name;
    EXPECT_EQ(hashes[0], hashes[16]);
    EXPECT_EQ(input.source->counts().outside, 0U);
  }
}

TEST(Pattern, SamplesStayInsideTheirDepth) {
  Opened input("pattern:64x32@25:frames=1:format=yuv420p10le");
  SourceFrame frame;
  ASSERT_EQ(input.source->read(frame), ReadStatus::frame);
  int highest = 0;
  for (std::size_t y = 0; y < 32; ++y)
    for (std::size_t x = 0; x < 64; ++x) {
      const std::byte* at = frame.picture.plane(0) + y * frame.picture.pitch(0) + 2 * x;
      highest = std::max(highest, std::to_integer<int>(at[0]) + 256 * std::to_integer<int>(at[1]));
    }
  EXPECT_LT(highest, 1024);
  EXPECT_GT(highest, 512);
}

TEST(Pattern, IsTheSameEveryTime) {
  Opened one("pattern:64x48@25:frames=3"), two("pattern:64x48@25:frames=3");
  EXPECT_EQ(read_all(*one.source), read_all(*two.source));
}

TEST(Pattern, SeeksToTheFrameAtOrAfterATime) {
  Opened input("pattern:16x16@30000/1001:frames=300");
  const auto played = read_all(*input.source);
  for (const std::size_t to : {0U, 1U, 150U, 299U}) {
    ASSERT_EQ(input.source->seek_exact(played[to].pts, 0).status, SeekStatus::done);
    EXPECT_EQ(read_all(*input.source, 1)[0], played[to]);
    ASSERT_EQ(input.source->seek_near(played[to].pts, std::nullopt).status, SeekStatus::done);
    EXPECT_EQ(read_all(*input.source, 1)[0], played[to]);
  }
  ASSERT_EQ(input.source->seek_previous(played[100].pts, 2).status, SeekStatus::done);
  const auto before = read_all(*input.source, 3);
  EXPECT_TRUE(before[0].preroll && before[1].preroll);
  EXPECT_EQ(before[2], played[99]);
  ASSERT_EQ(input.source->seek_exact(seconds(11), 0).status, SeekStatus::done);
  EXPECT_THAT(read_all(*input.source), SizeIs(0));
}

TEST(Pattern, WithoutFramesHasNoEnd) {
  Opened input("pattern:16x16@60");
  EXPECT_FALSE(input.source->facts().duration);
  ASSERT_EQ(input.source->seek_exact(std::chrono::hours(1000), 0).status, SeekStatus::done);
  SourceFrame frame;
  ASSERT_EQ(input.source->read(frame), ReadStatus::frame);
  EXPECT_EQ(frame.pts, std::chrono::hours(1000));
}

}  // namespace
}  // namespace framelane::test
