#include <gtest/gtest.h>

#include <functional>
#include <ostream>

#include "gpu/errors.h"
#include "gpu/filters/test_filters.h"
#include "gpu/filters/testing.h"

// Filters that move samples: bit for bit, against FFmpeg and against plain indexing.
namespace framelane::testing {
namespace {

FrameFacts remapped(const std::string& chain, const FrameFacts& facts) {
  return plan_chain(parse_chain(chain, filters_with_tests()), facts, {})->result;
}

struct Exact {
  const char* format;
  const char* chain;
  int width = 83, height = 51;
};

void PrintTo(const Exact& test, std::ostream* out) {
  *out << test.format << " " << test.chain << " " << test.width << "x" << test.height;
}

class MovesAsFfmpeg : public ::testing::TestWithParam<Exact> {};

TEST_P(MovesAsFfmpeg, BitForBit) {
  const Exact& test = GetParam();
  const FrameFacts facts = facts_of(test.format, test.width, test.height);
  const Raw scene = make_scene(facts, 3);
  const Raw expected = run_ffmpeg(test.chain, facts, {scene}, test.format);
  const Raw actual = run_chain(test.chain, facts, scene);
  const FrameFacts result = remapped(test.chain, facts);
  ASSERT_EQ(actual.size(), expected.size());
  for (int c = 0; c < 4; ++c) {
    if (!result.format->has_component(c)) continue;
    EXPECT_EQ(codes_of(actual, result, c), codes_of(expected, result, c)) << "component " << c;
  }
}

INSTANTIATE_TEST_SUITE_P(Flips, MovesAsFfmpeg,
                         ::testing::Values(Exact{"yuv420p", "hflip"}, Exact{"yuv420p10le", "hflip"},
                                           Exact{"rgb24", "hflip"}, Exact{"nv12", "hflip"},
                                           Exact{"yuv420p", "vflip"}, Exact{"gbrap", "vflip"},
                                           Exact{"yuv422p", "hflip,vflip", 64, 32}));

INSTANTIATE_TEST_SUITE_P(
    Crops, MovesAsFfmpeg,
    ::testing::Values(Exact{"yuv420p", "crop=41:27"}, Exact{"yuv420p", "crop=41:27:exact=1"},
                      Exact{"yuv420p", "crop=41:26:7:9"}, Exact{"yuv420p", "crop=41:26:7:9:0:1"},
                      Exact{"yuv422p10le", "crop=w=33:x=31:y=3"}, Exact{"gray16le", "crop=1:1"},
                      Exact{"yuv420p", "crop=out_w=64:x=70"}, Exact{"rgb24", "crop=9:51:x=3"},
                      Exact{"nv12", "crop=40:20:12:8"},
                      Exact{"yuva420p", "crop=30:30:keep_aspect=1"}));

INSTANTIATE_TEST_SUITE_P(
    Turns, MovesAsFfmpeg,
    ::testing::Values(Exact{"yuv420p", "transpose"}, Exact{"yuv420p", "transpose=clock"},
                      Exact{"yuv444p16le", "transpose=2"}, Exact{"gbrp", "transpose=clock_flip"},
                      Exact{"nv12", "transpose=3", 64, 48},

                      Exact{"yuv420p", "transpose=1:passthrough=portrait", 83, 51}));

using Source = std::pair<int, int>;

// Every component of the chain's result against the input's samples at place(x, y, width, height),
// the sizes being the component's in the result.
void expect_moved(const std::string& chain, const FrameFacts& facts,
                  const std::function<Source(int, int, int, int)>& place) {
  const Raw scene = make_scene(facts, 5);
  const Raw moved = run_chain(chain, facts, scene);
  const FrameFacts result = remapped(chain, facts);
  for (int c = 0; c < 4; ++c) {
    if (!facts.format->has_component(c)) continue;
    const auto from = codes_of(scene, facts, c), actual = codes_of(moved, result, c);
    const int in_width = facts.format->component_width(c, facts.width);
    const int width = result.format->component_width(c, result.width);
    const int height = result.format->component_height(c, result.height);
    std::vector<double> expected;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const auto [u, v] = place(x, y, width, height);
        expected.push_back(from[static_cast<std::size_t>(v * in_width + u)]);
      }
    ASSERT_EQ(actual, expected) << chain << " " << facts.format->name << " " << facts.width << "x"
                                << facts.height << " component " << c;
  }
}

TEST(Remap, EveryFormatMovesBitForBitAtEverySize) {
  for (const PixelFormat& format : pixel_formats())
    for (const auto& [width, height] :
         {std::pair{70, 37}, std::pair{16, 16}, std::pair{1, 1}, std::pair{3, 130}}) {
      const FrameFacts facts = facts_of(std::string(format.name).c_str(), width, height);
      expect_moved("hflip", facts, [](int x, int y, int w, int) { return Source(w - 1 - x, y); });
      expect_moved("vflip", facts, [](int x, int y, int, int h) { return Source(x, h - 1 - y); });
      // Through working samples too.
      expect_moved("hflip,vflip,hflip", facts,
                   [](int x, int y, int, int h) { return Source(x, h - 1 - y); });
    }
}

TEST(Remap, EveryFormatTurnsBitForBitAtEverySize) {
  for (const PixelFormat& format : pixel_formats()) {
    if (format.log2_chroma_w != format.log2_chroma_h) continue;
    for (const auto& [width, height] :
         {std::pair{70, 37}, std::pair{16, 16}, std::pair{1, 1}, std::pair{3, 130}}) {
      const FrameFacts facts = facts_of(std::string(format.name).c_str(), width, height);
      expect_moved("transpose=cclock_flip", facts,
                   [](int x, int y, int, int) { return Source(y, x); });
      expect_moved("transpose=clock", facts,
                   [](int x, int y, int w, int) { return Source(y, w - 1 - x); });
      expect_moved("transpose=cclock", facts,
                   [](int x, int y, int, int h) { return Source(h - 1 - y, x); });
      expect_moved("transpose=clock_flip,hflip,hflip", facts,
                   [](int x, int y, int w, int h) { return Source(h - 1 - y, w - 1 - x); });
    }
  }
}

TEST(Remap, TurnedHalfSampledChromaBecomesWhole) {
  for (const auto& [from, to] :
       {std::pair{"yuv422p", "yuv444p"}, std::pair{"p210le", "p410le"}, std::pair{"nv16", "nv24"},
        std::pair{"nv20le", "p410le"}, std::pair{"yuva422p12le", "yuva444p12le"}}) {
    const FrameFacts facts = facts_of(from, 34, 20);
    const FrameFacts result = remapped("transpose=clock", facts);
    EXPECT_EQ(result.format->name, to);
    EXPECT_EQ(result.width, 20);
    EXPECT_EQ(result.height, 34);
    const Raw scene = make_scene(facts, 1);
    const Raw turned = run_chain("transpose=clock", facts, scene);
    const auto before = codes_of(scene, facts, 1), after = codes_of(turned, result, 1);
    // Chroma at the left: every second sample is one of the source's, the last row first.
    EXPECT_EQ(after[0], before[19 * 17]);
    EXPECT_EQ(after[2 * 20 + 19], before[1]);
    EXPECT_NEAR(after[19 + 20], (before[0] + before[1]) / 2, 0.51);
  }
}

TEST(Remap, ATurnedPictureIsTurnedInEveryFact) {
  FrameFacts facts = facts_of("yuv420p", 40, 30);
  facts.sample_aspect = {4, 3};
  facts.rotation = 90;
  facts.field_order = FieldOrder::top_first;
  const FrameFacts result = remapped("transpose=clock", facts);
  EXPECT_EQ(result.width, 30);
  EXPECT_EQ(result.height, 40);
  EXPECT_EQ(result.sample_aspect, (Rational{3, 4}));
  EXPECT_EQ(result.field_order, FieldOrder::progressive);
  EXPECT_EQ(result.rotation, 90);
  EXPECT_EQ(result.color.siting, Siting::top);
  EXPECT_EQ(remapped("transpose=cclock_flip", facts).color.siting, Siting::top);
  facts.color.siting = Siting::center;
  EXPECT_EQ(remapped("transpose=clock", facts).color.siting, Siting::center);
  // 1280 is where an untagged picture's assumed matrix changes.
  facts = facts_of("yuv420p", 1280, 16);
  facts.color.matrix = Matrix::unspecified;
  EXPECT_EQ(remapped("crop=640:16", facts).color.matrix, Matrix::bt709);
}

TEST(Remap, FieldsFollowTheirRows) {
  FrameFacts facts = facts_of("yuv420p", 20, 12);
  facts.field_order = FieldOrder::top_first;
  EXPECT_EQ(remapped("hflip", facts).field_order, FieldOrder::top_first);
  EXPECT_EQ(remapped("vflip", facts).field_order, FieldOrder::bottom_first);
  EXPECT_EQ(remapped("crop=20:5:0:3:exact=1", facts).field_order, FieldOrder::bottom_first);
  EXPECT_EQ(remapped("crop=20:6:0:4", facts).field_order, FieldOrder::top_first);
  facts.height = 11;
  EXPECT_EQ(remapped("vflip", facts).field_order, FieldOrder::top_first);
}

TEST(Remap, ChromaSitingFollowsItsSamples) {
  FrameFacts facts = facts_of("yuv420p", 20, 12);
  EXPECT_EQ(remapped("hflip", facts).color.siting, Siting::center);
  EXPECT_EQ(remapped("vflip", facts).color.siting, Siting::left);
  facts.color.siting = Siting::topleft;
  EXPECT_EQ(remapped("vflip", facts).color.siting, Siting::bottomleft);
  facts.height = 11;
  EXPECT_EQ(remapped("vflip", facts).color.siting, Siting::topleft);
  facts.color.siting = Siting::unspecified;
  facts.width = 21;
  EXPECT_EQ(remapped("hflip", facts).color.siting, Siting::unspecified);
  facts = facts_of("yuv444p", 20, 12);
  EXPECT_EQ(remapped("hflip", facts).color.siting, Siting::left);
}

TEST(Remap, CropKeepsTheShapeWhenAskedTo) {
  FrameFacts facts = facts_of("yuv420p", 160, 90);
  facts.sample_aspect = {4, 3};
  EXPECT_EQ(remapped("crop=80:90", facts).sample_aspect, (Rational{4, 3}));
  EXPECT_EQ(remapped("crop=80:90:keep_aspect=1", facts).sample_aspect, (Rational{8, 3}));
}

TEST(Remap, WhatCannotBeCutIsRefusedInWords) {
  const FrameFacts facts = facts_of("yuv420p", 33, 21);
  for (const char* chain : {"crop=34:20", "crop=1:20", "crop=h=32768"})
    EXPECT_THROW((void)remapped(chain, facts), UsageError) << chain;
  EXPECT_NO_THROW((void)remapped("crop=1:20:exact=1", facts));
}

std::string crop_refusal(const char* chain, const FrameFacts& facts) {
  try {
    (void)remapped(chain, facts);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(Remap, WhatRoundsToNoChromaSampleIsSaidToDoSo) {
  const FrameFacts facts = facts_of("yuv420p", 33, 21);
  EXPECT_EQ(crop_refusal("crop=h=1", facts),
            "crop: 33x1 cannot be cut from a picture of 33x21: a chroma sample of yuv420p covers 2 "
            "columns and 2 rows, and sizes are rounded down to whole ones; take more, or exact=1");
  EXPECT_NE(crop_refusal("crop=1:1", facts_of("yuv422p", 33, 21)).find("2 columns and 1 row,"),
            std::string::npos);
  EXPECT_EQ(crop_refusal("crop=34:20", facts), "crop: 34x20 cannot be cut from a picture of 33x21");
  EXPECT_EQ(crop_refusal("crop=1:1", facts_of("yuv444p", 33, 21)), "");
}

TEST(Remap, AWholePictureIsNoPass) {
  const FrameFacts facts = facts_of("yuv420p", 32, 20);
  for (const char* chain : {"crop", "crop=32:20:5:5", "crop=exact=1"})
    EXPECT_TRUE(plan_chain(parse_chain(chain), facts, {})->passes.empty()) << chain;
}

}  // namespace
}  // namespace framelane::testing
