#include "ui/picture_mapping.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ui/view_zoom.h"

namespace framelane {
namespace {

FrameFacts facts_sized(int width, int height) {
  FrameFacts facts;
  facts.format = find_pixel_format("gray");
  facts.width = width;
  facts.height = height;
  return facts;
}

TEST(PictureMapping, EachTurnPutsTheStoredCornersWhereTheyAreSeen) {
  struct Case {
    int rotation;
    bool mirror;
    Point first, last;  // where the stored picture's top left and bottom right pixels are seen
  };
  // A picture of 30 x 20 stored pixels at 10, 5, each of its pixels 2 device pixels.
  for (const Case& c : {Case{0, false, {11, 6}, {69, 44}}, Case{180, false, {69, 44}, {11, 6}},
                        Case{0, true, {69, 6}, {11, 44}}, Case{90, false, {49, 6}, {11, 64}},
                        Case{270, false, {11, 64}, {49, 6}}, Case{90, true, {49, 64}, {11, 6}},
                        Case{270, true, {11, 6}, {49, 64}}}) {
    FrameFacts facts = facts_sized(30, 20);
    facts.rotation = c.rotation;
    facts.mirror = c.mirror;
    const bool lies = c.rotation % 180 != 0;
    const PictureMapping mapping(facts, {10, 5, lies ? 40.0 : 60.0, lies ? 60.0 : 40.0});
    const Point first = mapping.window({0.5, 0.5}), last = mapping.window({29.5, 19.5});
    EXPECT_NEAR(first.x, c.first.x, 1e-9) << c.rotation << c.mirror;
    EXPECT_NEAR(first.y, c.first.y, 1e-9) << c.rotation << c.mirror;
    EXPECT_NEAR(last.x, c.last.x, 1e-9) << c.rotation << c.mirror;
    EXPECT_NEAR(last.y, c.last.y, 1e-9) << c.rotation << c.mirror;
  }
}

TEST(PictureMapping, WindowAndPictureAreEachOthersInverseAtAnyTurnAspectZoomAndPan) {
  std::mt19937 random(5);
  const auto draw = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  for (int i = 0; i < 2000; ++i) {
    FrameFacts facts = facts_sized(draw(1, 8192), draw(1, 4320));
    facts.rotation = 90 * draw(0, 3);
    facts.mirror = draw(0, 1) == 1;
    facts.sample_aspect = {draw(1, 4), draw(1, 4)};
    const Size shown = shown_size(facts), window{draw(1, 4000), draw(1, 2200)};
    ViewZoom zoom;
    for (int n = draw(0, 6); n > 0; --n) {
      zoom.step(draw(-9, 12), {1.0 * draw(0, window.width), 1.0 * draw(0, window.height)}, shown,
                window);
      zoom.pan({1.0 * draw(-999, 999), 1.0 * draw(-999, 999)}, shown, window);
    }
    const PictureMapping mapping(facts, zoom.place(shown, window));
    const Point at{draw(0, window.width) + 0.5, draw(0, window.height) + 0.5};
    const Point there = mapping.stored(at), back = mapping.window(there);
    ASSERT_NEAR(back.x, at.x, 1e-6) << i;
    ASSERT_NEAR(back.y, at.y, 1e-6) << i;
    ASSERT_TRUE(std::isfinite(there.x) && std::isfinite(there.y)) << i;
  }
}

TEST(PictureMapping, CoveredPixelsAreThoseWhoseCentresLieInside) {
  EXPECT_EQ(covered({-10, 2, 20, 3}, {0, 0, 100, 50}), (PixelRect{0, 2, 10, 3}));
  EXPECT_EQ(covered({3.4, 3.6, 2, 2}, {0, 0, 100, 50}), (PixelRect{3, 4, 2, 2}));
  EXPECT_EQ(covered({200, 0, 20, 3}, {0, 0, 100, 50}), (PixelRect{}));
  EXPECT_EQ(covered({-1e9, -1e9, 2e9, 2e9}, {5, 6, 100, 50}), (PixelRect{5, 6, 100, 50}));
}

constexpr Size kShown{3840, 2160}, kWindow{1920, 1080};

TEST(ViewZoom, StepsMeetTheWholePowersOfTwoAndEndAtSixtyFour) {
  ViewZoom zoom;
  EXPECT_FALSE(zoom.zoomed());
  EXPECT_DOUBLE_EQ(zoom.factor(kShown, kWindow), 0.5);
  bool met_one = false, met_two = false;
  for (int i = 0; i < 40; ++i) {
    zoom.step(1, {100, 100}, kShown, kWindow);
    met_one = met_one || zoom.factor(kShown, kWindow) == 1;
    met_two = met_two || zoom.factor(kShown, kWindow) == 2;
  }
  EXPECT_TRUE(met_one && met_two);
  EXPECT_EQ(zoom.factor(kShown, kWindow), 64);
  for (int i = 0; i < 40; ++i)
    zoom.step(-1, {1900, 1000}, kShown, kWindow);
  EXPECT_FALSE(zoom.zoomed()) << "as far out as it goes is fit";
  EXPECT_EQ(zoom.place(kShown, kWindow), (Placed{0, 0, 1920, 1080}));
}

TEST(ViewZoom, FromAnOddFitTheNextStepIsTheNextQuarterOctave) {
  ViewZoom zoom;
  zoom.step(1, {0, 0}, {1000, 1000}, {700, 900});
  EXPECT_NEAR(zoom.factor({1000, 1000}, {700, 900}), std::exp2(-0.5), 1e-12);
  zoom.step(0.5, {0, 0}, {1000, 1000}, {700, 900});
  EXPECT_NEAR(zoom.factor({1000, 1000}, {700, 900}), std::exp2(-0.375), 1e-12);
}

TEST(ViewZoom, WhatLiesUnderTheCursorStaysThere) {
  const FrameFacts facts = facts_sized(kShown.width, kShown.height);
  ViewZoom zoom;
  const Point cursor{1300, 400};
  const Point before = PictureMapping(facts, zoom.place(kShown, kWindow)).stored(cursor);
  for (int i = 0; i < 60; ++i) {
    zoom.step(i < 30 ? 1 : -1, cursor, kShown, kWindow);
    const Point now = PictureMapping(facts, zoom.place(kShown, kWindow)).stored(cursor);
    // The picture lies on whole device pixels.
    const double rounding = 0.5 / zoom.factor(kShown, kWindow) + 1e-6;
    ASSERT_NEAR(now.x, before.x, rounding) << i;
    ASSERT_NEAR(now.y, before.y, rounding) << i;
  }
}

TEST(ViewZoom, PanningNeverLosesThePicture) {
  ViewZoom zoom;
  zoom.set(3, {0, 0}, kShown, kWindow);
  for (const Point way : {Point{1e12, 0}, Point{0, -1e12}, Point{-1e12, 1e12}}) {
    zoom.pan(way, kShown, kWindow);
    const PixelRect seen = covered(zoom.place(kShown, kWindow), {0, 0, 1920, 1080});
    EXPECT_GE(seen.width, 960);
    EXPECT_GE(seen.height, 540);
  }
  zoom.pan({std::nan(""), 1}, kShown, kWindow);
  zoom.step(std::nan(""), {0, 0}, kShown, kWindow);
  zoom.set(std::nan(""), {0, 0}, kShown, kWindow);
  EXPECT_EQ(zoom.factor(kShown, kWindow), 3);
}

TEST(ViewZoom, APictureSmallerThanTheWindowStaysInItsMiddle) {
  ViewZoom zoom;
  const Size small{200, 100};
  zoom.set(1, {0, 0}, small, kWindow);
  zoom.pan({500, 500}, small, kWindow);
  EXPECT_EQ(zoom.place(small, kWindow), (Placed{860, 490, 200, 100}));
}

TEST(ViewZoom, ResizingKeepsTheMiddleThroughAWindowOfOnePixel) {
  ViewZoom zoom;
  zoom.set(8, {300, 200}, kShown, kWindow);
  zoom.pan({37, 55}, kShown, kWindow);
  const Placed before = zoom.place(kShown, kWindow);
  for (const Size size : {Size{1, 1}, Size{0, 0}, Size{4000, 3}}) {
    const Placed placed = zoom.place(kShown, size);
    EXPECT_TRUE(std::isfinite(placed.x) && std::isfinite(placed.width));
    zoom.pan({1, 1}, kShown, {0, 0});
  }
  EXPECT_EQ(zoom.place(kShown, kWindow), before);
  const FrameFacts facts = facts_sized(kShown.width, kShown.height);
  const Point middle = PictureMapping(facts, before).stored({960, 540});
  const Point wider = PictureMapping(facts, zoom.place(kShown, {2400, 700})).stored({1200, 350});
  EXPECT_NEAR(middle.x, wider.x, 0.1);
  EXPECT_NEAR(middle.y, wider.y, 0.1);
}

TEST(Letterbox, BarsOfASinglePixelAreCovered) {
  for (const Size outer : {Size{1366, 768}, {1367, 768}, {1365, 768}, {1280, 719}, {960, 541}})
    EXPECT_EQ(letterbox({1920, 1080}, outer), (PixelRect{0, 0, outer.width, outer.height}))
        << outer.width << "x" << outer.height;
  EXPECT_EQ(letterbox({1080, 1920}, {541, 960}), (PixelRect{0, 0, 541, 960}));
}

TEST(Letterbox, WiderBarsAreAlikeToAPixel) {
  EXPECT_EQ(letterbox({1920, 1080}, {1368, 768}), (PixelRect{1, 0, 1365, 768}));
  EXPECT_EQ(letterbox({1920, 1080}, {1369, 768}), (PixelRect{2, 0, 1365, 768}));
  EXPECT_EQ(letterbox({640, 360}, {1000, 1000}), (PixelRect{0, 218, 1000, 563}));
}

TEST(Letterbox, PixelsThatAreWholeOnesOfTheDisplayStaySo) {
  EXPECT_EQ(letterbox({1280, 720}, {1281, 720}), (PixelRect{0, 0, 1280, 720}));
  EXPECT_EQ(letterbox({640, 360}, {1280, 722}), (PixelRect{0, 1, 1280, 720}));
  EXPECT_EQ(letterbox({1920, 1080}, {1921, 1081}), (PixelRect{0, 0, 1921, 1081}));
}

}  // namespace
}  // namespace framelane
