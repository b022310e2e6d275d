#include "app/viewer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "app/viewer_fixture_test.h"
#include "gpu/busy_machine_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

// Red as BT.709 limited is 62 102 240; negated in its own planes 193 153 15, which is a cyan whose
// green and blue are above white and clamped.
TEST_F(ViewerTest, ShowsThePictureInItsRightColours) {
  open_red("");
  expect_colour({254, 0, 0});
}

TEST_F(ViewerTest, ShowsTheFilteredPictureInItsRightColours) {
  open_red("negate");
  expect_colour({4, 255, 255});
}

TEST_F(ViewerTest, KeysChangeModeLanesAndMemoryWhileFramesGoOn) {
  open("pattern:320x180@60", "eq=contrast=1.2,tmix=frames=2");
  ASSERT_TRUE(show_frames(3));
  press("t");
  ASSERT_TRUE(turn_until([&] { return in_force().mode == Mode::serial; }));
  press("t");
  ASSERT_TRUE(turn_until([&] { return in_force().mode == Mode::overlapped; }));
  press("T");
  ASSERT_TRUE(turn_until([&] { return in_force().mode == Mode::staged; }));
  press("+");
  press("+");
  ASSERT_TRUE(turn_until([&] { return in_force().lanes == 4; }));
  press("M");
  ASSERT_TRUE(turn_until([&] { return in_force().memory == HostMemory::pageable; }));
  ASSERT_TRUE(show_frames(5));
}

TEST_F(ViewerTest, EveryShownFrameIsInTheLogOnceInOrderWhateverKeysArePressed) {
  options_.log = "log.csv";
  options_.unpaced = true;
  open("pattern:160x120@60:frames=400", "negate");
  int turns = 0;
  while (!viewer_->player().ended() || viewer_->player().engine().results().size() > 0) {
    if (++turns % 7 == 0) press(turns % 2 == 0 ? "t" : "T");
    (void)viewer_->turn(5ms);
  }
  viewer_.reset();
  std::ifstream log("log.csv");
  std::string line;
  std::getline(log, line);
  ASSERT_EQ(line.substr(0, 15), "Frame,PTSInS,Ti");
  int rows = 0;
  std::vector<int> seen(400);
  while (std::getline(log, line)) {
    ++rows;
    ++seen.at(static_cast<std::size_t>(std::stoi(line)));
  }
  EXPECT_EQ(rows, 400);
  for (const int count : seen)
    EXPECT_EQ(count, 1);
}

TEST_F(ViewerTest, PauseStepAndSeek) {
  open("pattern:160x120@25:frames=300");
  ASSERT_TRUE(show_frames(3));
  press("SPACE");
  EXPECT_TRUE(viewer_->player().paused());
  const auto at = viewer_->player().current()->pts;
  press(".");
  ASSERT_TRUE(turn_until([&] { return viewer_->player().current()->pts == at + 40ms; }));
  press(",");
  ASSERT_TRUE(turn_until([&] { return viewer_->player().current()->pts == at; }));
  press("RIGHT", true);
  ASSERT_TRUE(turn_until([&] { return viewer_->player().current()->pts == at + 1s; }));
  press("HOME");
  ASSERT_TRUE(turn_until([&] { return viewer_->player().current()->pts == 0ms; }));
}

// Off-screen a swap does not wait, and a GPU would still be at a fade's drawings when the next
// frames are due. The first few drawings find that out.
TEST_F(ViewerTest, AFadeIsDrawnNoMoreOftenThanTheDisplayShows) {
  using Clock = std::chrono::steady_clock;
  open("pattern:320x180@60:frames=300");
  ASSERT_TRUE(show_frames(1));
  press("SPACE");
  int turns = 0;
  for (int fade = 0; fade < 3; ++fade) {
    press("i");
    const auto began = Clock::now();
    for (turns = 0; Clock::now() < began + 120ms; ++turns)
      (void)viewer_->turn(kTurn);
  }
  EXPECT_LE(turns, 12);
}

TEST_F(ViewerTest, RecordsALogAndSavesScreenshotsOnTheirKeys) {
  open("pattern:160x120@60", "negate");
  ASSERT_TRUE(show_frames(2));
  press("r");
  ASSERT_TRUE(show_frames(10));
  EXPECT_EQ(files(".csv"), 1);
  press("r");
  EXPECT_EQ(files(".json"), 1);
  press("s");
  press("S");
  EXPECT_TRUE(turn_until([&] { return files(".png") == 2; }));
}

