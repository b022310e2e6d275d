// Two pictures of one frame in one window, to the code value.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "gpu/errors.h"
#include "ui/offscreen_test.h"
#include "ui/picture_reference_test.h"
#include "ui/picture_view.h"
#include "ui/synthetic_models.h"

namespace framelane {
namespace {

constexpr Size kSize{74, 46};
// Half a code, and what single precision adds.
constexpr double kExact = 0.5 + 2e-3;

HostPicture filled(const FrameFacts& facts, int seed) {
  HostPicture picture = empty_picture(facts);
  std::mt19937 random(static_cast<unsigned>(seed));
  for (int c = 0; c < 4; ++c) {
    if (!facts.format->has_component(c)) continue;
    for (int y = 0; y < facts.format->component_height(c, facts.height); ++y) {
      for (int x = 0; x < facts.format->component_width(c, facts.width); ++x) {
        const unsigned long code =
            random() % (static_cast<unsigned long>(facts.format->max_code()) + 1);
        set_code(picture, c, x, y, static_cast<int>(code));
      }
    }
  }
  return picture;
}

class PictureCompareTest : public testing::Test {
 protected:
  void show(CompareMode mode, double split = 0.5, double gain = 1, bool flip = false) {
    view_.show(after_);
    view_.set_compare({mode, flip, split, gain});
    if (view_.wants_before()) view_.show_before(before_);
  }
  RgbaImage drawn() {
    view_.draw(window_.drawable());
    return window_.read_back();
  }
  static Rgb pixel(const RgbaImage& image, int x, int y) {
    const auto at = static_cast<std::size_t>(y * image.size.width + x) * 4;
    return {1.0 * std::to_integer<int>(image.pixels[at]),
            1.0 * std::to_integer<int>(image.pixels[at + 1]),
            1.0 * std::to_integer<int>(image.pixels[at + 2])};
  }
  static double apart(const Rgb& a, const Rgb& b) {
    double worst = 0;
    for (std::size_t c = 0; c < 3; ++c)
      worst = std::max(worst, std::abs(a[c] - b[c]));
    return worst;
  }

