// What the viewer opens, in which order, and what it keeps.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "app/play.h"
#include "app/viewer_files_fixture_test.h"
#include "gpu/errors.h"
#include "ui/display.h"
#include "ui/keys.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

TEST_F(ViewerFilesTest, WithoutAFileTheWindowSaysSoAndADroppedOnePlays) {
  make_clip("a.mp4");
  start({});
  ASSERT_TRUE(viewer_->turn(20ms));
  EXPECT_FALSE(viewer_->playing());
  EXPECT_TRUE(says("Drop a video here, or open one"));
  for (const char* key : {"SPACE", "t", "r", "s", "l", "u", "R", ">", "RIGHT"})
    press(key);
  drop({"a.mp4"});
  ASSERT_TRUE(turn_until([&] { return plays("a.mp4"); }));
  ASSERT_TRUE(show_frames(2));
  EXPECT_FALSE(says("Drop a video here"));
}

TEST_F(ViewerFilesTest, WithoutAFileAndADisplayItIsWrongUsage) {
  EXPECT_THROW((void)play_command(options_, stop_), UsageError);
}

// Where nobody would see a window, what SDL's libraries write of that is no line of the program's.
TEST_F(ViewerFilesTest, WithoutADisplayOneLineSaysSoAndAMissingFileIsNamedFirst) {
  for (const char* variable : {"SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"})
    unsetenv(variable);
  if (Display().is_there()) GTEST_SKIP() << "there is a display that no variable names";
  testing::internal::CaptureStderr();
  options_.inputs = {kLongInput};
  EXPECT_THROW((void)play_command(options_, stop_), UsageError);
  options_.inputs = {"missing.mp4"};
  EXPECT_THROW((void)play_command(options_, stop_), InputError);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  testing::internal::CaptureStderr();
  options_.inputs = {"one.mp4", "two.mp4"};
  EXPECT_THROW((void)play_command(options_, stop_), InputError);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "framelane: one.mp4: No such file or directory; check the path\n");
}

TEST_F(ViewerFilesTest, WithoutAFileQuitEndsTheLoop) {
  start({});
  press("q");
  EXPECT_FALSE(viewer_->turn(0ms));
}

TEST_F(ViewerFilesTest, WithoutAFileEveryKeyIsSafe) {
  start({});
  for (const KeyBinding& binding : key_bindings()) {
    if (binding.action == Action::Kind::quit) continue;
    Input input;
    const bool wheel = binding.key == "wheel";
    input.kind = wheel ? Input::Kind::wheel : Input::Kind::key;
    if (!wheel) input.key = binding.key;
    input.amount = 1;
    input.shift = binding.shift;
    input.ctrl = binding.modifier == Modifier::ctrl;
    input.alt = binding.modifier == Modifier::alt;
    viewer_->window().inject(input);
    ASSERT_TRUE(viewer_->turn(20ms)) << binding.help;
  }
  EXPECT_FALSE(viewer_->playing());
}

TEST_F(ViewerFilesTest, AtTheEndOfAFileTheLoopWaits) {
  start({kShortInput});
  ASSERT_TRUE(turn_until([&] { return viewer_->player().ended(); }));
  // Fades and the hiding of the transport end at their own times; after them nothing wakes the
  // loop.
  const auto waits = [&] {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 10; ++i)
      EXPECT_TRUE(viewer_->turn(50ms));
    return std::chrono::steady_clock::now() - begin >= 450ms;
  };
  bool waited = false;
  for (int round = 0; round < 60 && !waited; ++round)
    waited = waits();
  EXPECT_TRUE(waited);
}

TEST_F(ViewerFilesTest, AFileThatCannotBeOpenedLeavesTheEmptyWindowAndSaysWhy) {
  start({});
  drop({"not there.mp4"});
  ASSERT_TRUE(turn_until([&] { return says("not there.mp4"); }));
  EXPECT_FALSE(viewer_->playing());
  drop({kLongInput});
  ASSERT_TRUE(turn_until([&] { return viewer_->playing(); }));
}