TEST_F(ViewerTest, TheWholeHudCanBeShownAndIsNotEmpty) {
  open("pattern:1280x720@60", "negate");
  viewer_->window().resize({1280, 720});
  press("i");
  press("i");
  ASSERT_TRUE(show_frames(2));
  ASSERT_TRUE(viewer_->overlay().hud_shown());
  EXPECT_FALSE(viewer_->overlay().text_boxes().empty());
}

TEST_F(ViewerTest, AKeyIsSeenWithin100MsHoweverSlowTheFilterIs) {
  open("pattern:642x362@60", "gblur=sigma=300");
  (void)viewer_->turn(20ms);
  EXPECT_TRUE(test::holds_once([&] {
    return test::median_time_of([&] {
             Input key;
             key.kind = Input::Kind::key;
             key.key = "i";
             viewer_->window().inject(key);
             (void)viewer_->turn(500ms);  // takes the key and draws what it changed
           }) <= 100ms;
  }));
}

TEST_F(ViewerTest, ItIsLeftAtOnceHoweverSlowTheFilterIs) {
  EXPECT_TRUE(test::holds_once([&] {
    open("pattern:642x362@60", "gblur=sigma=300");
    (void)viewer_->turn(20ms);
    return test::time_of([&] { viewer_.reset(); }) < 1s;
  }));
}

class ViewerQuitTest : public ViewerTest {
 protected:
  bool quits_quickly(const std::string& state) {
    options_ = {};
    open(state == "ended" ? "pattern:64x48@1000:frames=3" : "pattern:160x120@60");
    EXPECT_TRUE(show_frames(1));
    if (state == "paused") press("SPACE");
    if (state == "unpaced") press("u");
    if (state == "ended") {
      EXPECT_TRUE(turn_until([&] { return viewer_->player().ended(); }));
    }
    press("q");
    EXPECT_FALSE(viewer_->turn(0ms)) << state;
    return test::time_of([&] { viewer_.reset(); }) < 1s;
  }
};

TEST_F(ViewerQuitTest, QuitEndsTheLoopInEveryState) {
  for (const std::string state : {"playing", "paused", "unpaced", "ended"})
    EXPECT_TRUE(test::holds_once([&] { return quits_quickly(state); })) << state;
}

TEST_F(ViewerTest, AFileThatCannotBeOpenedLeavesTheOneOnShow) {
  open("pattern:160x120@60");
  ASSERT_TRUE(show_frames(1));
  Input drop;
  drop.kind = Input::Kind::drop;
  drop.paths = {"not there.mp4"};
  viewer_->window().inject(drop);
  ASSERT_TRUE(viewer_->turn(20ms));
  ASSERT_TRUE(show_frames(2));
}

TEST_F(ViewerTest, SurvivesAStormOfResizes) {
  open("pattern:160x120@60");
  for (const Size size :
       {Size{1, 1}, Size{4000, 3}, Size{640, 480}, Size{2, 900}, Size{800, 450}}) {
    viewer_->window().resize(size);
    ASSERT_TRUE(show_frames(1));
  }
  EXPECT_GT(viewer_->picture().area(viewer_->window().drawable()).width, 100);
}

TEST_F(ViewerTest, AFullDiskEndsLogAndTraceWithALineEachAndPlayGoesOn) {
  std::filesystem::create_symlink("/dev/full", "full.csv");
  for (const bool trace : {false, true}) {
    (trace ? options_.trace : options_.log) = trace ? "/dev/full" : "full.csv";
    open("pattern:160x120@60");
    viewer_->window().resize({1280, 720});
    testing::internal::CaptureStderr();
    const std::string wanted = trace ? "The trace stopped: " : "The log stopped: ";
    EXPECT_TRUE(turn_until([&] {
      const auto& texts = viewer_->overlay().text_boxes();
      return std::any_of(texts.begin(), texts.end(),
                         [&](const TextBox& text) { return text.text.starts_with(wanted); });
    }));
    EXPECT_TRUE(show_frames(5));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(said.find("stopped"), said.rfind("stopped")) << said;
    EXPECT_NE(said.find("No space left on device"), std::string::npos) << said;
    viewer_.reset();
    options_ = {};
  }
}

}  // namespace
}  // namespace framelane
