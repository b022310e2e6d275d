#include "ui/picture_view.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "gpu/errors.h"
#include "ui/offscreen_test.h"
#include "ui/picture_reference_test.h"
#include "ui/synthetic_models.h"

namespace framelane {
namespace {

class PictureViewTest : public testing::Test {
 protected:
  Window window_{offscreen_options({74, 46})};
  PictureView view_;

  RgbaImage drawn() {
    view_.draw(window_.drawable());
    return window_.read_back();
  }
  static std::array<int, 3> pixel(const RgbaImage& image, int x, int y) {
    const auto at = static_cast<std::size_t>(y * image.size.width + x) * 4;
    return {static_cast<int>(image.pixels[at]), static_cast<int>(image.pixels[at + 1]),
            static_cast<int>(image.pixels[at + 2])};
  }
};

TEST_F(PictureViewTest, EveryNativeFormatOfOddSizeIsWithinTwoCodes) {
  for (const PixelFormat& format : pixel_formats()) {
    FrameFacts facts = facts_of("gray", {37, 23});
    facts.format = &format;
    const HostPicture picture = empty_picture(facts);
    fill_smooth(picture);
    view_.show(picture);
    EXPECT_LE(worst_difference(view_.read_picture(), picture), 2) << format.name;
  }
}

TEST_F(PictureViewTest, EveryMatrixRangeAndSitingIsWithinTwoCodes) {
  for (const char* format : {"yuv420p", "yuv422p10le", "p010le", "nv12"}) {
    for (const Matrix matrix :
         {Matrix::bt601, Matrix::bt709, Matrix::bt2020nc, Matrix::bt2020c, Matrix::ycgco}) {
      for (const Range range : {Range::limited, Range::full}) {
        for (const Siting siting : {Siting::left, Siting::center, Siting::topleft, Siting::top,
                                    Siting::bottomleft, Siting::bottom}) {
          const HostPicture picture =
              empty_picture(facts_of(format, {38, 22}, matrix, range, siting));
          fill_smooth(picture);
          view_.show(picture);
          EXPECT_LE(worst_difference(view_.read_picture(), picture), 2)
              << format << " matrix " << static_cast<int>(matrix) << " range "
              << static_cast<int>(range) << " siting " << static_cast<int>(siting);
        }
      }
    }
  }
}

TEST_F(PictureViewTest, FlatColoursAreTheTextbookOnes) {
  // 75 % bars of BT.709 limited: yellow, cyan, red.
  const std::array<std::array<int, 3>, 3> codes{{{168, 44, 136}, {145, 147, 44}, {51, 109, 212}}};
  const std::array<std::array<int, 3>, 3> colors{{{191, 191, 0}, {0, 191, 191}, {191, 0, 0}}};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const HostPicture picture = empty_picture(facts_of("yuv420p", {74, 46}));
    for (int c = 0; c < 3; ++c) {
      for (int y = 0; y < (c == 0 ? 46 : 23); ++y) {
        for (int x = 0; x < (c == 0 ? 74 : 37); ++x) {
          set_code(picture, c, x, y, codes[i][static_cast<std::size_t>(c)]);
        }
      }
    }
    view_.show(picture);
    const std::array<int, 3> shown = pixel(drawn(), 40, 20);
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(shown[c], colors[i][c], 2) << i;
  }
}

TEST_F(PictureViewTest, TheWindowShowsThePictureAndBlackBars) {
  const HostPicture picture = empty_picture(facts_of("yuv444p", {37, 46}));
  fill_smooth(picture);
  view_.show(picture);
  EXPECT_EQ(view_.area(window_.drawable()), (PixelRect{18, 0, 37, 46}));
  const RgbaImage all = drawn();
  const RgbaImage inside = window_.read_back(PixelRect{18, 0, 37, 46});
  EXPECT_LE(worst_difference(inside, picture), 2);
  for (const int x : {0, 17, 55, 73}) {
    EXPECT_EQ(pixel(all, x, 20), (std::array<int, 3>{0, 0, 0})) << x;
  }
}

TEST_F(PictureViewTest, WithoutAPictureTheWindowHasThePanelsColour) {
  EXPECT_EQ(pixel(drawn(), 5, 5), (std::array<int, 3>{15, 18, 22}));
  EXPECT_THROW((void)view_.read_picture(), DeviceError);
}

// Which quarter of a turned picture is white: the stored picture's top left one is.
struct Corner {
  bool right, low;
  friend bool operator==(const Corner&, const Corner&) = default;
};

TEST_F(PictureViewTest, RotationAndMirrorPutTheCornersRight) {
  struct Case {
    int rotation;
    bool mirror;
    Corner white;
  };
  for (const Case& c : {Case{0, false, {false, false}}, Case{90, false, {true, false}},
                        Case{180, false, {true, true}}, Case{270, false, {false, true}},
                        Case{0, true, {true, false}}, Case{90, true, {true, true}},
                        Case{180, true, {false, true}}, Case{270, true, {false, false}}}) {
    FrameFacts facts = facts_of("gray", {32, 16});
    facts.rotation = c.rotation;
    facts.mirror = c.mirror;
    facts.color.range = Range::full;
    const HostPicture picture = empty_picture(facts);
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 16; ++x)
        set_code(picture, 0, x, y, 255);
    }
    view_.show(picture);
    const RgbaImage shown = view_.read_picture();
    const bool lies = c.rotation % 180 != 0;
    ASSERT_EQ(shown.size, lies ? (Size{16, 32}) : (Size{32, 16}));
    for (const bool right : {false, true}) {
      for (const bool low : {false, true}) {
        const int x = shown.size.width * (right ? 3 : 1) / 4;
        const int y = shown.size.height * (low ? 3 : 1) / 4;
        const int want = Corner{right, low} == c.white ? 255 : 0;
        EXPECT_EQ(pixel(shown, x, y)[0], want)
            << c.rotation << (c.mirror ? " mirrored " : " ") << right << low;
      }
    }
  }
}

