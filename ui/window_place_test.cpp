#include "ui/window_place.h"

#include <gtest/gtest.h>

#include <array>

namespace framelane {
namespace {

constexpr PixelRect kLeft{0, 27, 1920, 1053}, kRight{1920, 0, 1280, 1024};
constexpr std::array kBoth{kLeft, kRight};

TEST(WindowPlace, TheFirstSizeIsThePicturesWithinNineTenthsOfTheDisplay) {
  EXPECT_EQ(first_window_size({1280, 720}, {1920, 1080}), (Size{1280, 720}));
  EXPECT_EQ(first_window_size({3840, 2160}, {1920, 1080}), (Size{1728, 972}));
}

TEST(WindowPlace, SmallAndUprightPicturesLeaveThePanelsTheirRoom) {
  EXPECT_EQ(first_window_size({1080, 1920}, {1920, 1000}), (Size{640, 900}));
  EXPECT_EQ(first_window_size({96, 54}, {1920, 1080}), (Size{640, 360}));
  EXPECT_EQ(first_window_size({1920, 100}, {1920, 1080}), (Size{1728, 360}));
  EXPECT_EQ(first_window_size({1080, 1920}, {1920, 1000}, 1.5), (Size{960, 900}));
}

TEST(WindowPlace, ASmallDisplayBoundsTheLeastSize) {
  EXPECT_EQ(first_window_size({90, 160}, {600, 400}), (Size{540, 360}));
  EXPECT_EQ(first_window_size({90, 160}, {200, 100}), (Size{180, 90}));
  EXPECT_EQ(first_window_size({0, 0}, {1, 1}), (Size{1, 1}));
}

TEST(WindowPlace, AWindowIsOfTheDisplayThatShowsMostOfIt) {
  EXPECT_EQ(display_of({100, 100, 640, 360}, kBoth), kLeft);
  EXPECT_EQ(display_of({1800, 100, 640, 360}, kBoth), kRight);
  EXPECT_FALSE(display_of({4000, 100, 640, 360}, kBoth)) << "of one that is gone";
  EXPECT_FALSE(display_of({0, 0, 10, 10}, {}));
}

TEST(WindowPlace, AWindowIsMovedWholeOntoItsDisplay) {
  EXPECT_EQ(moved_onto({100, 100, 640, 360}, kLeft), (PixelRect{100, 100, 640, 360}));
  EXPECT_EQ(moved_onto({1800, 900, 640, 360}, kLeft), (PixelRect{1280, 720, 640, 360}));
  EXPECT_EQ(moved_onto({-300, -10, 640, 360}, kLeft), (PixelRect{0, 27, 640, 360}));
  EXPECT_EQ(moved_onto({2000, 100, 5000, 4000}, kRight), kRight) << "and no larger than that";
}

}  // namespace
}  // namespace framelane
