#include "app/pixel_probe.h"

#include <gtest/gtest.h>

#include <random>

#include "ui/offscreen_test.h"
#include "ui/picture_reference_test.h"
#include "ui/picture_view.h"
#include "ui/synthetic_models.h"

namespace framelane {
namespace {

// Noise: every sample differs from its neighbours.
HostPicture noise(const FrameFacts& facts) {
  HostPicture picture = empty_picture(facts);
  std::minstd_rand random(9);
  for (int c = 0; c < 4; ++c) {
    if (!facts.format->has_component(c)) continue;
    for (int y = 0; y < facts.format->component_height(c, facts.height); ++y) {
      for (int x = 0; x < facts.format->component_width(c, facts.width); ++x) {
        const auto most = static_cast<unsigned long>(facts.format->max_code());
        set_code(picture, c, x, y, static_cast<int>((random() >> 4) % (most + 1)));
      }
    }
  }
  return picture;
}

TEST(PixelProbe, CodesOfEveryLayoutAreThoseStored) {
  for (const PixelFormat& format : pixel_formats()) {
    FrameFacts facts = facts_of("gray", {11, 7});
    facts.format = &format;
    const HostPicture picture = noise(facts);
    PixelModel model;
    for (int y = 0; y < 7; ++y) {
      for (int x = 0; x < 11; ++x) {
        probe_pixel(model, picture, picture, {}, x, y);
        ASSERT_EQ(model.depth, format.depth);
        std::size_t at = 0;
        for (int c = 0; c < 4; ++c) {
          if (!format.has_component(c)) continue;
          const int sub_x = format.is_chroma(c) ? format.log2_chroma_w : 0;
          const int sub_y = format.is_chroma(c) ? format.log2_chroma_h : 0;
          ASSERT_EQ(model.codes.at(at++).value, code_at(picture, c, x >> sub_x, y >> sub_y))
              << format.name << " " << c << " at " << x << " " << y;
        }
        ASSERT_EQ(model.codes.size(), at);
      }
    }
  }
}

TEST(PixelProbe, ColoursOfEveryLayoutAreTheTextbookOnesRounded) {
  for (const PixelFormat& format : pixel_formats()) {
    for (const Siting siting : {Siting::left, Siting::center, Siting::topleft}) {
      FrameFacts facts = facts_of("gray", {11, 7}, Matrix::bt601, Range::unspecified, siting);
      facts.format = &format;
      const HostPicture picture = noise(facts);
      for (int y = 0; y < 7; ++y) {
        for (int x = 0; x < 11; ++x) {
          const Rgb want = expected_rgb(picture, x, y);
          const Rgb8 got = displayed_rgb(picture, x, y);
          for (std::size_t c = 0; c < 3; ++c)
            ASSERT_NEAR(got[c], want[c], 0.501) << format.name << " at " << x << " " << y;
        }
      }
    }
  }
}

TEST(PixelProbe, ColoursAreThoseOnTheScreen) {
  const Window window(offscreen_options({38, 22}));
  PictureView view;
  for (const char* format : {"yuv420p", "p010le", "yuva444p10le", "nv21", "gbrp12le", "ya8"}) {
    const HostPicture picture = noise(facts_of(format, {38, 22}));
    view.show(picture);
    const RgbaImage shown = view.read_picture();
    int differing = 0;
    for (int y = 0; y < 22; ++y) {
      for (int x = 0; x < 38; ++x) {
        const Rgb8 rgb = displayed_rgb(picture, x, y);
        for (std::size_t c = 0; c < 3; ++c) {
          const auto at = static_cast<std::size_t>(y * 38 + x) * 4 + c;
          const int apart = std::abs(std::to_integer<int>(shown.pixels[at]) - rgb[c]);
          ASSERT_LE(apart, 1) << format << " at " << x << " " << y;
          differing += apart;
        }
      }
    }
    EXPECT_LE(differing, 3) << format << ": only where the colour lies on a code's very edge";
  }
}

TEST(PixelProbe, NamesTheComponentsByTheirFamily) {
  const auto names = [](const char* format) {
    PixelModel model;
    const HostPicture picture = noise(facts_of(format, {4, 4}));
    probe_pixel(model, picture, picture, {}, 1, 1);
    std::string all;
    for (const PixelModel::Code& code : model.codes)
      all += std::string(code.name) + " ";
    return all;
  };
  EXPECT_EQ(names("yuv420p"), "Y Cb Cr ");
  EXPECT_EQ(names("yuva420p"), "Y Cb Cr A ");
  EXPECT_EQ(names("gbrap"), "R G B A ");
  EXPECT_EQ(names("rgb0"), "R G B ");
  EXPECT_EQ(names("gray16le"), "Y ");
  EXPECT_EQ(names("ya16le"), "Y A ");
}

TEST(PixelProbe, TheLoupeHasTheNeighboursAsSeenAndNothingBesideThePicture) {
  FrameFacts facts = facts_of("rgb24", {30, 20});
  facts.rotation = 90;
  const HostPicture picture = noise(facts);
  PixelModel model;
  probe_pixel(model, picture, picture, {}, 2, 10);
  EXPECT_EQ(model.before[PixelModel::middle()], displayed_rgb(picture, 2, 10));
  // Turned clockwise, what is stored below is seen left, what is stored left is seen above.
  EXPECT_EQ(model.before[PixelModel::middle() - 1], displayed_rgb(picture, 2, 11));
  EXPECT_EQ(model.before[PixelModel::middle() - 9], displayed_rgb(picture, 1, 10));
  EXPECT_FALSE(model.before[PixelModel::middle() - 27]) << "3 above is outside";
  EXPECT_TRUE(model.before[PixelModel::middle() + 27]);
}

TEST(PixelProbe, APictureAfterOfAnotherSizeIsReadAtTheSamePlace) {
  FrameFacts turned = facts_of("gray10le", {30, 20});
  turned.mirror = true;
  FrameFacts larger = facts_of("rgb24", {90, 60});
  larger.mirror = true;
  const HostPicture before = noise(turned), after = noise(larger);
  PixelModel model;
  probe_pixel(model, before, after, {}, 3, 7);
  EXPECT_EQ(model.before[PixelModel::middle()], displayed_rgb(before, 3, 7));
  EXPECT_EQ(model.after[PixelModel::middle()], displayed_rgb(after, 10, 22));
  probe_pixel(model, before, after, {}, 1000, -5);
  EXPECT_EQ(model.x, 29);
  EXPECT_EQ(model.y, 0);
}

TEST(PixelProbe, ACroppedPictureAfterIsReadWhereItShowsThePixel) {
  const HostPicture before = noise(facts_of("gray10le", {30, 20}));
  const HostPicture after = noise(facts_of("rgb24", {15, 10}));
  SourceMap map;  // its right lower quarter
  map.xx = map.yy = map.x0 = map.y0 = 0.5;
  PixelModel model;
  probe_pixel(model, before, after, map, 19, 13);
  EXPECT_EQ(model.after[PixelModel::middle()], displayed_rgb(after, 4, 3));
  probe_pixel(model, before, after, map, 14, 13);
  EXPECT_TRUE(model.before[PixelModel::middle()]);
  EXPECT_FALSE(model.after[PixelModel::middle()]) << "cut off";
}

TEST(PixelProbe, WithoutAPictureAfterInHostMemoryOnlyTheSourceIsKnown) {
  const HostPicture before = noise(facts_of("yuv420p", {8, 8}));
  HostPicture after;
  after.facts = before.facts;
  PixelModel model;
  probe_pixel(model, before, after, {}, 3, 3);
  EXPECT_TRUE(model.before[PixelModel::middle()]);
  EXPECT_FALSE(model.after[PixelModel::middle()]);
}

}  // namespace
}  // namespace framelane