// The same line as the command line's, in windows of every size that has an interface.
TEST_F(ViewerFilesTest, AFileChosenInTheDialogThatIsNoVideoIsToldInOneLine) {
  ASSERT_EQ(std::system("ffmpeg -v error -nostdin -y -f lavfi -i sine=d=1 -c:a aac song.mp4"), 0);
  std::ofstream("letter.mp4") << "Dear reader, this is no video.";
  start({kLongInput});
  for (const Size size : {Size{320, 240}, Size{480, 854}, Size{1280, 720}}) {
    viewer_->window().resize(size);
    for (const auto& [name, why] :
         {std::pair{"song", "no video stream"}, {"letter", "name a file that holds video"}}) {
      press("o", true);
      for (const char* letter = name; *letter != 0; ++letter)
        press(std::string(1, *letter));
      const std::string file = std::string(name) + ".mp4";
      ASSERT_TRUE(turn_until([&] { return says(file); }));
      press("ENTER");
      ASSERT_TRUE(turn_until([&] { return fault().find(why) != std::string::npos; })) << fault();
      // In the smallest window the middle of a long line goes, and is in its tooltip.
      EXPECT_NE(fault().find(std::string(name) + ".m"), std::string::npos) << fault();
      EXPECT_TRUE(viewer_->playing()) << "what played goes on";
      click("dismiss");
      ASSERT_TRUE(turn_until([&] { return fault().empty(); }));
    }
  }
}

TEST_F(ViewerFilesTest, TheDialogFindsAFileByTypingAndOpensIt) {
  fs::create_directories("clips");
  make_clip("clips/dawn 2.mp4");
  fs::copy("clips/dawn 2.mp4", "clips/dawn 10.mp4");
  std::ofstream("clips/dawn.txt") << "x";
  start({kLongInput});
  press("o", true);
  ASSERT_TRUE(turn_until([&] { return says("clips"); }));
  press("c");
  press("ENTER");
  ASSERT_TRUE(turn_until([&] { return says("dawn 10.mp4"); }));
  EXPECT_FALSE(says("dawn.txt"));
  EXPECT_FALSE(viewer_->player().paused()) << "typed text is no command";
  press("1");
  EXPECT_FALSE(says("dawn 2.mp4"));
  press("ENTER");
  ASSERT_TRUE(turn_until([&] { return plays("dawn 10.mp4"); }));
  viewer_->window().resize({1280, 720});
  ASSERT_TRUE(turn_until([&] { return !says("Open a file"); }));
  press("o", true);
  ASSERT_TRUE(turn_until([&] { return says("dawn 2.mp4"); })) << "it begins where the file lies";
  press("BS");
  ASSERT_TRUE(turn_until([&] { return says("clips"); }));
  press("ESC");
  EXPECT_TRUE(turn_until([&] { return !says("Open a file"); }));
}

TEST_F(ViewerFilesTest, FilesFollowEachOtherAndOneThatCannotBeOpenedIsNamedAndPassedOver) {
  options_.exit_after = 1000;
  EXPECT_EQ(run_to_the_end({kShortInput, "not there.mp4", kShortInput}), 1);
  EXPECT_EQ(viewer_->playlist().place(), "3/3");
  EXPECT_TRUE(viewer_->player().ended()) << "the last one to its end";
  EXPECT_EQ(viewer_->player().current()->source->index, 3);
}

TEST_F(ViewerFilesTest, WhenNoneCanBeOpenedItIsAnInputError) {
  EXPECT_THROW((void)run_to_the_end({"not there.mp4", "nor this.mp4"}), InputError);
  viewer_.reset();
  EXPECT_THROW((void)run_to_the_end({"not there.mp4"}), InputError);
  viewer_.reset();
  fs::create_directories("empty");
  EXPECT_THROW((void)run_to_the_end({"empty"}), InputError);
}

TEST_F(ViewerFilesTest, KeysGoToTheNextFileAndBack) {
  start({kLongInput, "pattern:66x50@25:frames=500", "pattern:68x52@25:frames=500"});
  ASSERT_TRUE(show_frames(1));
  EXPECT_TRUE(turn_until([&] { return says("1/3"); }));
  press("<");
  EXPECT_EQ(viewer_->playlist().place(), "1/3");
  press(">");
  ASSERT_TRUE(turn_until([&] { return viewer_->playlist().place() == "2/3"; }));
  ASSERT_TRUE(show_frames(1));
  press(">");
  ASSERT_TRUE(turn_until([&] { return viewer_->playlist().place() == "3/3"; }));
  press(">");
  press("<");
  ASSERT_TRUE(turn_until([&] { return viewer_->playlist().place() == "2/3"; }));
  ASSERT_TRUE(show_frames(1));
  EXPECT_EQ(viewer_->player().engine().input().frame.width, 66);
}

