#include "app/viewer.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "gpu/open_device.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

std::array<int, 3> mean_colour(const RgbaImage& image) {
  std::array<long, 3> sums{};
  for (std::size_t i = 0; i < image.pixels.size(); i += 4)
    for (std::size_t c = 0; c < 3; ++c)
      sums[c] += std::to_integer<int>(image.pixels[i + c]);
  const auto count = static_cast<long>(image.pixels.size() / 4);
  return {static_cast<int>(sums[0] / count), static_cast<int>(sums[1] / count),
          static_cast<int>(sums[2] / count)};
}

// A real window, off-screen.
class ViewerTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { setenv("SDL_VIDEODRIVER", "offscreen", 1); }
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("framelane_viewer_test_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    before_ = fs::current_path();
    fs::current_path(folder_);
  }
  void TearDown() override {
    viewer_.reset();
    fs::current_path(before_);
    fs::remove_all(folder_);
  }
  void open(const std::string& input, const std::string& chain = "") {
    options_.input = input;
    options_.chain = parse_chain(chain);
    viewer_ = std::make_unique<Viewer>(*opened_.device, options_, stop_);
    ASSERT_TRUE(viewer_->open());
  }
  void open_red(const char* chain) {
    const std::string make =
        "ffmpeg -v error -nostdin -y -f lavfi -i color=c=red:s=320x240:r=25:d=1 "
        "-vf scale=out_color_matrix=bt709:out_range=tv,format=yuv420p -colorspace bt709 "
        "-color_range tv -c:v libx264 -qp 0 red.mp4";
    ASSERT_EQ(std::system(make.c_str()), 0);
    open("red.mp4", chain);
    ASSERT_TRUE(show_frames(1));
  }
  void expect_colour(const std::array<int, 3>& expected) {
    const auto shown = mean_colour(viewer_->picture().read_picture());
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(shown[c], expected[c], 2) << "component " << c;
  }
  // Runs the loop until `done`; the test's time limit ends one that never is.
  bool turn_until(const std::function<bool()>& done) {
    while (!done())
      if (!viewer_->turn(20ms)) return done();
    return true;
  }
  bool show_frames(std::int64_t more) {
    const auto target = viewer_->player().counts().displayed + more;
    return turn_until([&] { return viewer_->player().counts().displayed >= target; });
  }
  void press(const std::string& key, bool shift = false) {
    Input input;
    input.kind = Input::Kind::key;
    input.key = key;
    input.shift = shift;
    viewer_->window().inject(input);
    (void)viewer_->turn(20ms);
  }
  // How many files with that ending are here.
  [[nodiscard]] int files(const std::string& ending) const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder_))
      count += entry.path().string().ends_with(ending);
    return count;
  }
  [[nodiscard]] PipelineSettings in_force() {
    return viewer_->player().engine().process().status().settings;
  }

  OpenedDevice opened_ = open_device(parse_device_choice("cpu"));
  StopSignal stop_;
  Options options_;
  std::unique_ptr<Viewer> viewer_;
  fs::path folder_, before_;
};

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
  ASSERT_TRUE(show_frames(2));
  EXPECT_EQ(files(".png"), 2);
}

TEST_F(ViewerTest, TheWholeHudCanBeShownAndIsNotEmpty) {
  open("pattern:1280x720@60:frames=20", "negate");
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
  std::vector<double> times;
  for (int n = 0; n < 5; ++n) {
    Input key;
    key.kind = Input::Kind::key;
    key.key = "i";
    const auto begin = Host::now();
    viewer_->window().inject(key);
    (void)viewer_->turn(500ms);  // takes the key and draws what it changed
    times.push_back(std::chrono::duration<double, std::milli>(Host::now() - begin).count());
  }
  std::nth_element(times.begin(), times.begin() + 2, times.end());
  EXPECT_LE(times[2], 100);
  const auto begin = Host::now();
  viewer_.reset();
  EXPECT_LT(Host::now() - begin, 1s) << "and it can be left at once";
}

TEST_F(ViewerTest, QuitEndsTheLoopInEveryState) {
  for (const char* state : {"playing", "paused", "unpaced", "ended"}) {
    options_ = {};
    open(state == std::string("ended") ? "pattern:64x48@1000:frames=3" : "pattern:160x120@60");
    ASSERT_TRUE(show_frames(1));
    if (state == std::string("paused")) press("SPACE");
    if (state == std::string("unpaced")) press("u");
    if (state == std::string("ended")) {
      ASSERT_TRUE(turn_until([&] { return viewer_->player().ended(); }));
    }
    press("q");
    EXPECT_FALSE(viewer_->turn(0ms)) << state;
    const auto begin = Host::now();
    viewer_.reset();
    EXPECT_LT(Host::now() - begin, 1s) << state;
  }
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

}  // namespace
}  // namespace framelane
