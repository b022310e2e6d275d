// --start and --frames over the files that the viewer plays in a row.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <tuple>

#include "app/viewer_files_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
using ViewerStartsTest = ViewerFilesTest;

TEST_F(ViewerStartsTest, AStartPastTheEndIsToldAndIsAFailure) {
  options_.exit_after = 3;
  options_.start = 90s;
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_to_the_end({kShortInput}), 1);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("framelane: nothing to show: --start 90.000 lies past its"), said.npos)
      << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
}

TEST_F(ViewerStartsTest, AStartPastTheEndIsToldInTheWindow) {
  options_.start = 90s;
  start({kShortInput});
  EXPECT_TRUE(turn_until([&] { return says("Nothing to show: --start 90.000 lies past"); }));
}

// The short ones are 20 ms long, the long one 20 s.
TEST_F(ViewerStartsTest, AStartCountsOverTheFilesInARow) {
  options_.start = 1040ms;
  options_.frames = 3;
  options_.exit_after = 3;
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_to_the_end({kShortInput, kShortInput, kLongInput, kShortInput}), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(viewer_->playlist().place(), "3/4");
  EXPECT_EQ(viewer_->player().current()->pts, 1080ms) << "the third frame from 1 s on";
}

// A second long.
void make_second(const std::string& name) {
  const std::string make =
      "ffmpeg -v error -nostdin -y -f lavfi -i testsrc2=s=64x48:r=25 -frames:v 25 -c:v libx264 " +
      name;
  ASSERT_EQ(std::system(make.c_str()), 0);
}

TEST_F(ViewerStartsTest, AStartCountsOverFilesJoinedToOne) {
  make_second("a.ts");
  ASSERT_EQ(std::system("cat a.ts a.ts a.ts > aaa.ts"), 0);
  options_.start = 3080ms;
  options_.exit_after = 1;
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_to_the_end({"aaa.ts", kLongInput}), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(viewer_->playlist().place(), "2/2");
  EXPECT_EQ(viewer_->player().current()->pts, 80ms);
}

// Standard input is the file while it lives.
class StandardInput {
 public:
  explicit StandardInput(const char* name) {
    const int file = open(name, O_RDONLY | O_CLOEXEC);
    EXPECT_GE(dup2(file, STDIN_FILENO), 0);
    close(file);
  }
  ~StandardInput() {
    dup2(before_, STDIN_FILENO);
    close(before_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int before_ = dup(STDIN_FILENO);
};

TEST_F(ViewerStartsTest, AStartCountsOverStandardInput) {
  make_second("a.ts");
  options_.exit_after = 1;
  for (const auto& [start, place, at] : {std::tuple{140ms, "2/3", 120ms}, {1100ms, "3/3", 80ms}}) {
    const StandardInput input("a.ts");
    options_.start = start;
    testing::internal::CaptureStderr();
    EXPECT_EQ(run_to_the_end({kShortInput, "-", kLongInput}), 0);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_EQ(viewer_->playlist().place(), place);
    EXPECT_EQ(viewer_->player().current()->pts, Nanoseconds(at));
    viewer_.reset();
  }
}

TEST_F(ViewerStartsTest, AStartBehindWhatCannotBeOpenedCountsThatForNothingAndIsAFailure) {
  options_.start = 60ms;
  options_.exit_after = 1;
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_to_the_end({kShortInput, "not there.mp4", kLongInput}), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "framelane: not there.mp4: No such file or directory; check the path\n");
  EXPECT_EQ(viewer_->player().current()->pts, 40ms);
}

TEST_F(ViewerStartsTest, FramesAreOfAllFilesTogether) {
  options_.frames = 6;
  options_.exit_after = 1000;
  EXPECT_EQ(run_to_the_end({kShortInput, kLongInput, kShortInput}), 0);
  EXPECT_EQ(viewer_->playlist().place(), "2/3");
  EXPECT_EQ(viewer_->player().current()->pts, 40ms) << "the sixth of all";
}

TEST_F(ViewerStartsTest, FramesThatEndWithAFileLeaveWhatFollowsUnopened) {
  options_.frames = 4;
  options_.exit_after = 1000;
  EXPECT_EQ(run_to_the_end({kShortInput, kLongInput}), 0);
  EXPECT_EQ(viewer_->playlist().place(), "1/2");
}

TEST_F(ViewerStartsTest, AStartPastTheEndOfAllFilesIsToldOfAllOfThem) {
  options_.start = 90s;
  options_.exit_after = 3;
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_to_the_end({kShortInput, kLongInput, kShortInput}), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "framelane: nothing to show: --start 90.000 lies past its end at 20.040 s\n");
}

TEST_F(ViewerStartsTest, FramesOfAllFilesCountTowardsExitAfter) {
  options_.exit_after = 6;
  EXPECT_EQ(run_to_the_end({kShortInput, kLongInput, kShortInput}), 0);
  EXPECT_EQ(viewer_->playlist().place(), "2/3");
  EXPECT_LT(viewer_->player().counts().displayed, 6);
}

TEST_F(ViewerStartsTest, TheSummaryIsOfAllFiles) {
  options_.exit_after = 100;
  const std::string other = "pattern:32x16@100:frames=6";
  EXPECT_EQ(run_to_the_end({kShortInput, other}), 0);
  const std::string summary = viewer_->summary("");
  for (const std::string& part : {std::string("input 1    ") + kShortInput, "input 2    " + other,
                                  std::string("decode     10 frames")})
    EXPECT_NE(summary.find(part), std::string::npos) << part << '\n' << summary;
  EXPECT_EQ(summary.find("changes to"), std::string::npos) << summary;
}

}  // namespace
}  // namespace framelane
