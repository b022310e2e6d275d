#include "ui/window.h"

#include <gtest/gtest.h>

#include <thread>

#include "gpu/errors.h"
#include "ui/keys.h"
#include "ui/offscreen_test.h"
#include "ui/picture_view.h"
#include "ui/window_events.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

void drain(Window& window) {
  while (window.poll()) {
  }
}

TEST(Window, OpensWithoutADisplayAtTheSizeAskedFor) {
  Window window(offscreen_options({320, 180}));
  EXPECT_EQ(window.drawable(), (Size{320, 180}));
  EXPECT_DOUBLE_EQ(window.scale(), 1.0);
  EXPECT_FALSE(window.renderer().empty());
  EXPECT_GT(window.refresh_hz(), 0);
}

TEST(Window, FirstSizeKeepsTheAspectWithinNineTenthsOfTheDisplay) {
  EXPECT_EQ(first_window_size({1280, 720}, {1920, 1080}), (Size{1280, 720}));
  EXPECT_EQ(first_window_size({3840, 2160}, {1920, 1080}), (Size{1728, 972}));
  EXPECT_EQ(first_window_size({1080, 1920}, {1920, 1000}), (Size{506, 900}));
  EXPECT_EQ(first_window_size({96, 54}, {1920, 1080}), (Size{480, 270}));
}

TEST(Window, RefusesAScaleOutOfRange) {
  WindowOptions options = offscreen_options({64, 64});
  options.user_scale = 3;
  EXPECT_THROW(Window{options}, UsageError);
}

TEST(Window, SaysWhyWhenThereIsNoDisplay) {
  setenv("SDL_VIDEODRIVER", "nothing_of_that_name", 1);
  try {
    const Window window(WindowOptions{});
    FAIL();
  } catch (const DeviceError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("no display"), std::string::npos) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos);
  }
  unsetenv("SDL_VIDEODRIVER");
}

TEST(Window, WakeFromAnotherThreadEndsAWait) {
  Window window(offscreen_options({64, 64}));
  drain(window);
  std::jthread other([&] { window.wake(); });
  const auto input = window.wait(10s);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->kind, Input::Kind::woken);
}

TEST(Window, WaitEndsAtItsTimeout) {
  Window window(offscreen_options({64, 64}));
  drain(window);
  EXPECT_FALSE(window.wait(1ms));
  EXPECT_FALSE(window.poll());
}

TEST(Window, TheUsersScaleChangesAndKeepsToItsRange) {
  Window window(offscreen_options({64, 64}));
  for (const auto& [asked, got] : {std::pair{1.5, 1.5}, {3.0, 2.0}, {0.1, 0.8}}) {
    window.set_user_scale(asked);
    EXPECT_DOUBLE_EQ(window.scale(), got);
  }
}

Input input_of_kind(Input::Kind kind) {
  Input input;
  input.kind = kind;
  return input;
}

// Where '+' needs Shift, and on the number pad of any.
TEST(Window, PlusWithCtrlIsOneKeyOnEveryKeyboard) {
  Window window(offscreen_options({64, 64}));
  drain(window);
  Input key = input_of_kind(Input::Kind::key);
  key.ctrl = true;
  for (const char* typed : {"=", "+", "-"}) {
    key.key = typed;
    key.shift = *typed == '=';
    window.inject(key);
    const auto got = window.wait(10s);
    ASSERT_TRUE(got);
    EXPECT_EQ(got->key, *typed == '-' ? "-" : "+");
    EXPECT_FALSE(got->shift);
    EXPECT_TRUE(got->ctrl);
  }
}

// X11 sends "+" as a key and as a text; with AltGr a text is what was meant.
TEST(Window, ATextTypedWithCtrlIsNoSecondKey) {
  const Window window(offscreen_options({64, 64}));
  SDL_Event event{};
  event.type = SDL_TEXTINPUT;
  SDL_strlcpy(event.text.text, "+", sizeof(event.text.text));
  for (const int held : {0, int{KMOD_LCTRL}, int{KMOD_RCTRL}, KMOD_LCTRL | KMOD_RALT}) {
    SDL_SetModState(static_cast<SDL_Keymod>(held));
    const bool chord = held == KMOD_LCTRL || held == KMOD_RCTRL;
    EXPECT_EQ(input_of(event, 1).has_value(), !chord) << held;
  }
  SDL_SetModState(KMOD_NONE);
}

