#include "app/run.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Said {
  int status = 0;
  std::string out, err;
};

Said run_with(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), {"run", "--device", "cpu"});
  const auto options = std::get<Options>(parse_options(arguments));
  const StopSignal stop;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Said said;
  said.status = run_command(options, stop);
  said.out = testing::internal::GetCapturedStdout();
  said.err = testing::internal::GetCapturedStderr();
  return said;
}

TEST(Run, PrintsTheSummaryAndNothingElseWhereThereIsNoTerminal) {
  const Said said = run_with({"pattern:66x50@60:frames=5"});
  EXPECT_EQ(said.status, 0);
  EXPECT_THAT(said.out, StartsWith("framelane"));
  EXPECT_THAT(said.out, HasSubstr("5 processed"));
  EXPECT_EQ(said.err, "");
}

TEST(Run, QuietPrintsNothing) {
  const Said said =
      run_with({"pattern:66x50@60:frames=5", "--quiet", "--resident", "3", "--frames", "9"});
  EXPECT_EQ(said.out + said.err, "");
}

TEST(Run, OnlyARefusalOfPageLockingIsCalledOne) {
  EXPECT_THAT(run_with({"pattern:66x50@60:frames=3", "--host-memory", "pageable"}).out,
              Not(HasSubstr("refused")));
}

TEST(Run, ResidentMemoryIsStatedFirst) {
  const Said said = run_with({"pattern:66x50@60", "--resident", "4", "--frames", "9"});
  EXPECT_THAT(said.err, StartsWith("framelane: resident: 4 frames, "));
  EXPECT_THAT(said.err, HasSubstr(" MB kept\n"));
  EXPECT_THAT(said.out, HasSubstr("9 processed"));
}

TEST(Run, AnOutputThatDoesNotCarryItsColourIsToldWithWhatGivesItBack) {
  const test::TempDir folder;
  const std::string name = folder / "x.nut";
  const Said plain = run_with({"pattern:66x50@60:frames=2", "--output", name.c_str()});
  EXPECT_EQ(plain.err, "");
  const Said wide = run_with({"pattern:66x50@60:frames=2", "--filters",
                              "colorspace=iall=bt2020:all=bt2020", "--output", name.c_str()});
  EXPECT_THAT(wide.err, HasSubstr("readers but framelane do not learn its colour from it"));
  EXPECT_THAT(wide.err, HasSubstr("-color_range tv -colorspace bt2020nc -color_primaries bt2020"));
}

TEST(Run, AStartPastTheEndOfFilesJoinedToOneNamesTheEndOfAllOfThem) {
  const test::TempDir folder;
  const std::string one = folder / "a.ts", joined = folder / "aa.ts";
  const std::string make =
      "ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x48:r=25 -frames:v 50 -c:v libx264 " +
      one + " && cat " + one + " " + one + " > " + joined;
  ASSERT_EQ(std::system(make.c_str()), 0);
  EXPECT_THAT(run_with({joined.c_str(), "--start", "3.88"}).out, HasSubstr("3 processed"));
  const Said said = run_with({joined.c_str(), "--start", "4.5"});
  EXPECT_EQ(said.status, 1);
  EXPECT_THAT(said.err, HasSubstr("--start 4.500 lies past its end at 4.000 s\n"));
}

TEST(Run, ARotationThatAnOutputDoesNotCarryIsToldFirstWithWhatTurnsIt) {
  const test::TempDir folder;
  const std::string turned = folder / "turned.nut", again = folder / "again.nut";
  const std::string make =
      "ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x48:r=25:d=0.1 -c:v rawvideo "
      "-metadata:s:v mirror=1 " +
      turned;
  ASSERT_EQ(std::system(make.c_str()), 0);
  const Said said = run_with({turned.c_str(), "--output", again.c_str()});
  EXPECT_THAT(said.err, StartsWith("framelane: --output " + again + ": readers but framelane do "));
  EXPECT_THAT(said.err, HasSubstr("stands behind -i: -vf hflip\n"));
  EXPECT_THAT(said.out, HasSubstr("mirrored for showing"));
}

// A named pipe in a folder of its own.
class RunWithPipe : public ::testing::Test {
 protected:
  RunWithPipe() {
    pipe = folder_ / "x.nut";
    EXPECT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  }

  std::string pipe;

 private:
  test::TempDir folder_;
};

TEST_F(RunWithPipe, ASignalEndsARunThatWaitsForTheOtherEnd) {
  const std::vector<std::vector<const char*>> both{
      {"run", "--device", "cpu", pipe.c_str()},
      {"run", "--device", "cpu", "pattern:66x50@60", "--output", pipe.c_str()}};
  for (const auto& arguments : both) {
    const StopSignal stop;
    std::raise(SIGINT);
    EXPECT_EQ(run_command(std::get<Options>(parse_options(arguments)), stop), 128 + SIGINT);
  }
}

TEST_F(RunWithPipe, ASignalEndsARunWhoseOutputNobodyReads) {
  const int holder = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  std::thread signaller([&] {
    pollfd written{holder, POLLIN, 0};
    (void)poll(&written, 1, -1);
    kill(getpid(), SIGINT);
  });
  const Said said = run_with({"pattern:642x362@60", "--output", pipe.c_str()});
  signaller.join();
  close(holder);
  EXPECT_EQ(said.status, 128 + SIGINT);
  EXPECT_THAT(said.err, HasSubstr(pipe));
  EXPECT_THAT(said.err, HasSubstr("partial"));
  EXPECT_THAT(said.out, HasSubstr("ended by SIGINT"));
}

TEST(Run, ASignalIsTheStatusAlsoWhereNobodyReadsTheLog) {
  const test::TempDir folder;
  for (const auto& [option, file] : {std::pair{"--log", "x.csv"}, std::pair{"--trace", "x.json"}}) {
    const std::string pipe = folder / file;
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int holder = open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    std::thread signaller([&] {
      pollfd full{holder, POLLOUT, 0};
      while (poll(&full, 1, 0) == 1)
        std::this_thread::yield();
      kill(getpid(), SIGINT);
    });
    EXPECT_EQ(run_with({"pattern:66x50@60", option, pipe.c_str()}).status, 128 + SIGINT);
    signaller.join();
    close(holder);
  }
}

}  // namespace
}  // namespace framelane