TEST_F(ViewerFilesTest, ADroppedFolderPlaysItsVideosInNaturalOrder) {
  fs::create_directories("clips");
  make_clip("clips/10.mp4");
  fs::copy("clips/10.mp4", "clips/2.mp4");
  start({});
  drop({(folder_ / "clips").string()});
  ASSERT_TRUE(turn_until([&] { return viewer_->playing(); }));
  EXPECT_TRUE(plays("2.mp4"));
  EXPECT_EQ(viewer_->playlist().place(), "1/2");
  drop({(folder_ / "clips").string(), kLongInput});
  ASSERT_TRUE(turn_until([&] { return viewer_->playlist().size() == 3; }));
}

TEST_F(ViewerFilesTest, TheABKeyMakesPlayGoRound) {
  start({kLongInput});
  ASSERT_TRUE(show_frames(1));
  press("SPACE");
  const auto a = viewer_->player().current()->pts;
  press("l");
  press(".");
  ASSERT_TRUE(turn_until([&] { return viewer_->player().current()->pts == a + 40ms; }));
  const auto shown = viewer_->player().counts().displayed;
  press("l");
  EXPECT_EQ(viewer_->player().ab().b, a + 40ms);
  ASSERT_TRUE(turn_until([&] { return viewer_->player().counts().displayed > shown; }));
  EXPECT_EQ(viewer_->player().current()->pts, a + 40ms) << "paused, the picture stays";
  press(".");
  ASSERT_TRUE(turn_until([&] { return viewer_->player().current()->pts == a; }));
  press("l");
  EXPECT_FALSE(viewer_->player().ab().a);
}

TEST_F(ViewerFilesTest, WhatWasSetIsThereAtTheNextStart) {
  make_clip("a.mp4");
  start({"a.mp4"}, config_);
  ASSERT_TRUE(show_frames(1));
  EXPECT_TRUE(viewer_->overlay().hud_shown());
  press("i");
  press("F2");
  for (int i = 0; i < 3; ++i)
    press("+", true);
  press("-", true);
  EXPECT_DOUBLE_EQ(viewer_->window().scale(), 1.2);
  viewer_->window().resize({800, 600});
  press("RIGHT");
  ASSERT_TRUE(turn_until([&] { return viewer_->player().current()->pts >= 4s; }));
  press("q");
  EXPECT_EQ(viewer_->run(), 0) << "goes through its end";
  start({}, config_);
  ASSERT_TRUE(viewer_->turn(20ms));
  EXPECT_FALSE(viewer_->overlay().hud_shown());
  EXPECT_DOUBLE_EQ(viewer_->window().scale(), 1.2);
  press("0", true);
  EXPECT_DOUBLE_EQ(viewer_->window().scale(), 1);
  EXPECT_TRUE(says("a.mp4"));
  click("recent_0");
  ASSERT_TRUE(turn_until([&] { return viewer_->playing(); }));
  ASSERT_TRUE(show_frames(1));
  EXPECT_TRUE(viewer_->player().current()->plan->scopes.vectorscope);
  EXPECT_FALSE(viewer_->player().current()->plan->scopes.histogram);
  EXPECT_GE(viewer_->player().current()->pts, 0s);
}

TEST_F(ViewerFilesTest, ABrokenSettingsFileIsSetAsideAndTold) {
  fs::create_directories(config_);
  std::ofstream(config_ / "settings.json") << "{ nonsense";
  start({}, config_);
  ASSERT_TRUE(turn_until([&] { return says("settings file is broken"); }));
  EXPECT_TRUE(fs::exists(config_ / "settings.json.broken"));
}

TEST_F(ViewerFilesTest, TheFrameCountIsAnEstimateWhereOnlyTheLengthIsKnown) {
  make_clip("a.mp4");
  start({"a.mp4"});
  ASSERT_TRUE(show_frames(1));
  EXPECT_TRUE(turn_until([&] { return says(" of about 200"); }));
}

}  // namespace
}  // namespace framelane