  Window window_{offscreen_options(kSize)};
  PictureView view_;
  HostPicture before_ = filled(facts_of("yuv420p", kSize, Matrix::bt601), 1);
  HostPicture after_ = filled(facts_of("yuv422p10le", kSize), 2);
};

TEST_F(PictureCompareTest, SplitShowsBeforeLeftOfTheLineAndAfterRightOfIt) {
  for (const double split : {0.0, 0.3, 0.5, 1.0}) {
    show(CompareMode::split, split);
    const int column = static_cast<int>(std::lround(split * kSize.width));
    EXPECT_EQ(view_.split_column(kSize), column);
    const RgbaImage image = drawn();
    for (int y = 0; y < kSize.height; ++y) {
      for (int x = 0; x < kSize.width; ++x) {
        const Rgb want = expected_rgb(x < column ? before_ : after_, x, y);
        ASSERT_LE(apart(pixel(image, x, y), want), kExact) << split << " at " << x << " " << y;
      }
    }
  }
}

TEST_F(PictureCompareTest, DifferenceIsThatOfWhatIsShownTimesItsGain) {
  for (const double gain : {1.0, 4.0, 64.0}) {
    show(CompareMode::difference, 0.5, gain);
    const RgbaImage image = drawn();
    for (int y = 0; y < kSize.height; ++y) {
      for (int x = 0; x < kSize.width; ++x) {
        const Rgb a = expected_rgb(after_, x, y), b = expected_rgb(before_, x, y);
        Rgb want{};
        for (std::size_t c = 0; c < 3; ++c)
          want[c] = std::min(255.0, std::abs(a[c] - b[c]) * gain);
        ASSERT_LE(apart(pixel(image, x, y), want), 0.5 + 2e-3 * gain)
            << gain << " " << x << " " << y;
      }
    }
  }
}

TEST_F(PictureCompareTest, DifferenceOfAPictureWithItselfIsBlackAtEveryGain) {
  before_ = after_;
  show(CompareMode::difference, 0.5, 64);
  const RgbaImage image = drawn();
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    ASSERT_EQ(std::to_integer<int>(image.pixels[i]), i % 4 == 3 ? 255 : 0);
}

TEST_F(PictureCompareTest, SideBySideShowsBothWholeWithTheSameZoom) {
  before_ = filled(facts_of("nv12", {36, 46}, Matrix::bt601), 3);
  after_ = filled(facts_of("gbrap", {36, 46}), 4);
  show(CompareMode::side_by_side);
  const RgbaImage image = drawn();
  for (int y = 0; y < 46; ++y) {
    for (int x = 0; x < 36; ++x) {
      ASSERT_LE(apart(pixel(image, x, y), expected_rgb(before_, x, y)), kExact) << x << " " << y;
      ASSERT_LE(apart(pixel(image, 38 + x, y), expected_rgb(after_, x, y)), kExact) << x;
    }
    ASSERT_EQ(pixel(image, 36, y), (Rgb{0, 0, 0}));
  }
  EXPECT_EQ(view_.area(kSize), (PixelRect{0, 0, 74, 46}));
  // The cursor is in the right one: both are zoomed about the same place of the picture.
  view_.zoom_to(4, {38 + 20.5, 10.5}, kSize);
  const auto panes = view_.panes(kSize);
  ASSERT_EQ(panes.size(), 2U);
  EXPECT_EQ(panes[1].placed.x - panes[0].placed.x, 38);
  EXPECT_NEAR((20.5 - panes[0].placed.x) / 4, 20.5, 0.2);
}

// The middle of the source, and a source as wide as three of the result.
TEST_F(PictureCompareTest, ACroppedPictureLiesOverTheSamePartOfTheSource) {
  before_ = filled(facts_of("rgb24", {111, 92}), 5);
  after_ = filled(facts_of("rgb24", {37, 46}), 6);
  SourceMap map;
  map.xx = 37.0 / 111;
  map.x0 = 40.0 / 111;
  map.yy = 46.0 / 92;
  map.y0 = 23.0 / 92;
  view_.show(after_);
  view_.set_compare({CompareMode::split, false, 0.5, 1});
  view_.show_before(before_, map);
  const auto pane = view_.panes(kSize)[0];
  EXPECT_NEAR(pane.beneath.width, 3 * pane.placed.width, 1e-9);
  EXPECT_NEAR(pane.beneath.x + 40, pane.placed.x, 1e-9);
  EXPECT_NEAR(pane.beneath.y + 23, pane.placed.y, 1e-9);
  const RgbaImage image = drawn();
  // The line is in the middle of the window and of the result, whose first column is at 18.
  EXPECT_LE(apart(pixel(image, 45, 9), expected_rgb(after_, 45 - 18, 9)), kExact);
  EXPECT_EQ(view_.area(kSize), (PixelRect{0, 0, 74, 46}));
  EXPECT_LE(apart(pixel(image, 20, 9), expected_rgb(before_, 20 - 18 + 40, 9 + 23)), 1.0);
  EXPECT_LE(apart(pixel(image, 3, 9), expected_rgb(before_, 3 - 18 + 40, 9 + 23)), 1.0);
}

TEST_F(PictureCompareTest, ATurnedPictureAndItsSourceEachKeepTheirShape) {
  before_ = filled(facts_of("rgb24", {46, 20}), 5);
  after_ = filled(facts_of("rgb24", {20, 46}), 6);
  view_.show(after_);
  view_.set_compare({CompareMode::side_by_side, false, 0.5, 1});
  view_.show_before(before_, {0, 1, 1, 0, 0, 0});
  auto panes = view_.panes(kSize);
  ASSERT_EQ(panes.size(), 2U);
  EXPECT_NEAR(panes[0].placed.width / panes[0].placed.height, 46.0 / 20, 0.1);
  EXPECT_NEAR(panes[1].placed.width / panes[1].placed.height, 20.0 / 46, 0.01);
  view_.set_compare({CompareMode::off, true, 0.5, 1});
  panes = view_.panes(kSize);
  EXPECT_EQ(panes[0].placed.width, 74);
  for (const CompareMode mode : {CompareMode::split, CompareMode::difference}) {
    view_.set_compare({mode, false, 0.5, 1});
    (void)drawn();
    EXPECT_GT(view_.area(kSize).height, 0);
  }
}

TEST_F(PictureCompareTest, FlipShowsBeforeWhateverTheModeAndGoesBack) {
  for (const CompareMode mode : {CompareMode::off, CompareMode::split, CompareMode::difference}) {
    show(mode, 0.5, 1, true);
    const RgbaImage image = drawn();
    for (int x = 0; x < kSize.width; ++x)
      ASSERT_LE(apart(pixel(image, x, 7), expected_rgb(before_, x, 7)), kExact);
  }
  show(CompareMode::off);
  EXPECT_LE(apart(pixel(drawn(), 70, 7), expected_rgb(after_, 70, 7)), kExact);
}

TEST_F(PictureCompareTest, FromTwiceOnEveryStoredPixelIsOneFlatSquare) {
  for (const double factor : {2.0, 3.0, 8.0, 64.0}) {
    show(CompareMode::off);
    view_.fit();
    view_.zoom_to(factor, {30, 20}, kSize);
    view_.pan({11, -5}, kSize);
    const RgbaImage image = drawn();
    const Placed placed = view_.panes(kSize)[0].placed;
    const PixelRect seen = view_.area(kSize);
    ASSERT_GT(seen.width * seen.height, 1000);
    for (int y = seen.y; y < seen.y + seen.height; ++y) {
      for (int x = seen.x; x < seen.x + seen.width; ++x) {
        const int stored_x = static_cast<int>(std::floor((x + 0.5 - placed.x) / factor));
        const int stored_y = static_cast<int>(std::floor((y + 0.5 - placed.y) / factor));
        ASSERT_LE(apart(pixel(image, x, y), expected_rgb(after_, stored_x, stored_y)), kExact)
            << factor << " at " << x << " " << y;
      }
    }
  }
}

TEST_F(PictureCompareTest, UnderTwicePixelsAreInterpolated) {
  HostPicture stripes = empty_picture(facts_of("gray", kSize));
  stripes.facts.color.range = Range::full;
  for (int y = 0; y < kSize.height; ++y) {
    for (int x = 0; x < kSize.width; ++x)
      set_code(stripes, 0, x, y, x % 2 == 0 ? 0 : 255);
  }
  after_ = stripes;
  show(CompareMode::off);
  view_.zoom_to(1.5, {37, 23}, kSize);
  const RgbaImage image = drawn();
  int between = 0;
  for (int x = 0; x < kSize.width; ++x) {
    const double value = pixel(image, x, 20)[0];
    between += value > 60 && value < 200 ? 1 : 0;
  }
  EXPECT_GT(between, kSize.width / 4);
}

TEST_F(PictureCompareTest, ABeforeOfAnotherSizeCoversTheSameArea) {
  before_ = filled(facts_of("rgb24", {37, 23}), 5);
  show(CompareMode::off, 0.5, 1, true);
  view_.zoom_to(2, {0, 0}, kSize);
  const RgbaImage image = drawn();
  for (int y = 0; y < kSize.height; ++y) {
    for (int x = 0; x < kSize.width; ++x)
      ASSERT_LE(apart(pixel(image, x, y), expected_rgb(before_, x / 4, y / 4)), kExact);
  }
}

// Pixel (x, y) is coloured x, y: what is seen where says which stored pixel it is.
TEST_F(PictureCompareTest, WhatIsDrawnIsWhereTheMappingSaysForEveryTurnAndAspect) {
  std::mt19937 random(11);
  const auto any = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  for (int i = 0; i < 60; ++i) {
    FrameFacts facts = facts_of("rgb24", {any(40, 90), any(30, 60)});
    facts.rotation = 90 * (i % 4);
    facts.mirror = i / 4 % 2 == 1;
    facts.sample_aspect = {any(1, 3), any(1, 3)};
    after_ = empty_picture(facts);
    for (int y = 0; y < facts.height; ++y) {
      for (int x = 0; x < facts.width; ++x) {
        set_code(after_, 0, x, y, x);
        set_code(after_, 1, x, y, y);
      }
    }
    show(CompareMode::off);
    view_.fit();
    view_.zoom_to(any(20, 160) / 10.0, {1.0 * any(0, 74), 1.0 * any(0, 46)}, kSize);
    view_.pan({1.0 * any(-30, 30), 1.0 * any(-30, 30)}, kSize);
    if (view_.zoom_factor(kSize) < 2) continue;
    const RgbaImage image = drawn();
    const PictureMapping mapping(facts, view_.panes(kSize)[0].placed);
    const PixelRect seen = view_.area(kSize);
    for (int y = seen.y; y < seen.y + seen.height; ++y) {
      for (int x = seen.x; x < seen.x + seen.width; ++x) {
        const Point at = mapping.stored({x + 0.5, y + 0.5});
        const Rgb shown = pixel(image, x, y);
        // On the very edge of two pixels either is right.
        ASSERT_NEAR(shown[0] + 0.5, at.x, 0.501) << i << " at " << x << " " << y;
        ASSERT_NEAR(shown[1] + 0.5, at.y, 0.501) << i << " at " << x << " " << y;
      }
    }
  }
}

TEST_F(PictureCompareTest, ThePictureBeforeIsWantedOnceForEachFrameWhileComparing) {
  view_.show(after_);
  EXPECT_FALSE(view_.wants_before());
  const int without = view_.textures_made();
  view_.set_compare({CompareMode::difference});
  EXPECT_TRUE(view_.wants_before());
  view_.show_before(before_);
  EXPECT_FALSE(view_.wants_before());
  EXPECT_EQ(view_.textures_made(), without + 3);
  view_.show(after_);
  EXPECT_TRUE(view_.wants_before());
  view_.set_compare({});
  EXPECT_FALSE(view_.wants_before());
}

TEST_F(PictureCompareTest, ScreenshotsAreBothPicturesAndTheComposite) {
  after_ = filled(facts_of("yuv444p", {148, 92}), 6);
  before_ = filled(facts_of("gray", {148, 92}), 7);
  EXPECT_THROW((void)view_.read_composite(kSize), DeviceError);
  show(CompareMode::split, 0.25);
  EXPECT_EQ(view_.read_picture().size, (Size{148, 92}));
  EXPECT_LE(worst_difference(view_.read_picture(), after_), kExact);
  EXPECT_LE(worst_difference(view_.read_before(), before_), kExact);
  const RgbaImage composite = view_.read_composite(kSize);
  EXPECT_EQ(composite.size, kSize);
  const RgbaImage image = drawn();
  const int column = view_.split_column(kSize);
  EXPECT_EQ(pixel(composite, column, 9), (Rgb{255, 255, 255}));
  for (int x = 0; x < kSize.width; ++x) {
    if (std::abs(x - column) > 2) {
      EXPECT_EQ(pixel(composite, x, 9), pixel(image, x, 9)) << x;
    }
  }
}

TEST_F(PictureCompareTest, EveryModeSurvivesWindowsOfAnySizeWhileZoomed) {
  for (const CompareMode mode :
       {CompareMode::off, CompareMode::split, CompareMode::side_by_side, CompareMode::difference}) {
    show(mode);
    view_.zoom_to(16, {40, 20}, kSize);
    const auto before = view_.panes(kSize)[0].placed;
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{0, 0}, Size{74, 1}})
      view_.draw(size);
    EXPECT_EQ(view_.panes(kSize)[0].placed, before);
  }
}

}  // namespace
}  // namespace framelane