TEST_F(PictureViewTest, SampleAspectWidensOrHeightens) {
  FrameFacts facts = facts_of("gray", {720, 576});
  facts.sample_aspect = {16, 11};
  EXPECT_EQ(shown_size(facts), (Size{1047, 576}));
  facts.sample_aspect = {8, 9};
  EXPECT_EQ(shown_size(facts), (Size{720, 648}));
  facts.rotation = 90;
  EXPECT_EQ(shown_size(facts), (Size{648, 720}));
}

TEST_F(PictureViewTest, TexturesAreKeptWhileTheLayoutStays) {
  const HostPicture first = empty_picture(facts_of("yuv420p", {38, 22}));
  view_.show(first);
  EXPECT_EQ(view_.textures_made(), 3);
  for (int i = 0; i < 10; ++i)
    view_.show(first);
  EXPECT_EQ(view_.textures_made(), 3);
  view_.show(empty_picture(facts_of("yuv420p", {40, 22})));
  EXPECT_EQ(view_.textures_made(), 6);
}

TEST_F(PictureViewTest, AnyPitchIsUploadedRight) {
  for (const std::size_t pitch : {37UL * 3, 37UL * 3 + 1, 37UL * 3 + 2, 128UL, 251UL}) {
    HostPicture picture = empty_picture(facts_of("rgb24", {37, 6}));
    std::vector<std::byte> bytes(pitch * 6);
    picture.layout.planes[0].pitch_bytes = pitch;
    picture.first = bytes.data();
    fill_smooth(picture);
    view_.show(picture);
    EXPECT_LE(worst_difference(view_.read_picture(), picture), 1) << pitch;
  }
}

TEST_F(PictureViewTest, AShrunkPictureLosesNoRows) {
  // Every eighth row is white: point samples would show all of them or none.
  const HostPicture picture = empty_picture(facts_of("gray", {592, 368}));
  for (int y = 0; y < 368; y += 8) {
    for (int x = 0; x < 592; ++x)
      set_code(picture, 0, x, y, 235);
  }
  for (int y = 1; y < 368; ++y) {
    for (int x = 0; x < 592 && y % 8 != 0; ++x)
      set_code(picture, 0, x, y, 16);
  }
  view_.show(picture);
  EXPECT_NEAR(pixel(drawn(), 30, 20)[0], 255 / 8, 2);
}

}  // namespace
}  // namespace framelane
