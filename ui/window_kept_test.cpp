// Where a window opens, and what of its place and size is kept.
#include <SDL.h>
#include <gtest/gtest.h>

#include "ui/offscreen_test.h"
#include "ui/window.h"
#include "ui/window_place.h"

namespace framelane {
namespace {

TEST(WindowKept, ItsPlaceIsThatOfTheOptionsAndItsSizeOnlyTheUsers) {
  WindowOptions options = offscreen_options({640, 360});
  options.place = WindowPlace{40, 30};
  Window window(options);
  drain_inputs(window);
  EXPECT_EQ(window.sized_by_user(), (Size{640, 360}));
  options.size.reset();
  options.place.reset();
  Window other(options);
  drain_inputs(other);
  EXPECT_FALSE(other.sized_by_user());
}

// A window that is fitted to its pictures, at a place kept from before.
WindowOptions kept_at(WindowPlace place) {
  WindowOptions options = offscreen_options({640, 360});
  options.size.reset();
  options.place = place;
  return options;
}

PixelRect rect_of_current() {
  PixelRect at;
  SDL_GetWindowPosition(SDL_GL_GetCurrentWindow(), &at.x, &at.y);
  SDL_GetWindowSize(SDL_GL_GetCurrentWindow(), &at.width, &at.height);
  return at;
}

// Without a window manager nobody tells of a move.
void move_by_hand(int x, int y) {
  SDL_SetWindowPosition(SDL_GL_GetCurrentWindow(), x, y);
  SDL_Event event{};
  event.type = SDL_WINDOWEVENT;
  event.window.event = SDL_WINDOWEVENT_MOVED;
  event.window.windowID = SDL_GetWindowID(SDL_GL_GetCurrentWindow());
  event.window.data1 = x;
  event.window.data2 = y;
  SDL_PushEvent(&event);
}

SDL_Rect offscreen_display() {
  SDL_Rect display{};
  SDL_GetDisplayUsableBounds(0, &display);
  return display;
}

TEST(WindowKept, FittedToAPictureItKeepsItsPlaceFromStartToStart) {
  WindowPlace place{40, 30};
  for (int start = 0; start < 4; ++start) {
    Window window(kept_at(place));
    drain_inputs(window);
    window.fit_picture({480, 600});
    drain_inputs(window);
    EXPECT_EQ(rect_of_current(), (PixelRect{40, 30, 640, 600})) << start;
    EXPECT_FALSE(window.place()) << "the user has not moved it";
    place = window.place().value_or(place);
  }
}

TEST(WindowKept, KeptIsWhereTheUserPutItAndNotWhereAPictureMadeItGo) {
  Window window(kept_at({40, 30}));
  window.fit_picture({640, 360});
  drain_inputs(window);
  move_by_hand(120, 90);
  drain_inputs(window);
  EXPECT_EQ(window.place(), (WindowPlace{120, 90}));
  window.fit_picture({700, 500});
  drain_inputs(window);
  EXPECT_EQ(rect_of_current(), (PixelRect{90, 20, 700, 500})) << "around the same middle";
  EXPECT_EQ(window.place(), (WindowPlace{120, 90}));
  SDL_SetWindowSize(SDL_GL_GetCurrentWindow(), 680, 480);
  drain_inputs(window);
  EXPECT_EQ(window.place(), (WindowPlace{90, 20})) << "with the size that the user gave it there";
  EXPECT_EQ(window.sized_by_user(), (Size{680, 480}));
}

TEST(WindowKept, FullScreenIsNoPlaceAndNoSizeOfTheUsers) {
  Window window(kept_at({40, 30}));
  drain_inputs(window);
  for (const bool on : {true, false}) {
    window.set_fullscreen(on);
    drain_inputs(window);
    EXPECT_FALSE(window.place()) << on;
    EXPECT_FALSE(window.sized_by_user()) << on;
  }
}

TEST(WindowKept, WithoutAFileItIsWhollyOnTheDisplayAndThePictureTakesItsPlaceAgain) {
  const WindowPlace left{500, 300};  // by a window smaller than the empty one
  Window window([&] {
    WindowOptions options = kept_at(left);
    options.picture = {1280, 720};
    return options;
  }());
  drain_inputs(window);
  const SDL_Rect display = offscreen_display();
  const PixelRect empty = rect_of_current();
  EXPECT_GE(empty.x, display.x);
  EXPECT_LE(empty.x + empty.width, display.x + display.w);
  EXPECT_LE(empty.y + empty.height, display.y + display.h);
  EXPECT_LT(empty.x, left.x);
  window.fit_picture({100, 100});
  drain_inputs(window);
  EXPECT_EQ(rect_of_current().y, left.y);
  EXPECT_LE(rect_of_current().x + 640, display.x + display.w);
}

TEST(WindowKept, APlaceThatNoDisplayHasIsForgotten) {
  Window window(kept_at({9000, -9000}));
  drain_inputs(window);
  const SDL_Rect display = offscreen_display();
  const PixelRect at = rect_of_current();
  EXPECT_EQ(at.x, display.x + (display.w - at.width) / 2);
  EXPECT_EQ(at.y, display.y + (display.h - at.height) / 2);
}

}  // namespace
}  // namespace framelane
