#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "app/viewer.h"
#include "gpu/open_device.h"

namespace framelane {

inline std::array<int, 3> mean_colour(const RgbaImage& image) {
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
  static constexpr std::chrono::milliseconds kTurn{20};
  static void SetUpTestSuite() { setenv("SDL_VIDEODRIVER", "offscreen", 1); }
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("framelane_viewer_test_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_);
  }
  void TearDown() override {
    viewer_.reset();
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }
  void open(const std::string& input, const std::string& chain = "") {
    options_.input = input;
    options_.chain = parse_chain(chain);
    viewer_ = std::make_unique<Viewer>(*opened_.device, options_, stop_);
    viewer_->overlay().keep_texts();
    ASSERT_TRUE(viewer_->open());
  }
  void open_red(const char* chain) {
    const std::string make =
        "ffmpeg -v error -nostdin -y -f lavfi -i color=c=red:s=320x240:r=25:d=5 "
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
      if (!viewer_->turn(kTurn)) return done();
    return true;
  }
  bool show_frames(std::int64_t more) {
    const auto target = viewer_->player().counts().displayed + more;
    return turn_until([&] { return viewer_->player().counts().displayed >= target; });
  }
  // A control, once it is drawn.
  void click(const std::string& id) {
    ASSERT_TRUE(turn_until([&] { return viewer_->overlay().control_box(id).w > 0; })) << id;
    const Rect at = viewer_->overlay().control_box(id);
    const auto scale = static_cast<float>(viewer_->window().scale());
    for (const auto kind : {Input::Kind::button_down, Input::Kind::button_up}) {
      Input input;
      input.kind = kind;
      input.x = (at.x + at.w / 2) * scale;
      input.y = (at.y + at.h / 2) * scale;
      input.clicks = 1;
      viewer_->window().inject(input);
      (void)viewer_->turn(kTurn);
    }
  }
  void press(const std::string& key, bool shift = false) {
    Input input;
    input.kind = Input::Kind::key;
    input.key = key;
    input.shift = shift;
    viewer_->window().inject(input);
    (void)viewer_->turn(kTurn);
  }
  // How many files with that ending are here.
  [[nodiscard]] int files(const std::string& ending) const {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
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
  std::filesystem::path folder_, before_;
};

}  // namespace framelane
