// The viewer on a GPU: 4K60 from a file, three filters, off-screen. FRAMELANE_SCREENSHOTS=DIR keeps
// pictures of it.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "app/viewer.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class ViewerOnGpu : public testing::Test {
 protected:
  void SetUp() override {
    const auto listed = list_devices();
    if (!listed.front().unavailable.empty()) GTEST_SKIP() << listed.front().unavailable;
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
    opened_ = open_device(parse_device_choice("cuda:0"));
    folder_ = fs::temp_directory_path() / fmt::format("framelane_viewer_gpu_{}", getpid());
    fs::create_directories(folder_);
    clip_ = (folder_ / "clip.mp4").string();
    const char* given = std::getenv("FRAMELANE_CLIP");
    const std::string make =
        given ? fmt::format("cp '{}' {}", given, clip_)
              : "ffmpeg -v error -nostdin -y -f lavfi -i testsrc2=s=3840x2160:r=60:d=6 -pix_fmt "
                "yuv420p -c:v libx264 -preset ultrafast -b:v 40M " +
                    clip_;
    ASSERT_EQ(std::system(make.c_str()), 0);
  }
  void TearDown() override {
    viewer_.reset();
    fs::remove_all(folder_);
  }
  void open(const std::string& chain) {
    options_.input = clip_;
    options_.chain = parse_chain(chain);
    options_.plays = 0;
    viewer_ = std::make_unique<Viewer>(*opened_.device, options_, stop_);
    ASSERT_TRUE(viewer_->open());
    viewer_->window().resize({1920, 1080});
  }
  void play(std::chrono::milliseconds span) {
    const auto end = std::chrono::steady_clock::now() + span;
    while (std::chrono::steady_clock::now() < end)
      ASSERT_TRUE(viewer_->turn(20ms));
  }
  void press(const std::string& key) {
    Input input;
    input.kind = Input::Kind::key;
    input.key = key;
    viewer_->window().inject(input);
    (void)viewer_->turn(20ms);
  }
  void click(const std::string& panel) {
    const Rect box = viewer_->overlay().panel_box(panel);
    for (const auto kind :
         {Input::Kind::pointer_move, Input::Kind::button_down, Input::Kind::button_up}) {
      Input input;
      input.kind = kind;
      input.x = box.x + 30;
      input.y = box.y + 20;
      input.clicks = 1;
      viewer_->window().inject(input);
      (void)viewer_->turn(20ms);
    }
  }
  void keep(const std::string& name) {
    const char* folder = std::getenv("FRAMELANE_SCREENSHOTS");
    if (folder == nullptr) return;
    press("S");
    for (const auto& entry : fs::directory_iterator(fs::current_path()))
      if (entry.path().string().ends_with("_window.png"))
        fs::rename(entry.path(), fs::path(folder) / name);
  }

  OpenedDevice opened_;
  StopSignal stop_;
  Options options_;
  std::unique_ptr<Viewer> viewer_;
  fs::path folder_;
  std::string clip_;
};

TEST_F(ViewerOnGpu, PlaysFourKAtSixtyWithoutDroppingAndTellsWhatOverlapBringsWhenUnpaced) {
  open("eq=contrast=1.1,hue=s=1.1,gblur=sigma=2");
  play(1500ms);
  const PresentCounts before = viewer_->player().counts();
  const auto dropped = viewer_->player().engine().process().status().dropped;
  play(3000ms);
  const PresentCounts after = viewer_->player().counts();
  fmt::print("displayed {} in 3 s, dropped {}, late {}\n", after.displayed - before.displayed,
             after.dropped - before.dropped, after.late - before.late);
  const Rational rate_of = viewer_->player().engine().input().frame_rate;
  EXPECT_GE(static_cast<double>(after.displayed - before.displayed),
            2.9 * rate_of.num / rate_of.den);
  EXPECT_EQ(after.dropped - before.dropped, 0);
  EXPECT_EQ(viewer_->player().engine().process().status().dropped, dropped);
  click("hud");
  play(3000ms);
  press("u");
  press("R");
  press("+");
  press("+");
  play(3000ms);
  keep("resident_overlapped.png");
  const auto rate = [&] {
    const auto begin = viewer_->player().engine().process().status().processed;
    play(1000ms);
    return viewer_->player().engine().process().status().processed - begin;
  };
  const auto overlapped = rate();
  press("t");
  play(2000ms);
  const auto serial = rate();
  keep("resident_serial.png");
  fmt::print("resident: overlapped {} fps, serial {} fps\n", overlapped, serial);
  EXPECT_GE(static_cast<double>(overlapped), 1.5 * static_cast<double>(serial));
}

}  // namespace
}  // namespace framelane
