// What is known of an output's pictures when it is read again, by this program and by ffmpeg.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "decode/color_words.h"
#include "decode/output_fixture_test.h"
#include "decode/test_media.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using test::TempDir;
using ::testing::HasSubstr;

FrameFacts read_facts(const std::string& name) {
  const test::Opened input(name);
  SourceFrame frame;
  EXPECT_EQ(input.source->read(frame), ReadStatus::frame);
  return frame.picture.facts;
}

TEST(OutputFile, WhatIsReadAgainFromNutHasTheSameFacts) {
  const TempDir dir;
  FrameFacts facts = facts_of("yuv420p10le", 32, 16);
  for (const int rotation : {0, 90, 180, 270}) {
    facts.rotation = rotation;
    facts.mirror = rotation >= 180;
    (void)write_two(dir / "x.nut", facts);
    FrameFacts read = read_facts(dir / "x.nut");
    EXPECT_EQ(read.color.range, Range::limited);
    read.color.range = facts.color.range;  // what was assumed is then known
    EXPECT_EQ(read, facts) << rotation;
  }
  facts.color = {Matrix::bt2020nc, Primaries::bt2020, Transfer::pq, Range::full, Siting::topleft};
  facts.light = {1234.5F, 4000};
  facts.sample_aspect = {64, 45};
  for (const FieldOrder order : {FieldOrder::top_first, FieldOrder::bottom_first}) {
    facts.field_order = order;
    (void)write_two(dir / "x.nut", facts);
    EXPECT_EQ(read_facts(dir / "x.nut"), facts);
  }
  FrameFacts rgb = facts_of("gbrp10le", 32, 16);
  rgb.color = {Matrix::rgb, Primaries::bt2020, Transfer::hlg, Range::full, Siting::unspecified};
  (void)write_two(dir / "x.nut", rgb);
  EXPECT_EQ(read_facts(dir / "x.nut"), rgb);
}

TEST(OutputFile, WhatIsReadAgainFromY4mHasTheFactsThatItHolds) {
  const TempDir dir;
  FrameFacts facts = facts_of("yuv420p", 32, 16);
  facts.color.range = Range::full;
  facts.sample_aspect = {64, 45};
  for (const Siting siting : {Siting::left, Siting::center, Siting::topleft})
    for (const FieldOrder order :
         {FieldOrder::progressive, FieldOrder::top_first, FieldOrder::bottom_first}) {
      facts.color.siting = siting;
      facts.field_order = order;
      (void)write_two(dir / "x.y4m", facts);
      EXPECT_EQ(read_facts(dir / "x.y4m"), facts) << static_cast<int>(siting);
    }
}

TEST(NutTags, WhatIsNoneOfTheirWordsIsPassedOver) {
  const TempDir dir;
  test::ffmpeg(
      "-f lavfi -i testsrc=s=32x16:r=25:d=0.1 -c:v rawvideo -pix_fmt yuv420p -metadata:s:v "
      "color_range=wide -metadata:s:v colorspace=gbr -metadata:s:v color_trc= -metadata:s:v "
      "max_content=-5 -metadata:s:v max_display=inf -metadata:s:v mirror=yes -metadata:s:v "
      "field_order=x " +
      (dir / "x.nut"));
  const FrameFacts facts = read_facts(dir / "x.nut");
  EXPECT_EQ(facts.color.range, Range::unspecified);
  EXPECT_EQ(facts.color.matrix, Matrix::unspecified);
  EXPECT_EQ(facts.light, LightFacts{});
  EXPECT_FALSE(facts.mirror);
}

// Flipped from left to right, then turned clockwise.
std::vector<std::byte> upright(const std::vector<std::byte>& gray, int width,
                               const FrameFacts& as) {
  std::vector<std::byte> rows = gray;
  for (auto row = rows.begin(); as.mirror && row != rows.end(); row += width)
    std::reverse(row, row + width);
  for (int turned = 0; turned < as.rotation; turned += 90) {
    const int height = static_cast<int>(rows.size()) / width;
    std::vector<std::byte> next;
    for (int x = 0; x < width; ++x)
      for (int y = height - 1; y >= 0; --y)
        next.push_back(rows[static_cast<std::size_t>(y * width + x)]);
    rows = std::move(next);
    width = height;
  }
  return rows;
}

TEST(UprightFlags, TurnAnOutputInFfmpegAsItIsToBeShown) {
  const TempDir dir;
  FrameFacts facts = facts_of("gray", 32, 16);
  for (const bool mirror : {false, true})
    for (const int rotation : {0, 90, 180, 270}) {
      facts.mirror = mirror;
      facts.rotation = rotation;
      const HostPicture picture = picture_of(facts, 7);
      OutputFile file(dir / "x.nut", facts, kRate);
      file.write(picture, 0ms, 40ms);
      file.finish();
      test::ffmpeg("-i " + (dir / "x.nut") + " " + upright_flags(facts) + " -f rawvideo " +
                   (dir / "up.raw"));
      EXPECT_EQ(content_of(dir / "up.raw"), upright(planes_of(picture), 32, facts))
          << mirror << ' ' << rotation;
    }
  facts.mirror = false;
  facts.rotation = 0;
  EXPECT_EQ(upright_flags(facts), "");
}

TEST(InputFlags, AreWhatFfmpegTakes) {
  const TempDir dir;
  FrameFacts facts = facts_of("yuv420p10le", 32, 16);
  facts.color = {Matrix::bt2020nc, Primaries::bt2020, Transfer::pq, Range::limited,
                 Siting::topleft};
  (void)write_two(dir / "x.nut", facts);
  test::ffmpeg(input_flags(OutputKind::nut, facts) + " -i " + (dir / "x.nut") + " -c:v ffv1 " +
               (dir / "x.mkv"));
  EXPECT_EQ(read_facts(dir / "x.mkv").color, facts.color);
}

TEST(InputFlags, GiveBackWhatAReaderWouldNotAssume) {
  FrameFacts facts = facts_of("yuv420p", 1280, 720);
  facts.color = {Matrix::bt709, Primaries::bt709, Transfer::bt709, Range::limited, Siting::left};
  for (const OutputKind kind : {OutputKind::nut, OutputKind::y4m, OutputKind::raw})
    EXPECT_EQ(input_flags(kind, facts), "");
  facts.color.range = Range::full;
  EXPECT_EQ(input_flags(OutputKind::y4m, facts), "");
  EXPECT_THAT(input_flags(OutputKind::nut, facts), HasSubstr("-color_range pc -colorspace bt709"));
  facts.color = {Matrix::bt2020nc, Primaries::bt2020, Transfer::pq, Range::limited, Siting::left};
  EXPECT_EQ(input_flags(OutputKind::nut, facts),
            "-color_range tv -colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084");
}

}  // namespace
}  // namespace framelane
