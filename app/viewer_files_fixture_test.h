#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/viewer.h"
#include "gpu/open_device.h"

// For the tests of what the viewer opens and keeps.
namespace framelane {

namespace fs = std::filesystem;

inline constexpr const char* kShortInput = "pattern:64x48@200:frames=4";
inline constexpr const char* kLongInput = "pattern:64x48@25:frames=500";

// A real window, off-screen, in a folder of its own.
class ViewerFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
    folder_ = fs::temp_directory_path() / ("framelane_files_test_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    before_ = fs::current_path();
    fs::current_path(folder_);
    config_ = folder_ / "config";
  }
  void TearDown() override {
    viewer_.reset();
    fs::current_path(before_);
    fs::remove_all(folder_);
  }
  void start(const std::vector<std::string>& inputs, const fs::path& config = {}) {
    viewer_.reset();
    options_.inputs = inputs;
    options_.quiet = true;
    viewer_ = std::make_unique<Viewer>(*opened_.device, options_, stop_, config);
    viewer_->overlay().keep_texts();
    viewer_->play(inputs);
    if (!inputs.empty()) {
      ASSERT_TRUE(turn_until([&] { return viewer_->playing(); }));
    }
    viewer_->window().resize({1280, 720});
  }
  // As run() does, without its loop.
  int run_to_the_end(const std::vector<std::string>& inputs) {
    options_.inputs = inputs;
    viewer_ = std::make_unique<Viewer>(*opened_.device, options_, stop_);
    viewer_->overlay().keep_texts();
    return viewer_->run();
  }
  static void make_clip(const fs::path& path) {
    const std::string make =
        "ffmpeg -v error -nostdin -y -f lavfi -i testsrc2=s=64x48:r=25:d=8 -g 10 -c:v libx264 '" +
        path.string() + "'";
    ASSERT_EQ(std::system(make.c_str()), 0);
  }
  // Runs the loop until `done`; one that never is fails, with what the window says instead.
  bool turn_until(const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(100);
    while (!done()) {
      if (!viewer_->turn(std::chrono::milliseconds(20))) return done();
      if (std::chrono::steady_clock::now() < end) continue;
      for (const TextBox& box : viewer_->overlay().text_boxes())
        ADD_FAILURE() << box.text;
      return false;
    }
    return true;
  }
  bool show_frames(std::int64_t more) {
    const auto target = viewer_->player().counts().displayed + more;
    return turn_until([&] { return viewer_->player().counts().displayed >= target; });
  }
  void give(const Input& input) {
    viewer_->window().inject(input);
    (void)viewer_->turn(std::chrono::milliseconds(20));
  }
  void press(const std::string& key, bool ctrl = false) {
    Input input;
    input.kind = Input::Kind::key;
    input.key = key;
    input.ctrl = ctrl;
    give(input);
  }
  void drop(const std::vector<std::string>& paths) {
    Input input;
    input.kind = Input::Kind::drop;
    input.paths = paths;
    give(input);
  }
  void click(const std::string& control) {
    const Rect box = viewer_->overlay().control_box(control);
    ASSERT_GT(box.w, 0) << control;
    for (const auto kind :
         {Input::Kind::pointer_move, Input::Kind::button_down, Input::Kind::button_up}) {
      Input input;
      input.kind = kind;
      input.x = box.x + box.w / 2;
      input.y = box.y + box.h / 2;
      input.clicks = 1;
      viewer_->window().inject(input);
    }
    (void)viewer_->turn(std::chrono::milliseconds(20));
  }
  [[nodiscard]] bool says(const std::string& text) const {
    for (const TextBox& box : viewer_->overlay().text_boxes())
      if (box.text.find(text) != std::string::npos) return true;
    return false;
  }
  // The message at the top, its lines joined.
  [[nodiscard]] std::string fault() const {
    std::string text;
    const Rect panel = viewer_->overlay().panel_box("fault");
    for (const TextBox& box : viewer_->overlay().text_boxes()) {
      const bool button = box.text == "Dismiss" || box.text == "OK";
      if (panel.w > 0 && box.panel == panel && !button)
        text += (text.empty() ? "" : " ") + box.text;
    }
    return text;
  }
  [[nodiscard]] bool plays(const std::string& name) const {
    return viewer_->playing() && viewer_->player().engine().input().name.ends_with(name);
  }

  OpenedDevice opened_ = open_device(parse_device_choice("cpu"));
  StopSignal stop_;
  Options options_;
  fs::path folder_, before_, config_;
  std::unique_ptr<Viewer> viewer_;
};

}  // namespace framelane
