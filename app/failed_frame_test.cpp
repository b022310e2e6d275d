// A failure while frames are processed: its line says of which frame and which pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "app/engine.h"
#include "gpu/failing_device_test.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

using test::FailingDevice;
using ::testing::EndsWith;
using ::testing::StartsWith;

struct FailedRun {
  int frames = 0;     // that came before
  std::string error;  // empty: it came to its end
};

FailedRun run_on(Device& device, const std::string& chain, const PipelineSettings& settings,
                 const std::string& input = "pattern:66x50@25:frames=40") {
  EngineOptions options;
  options.input = input;
  options.chain = parse_chain(chain);
  options.settings = settings;
  Engine engine(device, options);
  FailedRun run;
  for (ProcessedItem item;;) {
    if (engine.results().pop_for(item, std::chrono::seconds(30)) != QueueStatus::ok) continue;
    if (item.kind != ProcessedItem::Kind::frame) {
      run.error = item.error;
      return run;
    }
    ++run.frames;
  }
}

const PipelineSettings kEach[] = {
    {Mode::serial, 1}, {Mode::overlapped, 1}, {Mode::overlapped, 3}, {Mode::staged, 2}};

TEST(FailedFrame, APassThatFailsOnTheDeviceNamesItselfAndItsFrame) {
  for (const PipelineSettings& settings : kEach) {
    FailingDevice device("gblur", 12);
    const FailedRun run = run_on(device, "gblur=sigma=2,negate", settings);
    EXPECT_THAT(run.error, StartsWith("frame 12 (0.480 s): CPU device: pass gblur: "));
    EXPECT_EQ(run.frames, 12) << "what was finished before goes out";
  }
}

// It runs once the frame after it has come.
TEST(FailedFrame, APassWithLookaheadNamesTheFrameThatItMakes) {
  for (const PipelineSettings& settings : kEach) {
    FailingDevice device("yadif", 12);
    const FailedRun run = run_on(device, "yadif=deint=all", settings);
    EXPECT_THAT(run.error, StartsWith("frame 12 (0.480 s): CPU device: pass yadif: "));
  }
}

TEST(FailedFrame, ACallThatIsRefusedNamesFrameAndPassAndWhatElseWasAtWork) {
  FailingDevice alone("gblur", 12, FailingDevice::Where::the_call);
  EXPECT_EQ(run_on(alone, "gblur=sigma=2", {Mode::serial, 1}).error,
            "frame 12 (0.480 s), pass gblur: out of order");
  FailingDevice among("gblur", 12, FailingDevice::Where::the_call);
  const FailedRun run = run_on(among, "gblur=sigma=2", {Mode::overlapped, 3});
  EXPECT_THAT(run.error, StartsWith("frame 12 (0.480 s), pass gblur, with "));
  EXPECT_THAT(run.error, EndsWith(" more in flight: out of order"));
  EXPECT_EQ(run.frames, 12);
}

TEST(FailedFrame, AFrameThatTheChainCannotTakeIsNamed) {
  const test::TempDir folder;
  const std::string large = folder / "large.mjpeg", joined = folder / "joined.mjpeg";
  const std::string make = "ffmpeg -v error -f lavfi -i testsrc=r=25:s=";
  ASSERT_EQ(std::system((make + "96x64 -frames:v 5 " + large + " && " + make +
                         "48x32 -frames:v 2 -f mjpeg - | cat " + large + " - > " + joined)
                            .c_str()),
            0);
  const FailedRun run =
      run_on(*open_device(parse_device_choice("cpu")).device, "crop=60:40", kEach[2], joined);
  EXPECT_THAT(run.error, StartsWith("frame 5 (0.200 s): crop: 60x40"));
  EXPECT_EQ(run.frames, 5);
}

// Its times begin again there: the line gives the one that --start takes.
TEST(FailedFrame, AFrameBehindAJoinIsNamedByWhereItLiesInTheFile) {
  const test::TempDir folder;
  const std::string large = folder / "a.ts", small = folder / "b.ts", joined = folder / "ab.ts";
  const std::string make = "ffmpeg -v error -nostdin -f lavfi -i testsrc=r=25:s=";
  const std::string how = " -frames:v 50 -c:v libx264 -pix_fmt yuv420p ";
  ASSERT_EQ(std::system((make + "96x64" + how + large + " && " + make + "48x32" + how + small +
                         " && cat " + large + " " + small + " > " + joined)
                            .c_str()),
            0);
  const FailedRun run =
      run_on(*open_device(parse_device_choice("cpu")).device, "crop=60:40", kEach[2], joined);
  EXPECT_THAT(run.error, StartsWith("frame 50 (2.000 s): crop: 60x40"));
  FailingDevice device("gblur", 60);
  EXPECT_THAT(run_on(device, "gblur=sigma=2", kEach[1], joined).error,
              StartsWith("frame 60 (2.400 s): CPU device: pass gblur: "));
}

}  // namespace
}  // namespace framelane
