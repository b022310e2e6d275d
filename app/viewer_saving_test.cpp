// What cannot be saved while the viewer runs is told in its window and outside, and is a failure.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>

#include "app/viewer_files_fixture_test.h"

namespace framelane {
namespace {

using testing::HasSubstr;

class ViewerSavingTest : public ViewerFilesTest {
 protected:
  // Through the end that run() has, and what is said outside.
  std::string quit(int status) {
    testing::internal::CaptureStderr();
    press("q");
    EXPECT_EQ(viewer_->run(), status);
    return testing::internal::GetCapturedStderr();
  }
  Action action(Action::Kind kind, const std::string& text) {
    Action action;
    action.kind = kind;
    action.text = text;
    return action;
  }
};

TEST_F(ViewerSavingTest, AWindowScreenshotAskedForJustBeforeTheEndIsSaved) {
  start({kLongInput});
  ASSERT_TRUE(show_frames(1));
  for (const char* key : {"S", "q"}) {  // in one look at the keyboard
    Input input;
    input.kind = Input::Kind::key;
    input.key = key;
    viewer_->window().inject(input);
  }
  EXPECT_EQ(viewer_->run(), 0);
  int windows = 0;
  for (const auto& entry : fs::directory_iterator(folder_))
    windows += entry.path().string().ends_with("_window.png");
  EXPECT_EQ(windows, 1);
}

TEST_F(ViewerSavingTest, ALogThatCannotBeCompletedAsTheNextFileBeginsIsAFailure) {
  options_.log = "log.csv";
  start({kLongInput, kLongInput});
  ASSERT_TRUE(show_frames(1));
  fs::remove("log.csv");
  testing::internal::CaptureStderr();
  press(">");
  ASSERT_TRUE(turn_until([&] { return viewer_->playlist().place() == "2/2"; }));
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("log log.csv: was taken away"));
  viewer_->window().resize({1280, 720});
  EXPECT_TRUE(turn_until([&] { return says("log log.csv: was taken away"); }));
  EXPECT_EQ(quit(1), "");
}

TEST_F(ViewerSavingTest, OneOutputThatCannotGoOnLeavesTheOther) {
  fs::create_directory("logs");
  options_.log = "logs/log.csv";
  options_.trace = "trace.json";
  start({kLongInput, kLongInput, kLongInput});
  ASSERT_TRUE(show_frames(1));
  fs::remove_all("logs");
  testing::internal::CaptureStderr();
  for (const char* place : {"2/3", "3/3"}) {
    press(">");
    ASSERT_TRUE(turn_until([&] { return viewer_->playlist().place() == place; }));
    ASSERT_TRUE(show_frames(1));
  }
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("log logs/log_2.csv: cannot be created"));
  EXPECT_EQ(std::ranges::count(said, '\n'), 2) << "one file lost, the next not made: " << said;
  EXPECT_EQ(quit(1), "");
  for (const char* trace : {"trace.json", "trace_2.json", "trace_3.json"})
    EXPECT_TRUE(fs::exists(trace)) << trace;
}

// A named pipe that is full, with somebody who does not read it. Without an end to the wait these
// tests would never end.
class FullPipe {
 public:
  explicit FullPipe(const char* name) {
    EXPECT_EQ(mkfifo(name, 0600), 0);
    holder_ = open(name, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    const std::vector<char> much(65536);
    while (write(holder_, much.data(), much.size()) > 0) {
    }
  }
  ~FullPipe() { close(holder_); }
  FullPipe(const FullPipe&) = delete;
  FullPipe& operator=(const FullPipe&) = delete;

 private:
  int holder_ = -1;
};

TEST_F(ViewerSavingTest, QuittingWaitsNotForSomebodyToReadTheLog) {
  const FullPipe log("log.csv"), trace("trace.json");
  options_.log = "log.csv";
  options_.trace = "trace.json";
  testing::internal::CaptureStderr();  // before anything waits: it flushes every file
  start({kLongInput});
  ASSERT_TRUE(show_frames(3));
  press("q");
  EXPECT_EQ(viewer_->run(), 1);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("log log.csv: ended while nobody read it: its last rows were not"));
  EXPECT_THAT(said, HasSubstr("trace trace.json: ended while nobody read it: its end was not"));
  EXPECT_EQ(std::ranges::count(said, '\n'), 2) << said;
}

// As q: what was to be written and was not is a failure, and a signal's status, 0, would hide it.
TEST_F(ViewerSavingTest, ASignalWhileNobodyReadsTheLogEndsPlayAsAFailure) {
  const FullPipe log("log.csv"), trace("trace.json");
  options_.log = "log.csv";
  options_.trace = "trace.json";
  testing::internal::CaptureStderr();
  start({kLongInput});
  ASSERT_TRUE(show_frames(3));
  std::raise(SIGTERM);
  EXPECT_EQ(viewer_->run(), 1);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr("log log.csv: ended while nobody read it"));
  EXPECT_THAT(said, HasSubstr("trace trace.json: ended while nobody read it"));
  EXPECT_EQ(std::ranges::count(said, '\n'), 2) << said;
}

TEST_F(ViewerSavingTest, ASignalEndsPlayWithNothingToTellWhereTheLogIsWhole) {
  options_.log = "log.csv";
  start({kLongInput});
  ASSERT_TRUE(show_frames(3));
  testing::internal::CaptureStderr();
  std::raise(SIGTERM);
  EXPECT_EQ(viewer_->run(), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_F(ViewerSavingTest, PlayGoesOnWhereALogThatNobodyReadsIsEnded) {
  const FullPipe log("log.csv");
  options_.log = "log.csv";
  testing::internal::CaptureStderr();
  start({kLongInput});
  ASSERT_TRUE(show_frames(3));
  press("r");
  EXPECT_TRUE(show_frames(3));
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("ended while nobody read it"));
}

TEST_F(ViewerSavingTest, ALogOnItsKeyThatCannotBeMadeIsAFailure) {
  fs::create_directory("gone");
  start({kLongInput});
  ASSERT_TRUE(show_frames(1));
  fs::current_path("gone");
  fs::remove(folder_ / "gone");
  testing::internal::CaptureStderr();
  press("r");
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("cannot be created"));
  fs::current_path(folder_);
  EXPECT_TRUE(turn_until([&] { return says("log framelane_"); }));
  EXPECT_EQ(quit(1), "");
}

TEST_F(ViewerSavingTest, APresetThatCannotBeWrittenIsAFailureAndARefusedNameIsNone) {
  std::ofstream("config") << "no folder";
  for (const auto& [name, status] : {std::pair{"no/name", 0}, std::pair{"bold", 1}}) {
    start({kLongInput}, config_);
    ASSERT_TRUE(show_frames(1));
    testing::internal::CaptureStderr();
    viewer_->apply(action(Action::Kind::save_preset, name));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_EQ(said.starts_with("framelane: preset bold: cannot be saved: "), status == 1) << said;
    EXPECT_TRUE(turn_until([&] { return says("preset"); }));
    (void)quit(status);
  }
}

TEST_F(ViewerSavingTest, AFolderWithoutVideosAmongTheInputsIsNamedAndPassedOver) {
  fs::create_directory("empty");
  options_.exit_after = 100;
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_to_the_end({kShortInput, "empty", kShortInput}), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "framelane: empty: no videos in this folder\n");
  EXPECT_EQ(viewer_->playlist().place(), "2/2");
}

}  // namespace
}  // namespace framelane