// A key with a name that is not known of SDL's would arrive in tests, as a text, and on no
// keyboard.
TEST(Window, EveryBoundKeyThatTypesNoTextIsOneOfSdls) {
  for (const KeyBinding& binding : key_bindings()) {
    if (binding.key == "wheel" || binding.key.size() == 1) continue;
    Input input = input_of_kind(Input::Kind::key);
    input.key = binding.key;
    const SDL_Event event = event_of(input, 1, 0, 0);
    EXPECT_EQ(event.type, SDL_KEYDOWN) << binding.key;
  }
}

TEST(Window, InjectedInputsArriveAsTheyWere) {
  Window window(offscreen_options({320, 180}));
  drain(window);
  Input key = input_of_kind(Input::Kind::key);
  key.key = "RIGHT";
  key.shift = true;
  Input text = input_of_kind(Input::Kind::key);
  text.key = "?";
  Input press = input_of_kind(Input::Kind::button_down);
  press.x = 30;
  press.y = 40;
  press.clicks = 2;
  Input drop = input_of_kind(Input::Kind::drop);
  drop.paths = {"/a folder/ä.mp4", "/b"};
  Input zoom = input_of_kind(Input::Kind::wheel);
  zoom.amount = -1.5F;
  zoom.ctrl = true;
  Input with_alt = input_of_kind(Input::Kind::key);
  with_alt.key = "+";
  with_alt.alt = true;
  Input chord = input_of_kind(Input::Kind::key);
  chord.key = "o";
  chord.ctrl = true;
  for (const Input& input :
       {key, text, zoom, with_alt, text, chord, press, drop, input_of_kind(Input::Kind::quit),
        input_of_kind(Input::Kind::exposed), input_of_kind(Input::Kind::pointer_leave)}) {
    window.inject(input);
    const auto got = window.wait(10s);
    ASSERT_TRUE(got);
    EXPECT_EQ(got->kind, input.kind);
    EXPECT_EQ(got->key, input.key);
    EXPECT_EQ(got->shift, input.shift);
    EXPECT_EQ(got->ctrl, input.ctrl);
    EXPECT_EQ(got->alt, input.alt);
    EXPECT_FLOAT_EQ(got->amount, input.amount);
    EXPECT_EQ(got->clicks, input.clicks);
    EXPECT_FLOAT_EQ(got->x, input.x);
    EXPECT_FLOAT_EQ(got->y, input.y);
    EXPECT_EQ(got->ctrl, input.ctrl);
    EXPECT_EQ(got->paths, input.paths) << "several files dropped at once are one drop";
  }
}

TEST(Window, NoticesThatSwapsDoNotWait) {
  if (std::string(std::getenv("SDL_VIDEODRIVER") ? std::getenv("SDL_VIDEODRIVER") : "") == "x11") {
    GTEST_SKIP() << "a real display may wait";
  }
  Window window(offscreen_options({64, 64}));
  for (int i = 0; i < 500 && window.vsync(); ++i)
    EXPECT_GE(window.swap(), 0ns);
  EXPECT_FALSE(window.vsync());
}

TEST(Window, ResizesToOnePixelAndBack) {
  Window window(offscreen_options({320, 180}));
  window.resize({1, 1});
  drain(window);
  EXPECT_EQ(window.read_back().size, window.drawable());
  window.resize({200, 100});
  drain(window);
  EXPECT_EQ(window.drawable(), (Size{200, 100}));
}

TEST(Window, ALargerWindowIsDrawnToItsCorners) {
  Window window(offscreen_options({64, 64}));
  window.resize({300, 200});
  drain(window);
  const PictureView view;
  view.draw(window.drawable());
  const RgbaImage image = window.read_back();
  ASSERT_EQ(image.size, (Size{300, 200}));
  EXPECT_EQ(image.pixels.front(), std::byte{15});
  EXPECT_EQ(image.pixels[image.pixels.size() - 4], std::byte{15});
}

TEST(Window, ItsPlaceIsThatOfTheOptionsAndItsSizeOnlyTheUsers) {
  WindowOptions options = offscreen_options({640, 360});
  options.place = WindowPlace{40, 30};
  Window window(options);
  drain(window);
  EXPECT_EQ(window.sized_by_user(), (Size{640, 360}));
  options.size.reset();
  options.place.reset();
  Window other(options);
  drain(other);
  EXPECT_FALSE(other.sized_by_user());
}

TEST(Window, TheUsersScaleMultipliesThePanels) {
  WindowOptions options = offscreen_options({64, 64});
  options.user_scale = 1.5;
  const Window window(options);
  EXPECT_DOUBLE_EQ(window.scale(), 1.5);
}

TEST(Window, OpensAgainAfterItWasClosed) {
  for (int i = 0; i < 5; ++i) {
    Window window(offscreen_options({64, 64}));
    EXPECT_EQ(window.drawable(), (Size{64, 64}));
  }
}

}  // namespace
}  // namespace framelane
