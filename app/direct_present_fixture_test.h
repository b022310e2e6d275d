#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "app/viewer.h"
#include "gpu/temp_dir_test.h"

// For the tests of direct present: a viewer off-screen and its log.
namespace framelane {

// A log's rows by column name.
struct Log {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> columns;
  static std::vector<std::string> fields(std::string line) {
    line.erase(std::remove(line.begin(), line.end(), '\r'), line.end());
    std::vector<std::string> all{""};
    for (const char c : line)
      c == ',' ? all.emplace_back() : all.back() += c;
    return all;
  }
  explicit Log(const std::string& path) {
    std::ifstream in(path);
    std::string line;
    if (std::getline(in, line)) columns = fields(line);
    while (std::getline(in, line))
      rows.push_back(fields(line));
  }
  [[nodiscard]] const std::string& at(std::size_t row, const std::string& column) const {
    const auto found = std::find(columns.begin(), columns.end(), column) - columns.begin();
    return rows.at(row).at(static_cast<std::size_t>(found));
  }
  // Each of `count` frames once, and nothing else.
  void expect_every_frame_once(int count) const {
    std::vector<int> seen(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < rows.size(); ++i)
      ++seen.at(static_cast<std::size_t>(std::stoi(at(i, "Frame"))));
    for (std::size_t i = 0; i < seen.size(); ++i)
      EXPECT_EQ(seen[i], 1) << "frame " << i;
  }
};

inline int largest_difference(const RgbaImage& a, const RgbaImage& b) {
  EXPECT_EQ(a.size, b.size);
  int largest = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i)
    largest = std::max(
        largest, std::abs(std::to_integer<int>(a.pixels[i]) - std::to_integer<int>(b.pixels[i])));
  return largest;
}

class DirectPresentFixture : public testing::Test {
 protected:
  static void SetUpTestSuite() { setenv("SDL_VIDEODRIVER", "offscreen", 1); }
  void SetUp() override {
    options_.log = folder_ / "log.csv";
    options_.present = PresentChoice::interop;
    options_.no_download = true;
  }
  void TearDown() override { viewer_.reset(); }
  [[nodiscard]] virtual Device& device() = 0;
  void open(const std::string& input, const std::string& chain = "negate") {
    options_.input = input;
    options_.chain = parse_chain(chain);
    viewer_.reset();  // one window at a time
    viewer_ = std::make_unique<Viewer>(device(), options_, stop_);
    viewer_->overlay().keep_texts();
    ASSERT_TRUE(viewer_->open());
  }
  bool turn_until(const std::function<bool()>& done) {
    while (!done())
      if (!viewer_->turn(std::chrono::milliseconds(20))) return done();
    return true;
  }
  bool show_frames(std::int64_t more) {
    const auto target = viewer_->player().counts().displayed + more;
    return turn_until([&] { return viewer_->player().counts().displayed >= target; });
  }
  bool play_to_end() {
    return turn_until([&] {
      return viewer_->player().ended() && viewer_->player().engine().results().size() == 0;
    });
  }
  void press(const std::string& key) {
    Input input;
    input.kind = Input::Kind::key;
    input.key = key;
    viewer_->window().inject(input);
    (void)viewer_->turn(std::chrono::milliseconds(20));
  }
  void drop(const std::string& path) {
    Input input;
    input.kind = Input::Kind::drop;
    input.paths = {path};
    viewer_->window().inject(input);
    (void)viewer_->turn(std::chrono::milliseconds(20));
  }
  [[nodiscard]] bool says(const std::string& text) const {
    return std::ranges::any_of(viewer_->overlay().text_boxes(), [&](const TextBox& box) {
      return box.text.find(text) != std::string::npos;
    });
  }
  // Plays unpaced for 30 turns and frames, the way they are shown changed on every third turn.
  void switch_while_playing(const std::string& input) {
    options_.unpaced = true;
    open(input, "eq=contrast=1.2,tmix=frames=2");
    for (int turn = 1; turn <= 30 || viewer_->player().counts().displayed < 30; ++turn) {
      if (turn % 3 == 0) press("H");
      (void)viewer_->turn(std::chrono::milliseconds(20));
    }
    EXPECT_TRUE(viewer_->direct_present().unavailable().empty())
        << viewer_->direct_present().unavailable();
    const Log rows = log();
    EXPECT_GT(rows.rows.size(), 0U);
    rows.expect_every_frame_once(static_cast<int>(rows.rows.size()));
  }
  // The second frame, directly, through the host (within 2 codes) and directly again.
  void expect_both_ways_alike(const std::string& format, const std::string& chain) {
    options_.no_download = false;
    options_.unpaced = true;
    open("pattern:161x121@25:format=" + format, chain);
    ASSERT_TRUE(show_frames(2));
    press("SPACE");
    ASSERT_TRUE(viewer_->direct_present().on()) << viewer_->direct_present().unavailable();
    const RgbaImage direct = viewer_->picture().read_picture();
    press("H");
    ASSERT_FALSE(viewer_->direct_present().on());
    EXPECT_LE(largest_difference(direct, viewer_->picture().read_picture()), 2)
        << format << " " << chain;
    press("H");
    ASSERT_TRUE(viewer_->direct_present().on());
    EXPECT_EQ(viewer_->picture().read_picture().pixels, direct.pixels);
  }
  Log log() {
    viewer_.reset();
    return Log(options_.log);
  }

  StopSignal stop_;
  Options options_;
  test::TempDir folder_;
  std::unique_ptr<Viewer> viewer_;
};

}  // namespace framelane
