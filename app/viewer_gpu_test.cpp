// The viewer on a GPU: 4K60 from a file, three filters, off-screen. FRAMELANE_SCREENSHOTS=DIR keeps
// pictures of it, FRAMELANE_SECONDS is how long the minute lasts.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "app/held_test.h"
#include "app/viewer.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

using Ms = std::chrono::duration<double, std::milli>;

// The processor time of the thread that asks.
Ms thread_time() {
  timespec time{};
  EXPECT_EQ(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time), 0);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

double fraction_of(std::vector<double> values, double fraction) {
  EXPECT_FALSE(values.empty());
  if (values.empty()) return NAN;
  std::ranges::sort(values);
  const double place = fraction * static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(std::llround(place))];
}

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
  struct Shown {
    std::vector<double> between_ms;  // from one shown frame to the next
    std::vector<double> turn_ms;     // processor time of the turns that showed one
    std::int64_t dropped = 0, late = 0;

    void print(const char* name) const {
      fmt::print(
          "{}: {} shown, {} dropped, {} late; between frames p1 {:.3f} median {:.3f} p99 {:.3f} "
          "max {:.3f} ms; processor time of a turn median {:.3f} p95 {:.3f} ms\n",
          name, turn_ms.size(), dropped, late, fraction_of(between_ms, 0.01),
          fraction_of(between_ms, 0.5), fraction_of(between_ms, 0.99), fraction_of(between_ms, 1),
          fraction_of(turn_ms, 0.5), fraction_of(turn_ms, 0.95));
    }
  };
  Shown watch(std::chrono::milliseconds span) {
    Shown shown;
    const auto dropped_now = [&] {
      return viewer_->player().counts().dropped +
             viewer_->player().engine().process().status().dropped;
    };
    const auto dropped = dropped_now();
    const auto late = viewer_->player().counts().late;
    const auto begin = std::chrono::steady_clock::now();
    std::optional<std::chrono::steady_clock::time_point> last;
    for (auto now = begin; now < begin + span;) {
      const auto before = viewer_->player().counts().displayed;
      const Ms worked = thread_time();
      EXPECT_TRUE(viewer_->turn(20ms));
      now = std::chrono::steady_clock::now();
      if (viewer_->player().counts().displayed == before) continue;
      shown.turn_ms.push_back((thread_time() - worked).count());
      if (last) shown.between_ms.push_back(Ms(now - *last).count());
      last = now;
    }
    shown.dropped = dropped_now() - dropped;
    shown.late = viewer_->player().counts().late - late;
    return shown;
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
    play(1500ms);  // it is packed meanwhile
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
  press("I");
  press("u");
  press("R");
  press("+");
  press("+");
  play(3000ms);
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
  press("t");
  press("k");
  play(3000ms);
  keep("resident_overlapped.png");
  fmt::print("resident: overlapped {} fps, serial {} fps\n", overlapped, serial);
  EXPECT_GE(static_cast<double>(overlapped), 1.5 * static_cast<double>(serial));
}

// A minute from a file of a minute; longer goes round. Every panel is open, the scopes from the
// middle on, and at the latest after a minute: the timeline steps aside for them.
TEST_F(ViewerOnGpu, AMinuteOfFourKAtSixtyWithEveryPanelKeepsItsCadence) {
  const char* given = std::getenv("FRAMELANE_SECONDS");
  const std::chrono::seconds length(given != nullptr ? std::atoi(given) : 60);
  ASSERT_GE(length, 10s);
  const std::chrono::seconds first = std::min<std::chrono::seconds>(length / 2, 60s);
  const std::string part = clip_;
  clip_ = (folder_ / "minute.mp4").string();
  ASSERT_EQ(std::system(fmt::format("ffmpeg -v error -nostdin -y -stream_loop 9 -i {} -c copy {}",
                                    part, clip_)
                            .c_str()),
            0);
  open("eq=contrast=1.1,hue=s=1.1,gblur=sigma=2");
  press("i");
  play(4000ms);  // the transport goes by itself
  const Shown bare = watch(10s);
  bare.print("nothing but the picture");
  press("i");
  press("I");
  play(1000ms);
  const Shown panels = watch(first);
  panels.print("panels");
  keep("minute_panels.png");
  const Held settled = held_now();
  for (const char* key : {"F1", "F2", "F3"})
    press(key);
  play(1000ms);  // after the picture was read back
  const Shown scopes = watch(length - first);
  scopes.print("scopes");
  keep("minute_scopes.png");
  const Held ended = held_now();
  fmt::print("{:.1f} MB and {} files, then {:.1f} MB and {}\n", settled.megabytes, settled.files,
             ended.megabytes, ended.files);
  EXPECT_GE(std::chrono::seconds(panels.turn_ms.size() + scopes.turn_ms.size()), 59 * length);
  for (const Shown& part_of : {panels, scopes}) {
    EXPECT_EQ(part_of.dropped, 0);
    EXPECT_EQ(part_of.late, 0);
    EXPECT_NEAR(fraction_of(part_of.between_ms, 0.99), 1000.0 / 60, 2);
    EXPECT_NEAR(fraction_of(part_of.between_ms, 0.01), 1000.0 / 60, 2);
    // What the panels add to the picture's own time.
    EXPECT_LE(fraction_of(part_of.turn_ms, 0.95) - fraction_of(bare.turn_ms, 0.5), 1);
  }
  EXPECT_LE(ended.files, settled.files);
}

}  // namespace
}  // namespace framelane
