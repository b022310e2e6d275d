#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

#include "app/checksum.h"
#include "app/file_names.h"
#include "app/viewer.h"
#include "gpu/busy_machine_test.h"
#include "gpu/open_device.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

// A real window, off-screen, whose presets lie in a folder of the test's own.
class ViewerChainTest : public testing::Test {
 protected:
  static void SetUpTestSuite() { setenv("SDL_VIDEODRIVER", "offscreen", 1); }
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("framelane_viewer_chain_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    before_ = fs::current_path();
    fs::current_path(folder_);
  }
  void TearDown() override {
    viewer_.reset();
    fs::current_path(before_);
    fs::remove_all(folder_);
  }
  void open(const std::string& input, const std::string& chain) {
    options_.input = input;
    options_.chain = parse_chain(chain);
    viewer_ = std::make_unique<Viewer>(*opened_.device, options_, stop_, folder_ / "config");
    viewer_->overlay().keep_texts();
    ASSERT_TRUE(viewer_->open());
  }
  bool turn_until(const std::function<bool()>& done) {
    while (!done())
      if (!viewer_->turn(20ms)) return done();
    return true;
  }
  bool show_frames(std::int64_t more) {
    const auto target = player().counts().displayed + more;
    return turn_until([&] { return player().counts().displayed >= target; });
  }
  bool edit_is_shown() {
    return turn_until([&] {
      return player().current() && player().current()->revision == player().chain_revision();
    });
  }
  void act(Action::Kind kind, const std::string& text = {}) {
    Action action;
    action.kind = kind;
    action.text = text;
    viewer_->apply(action);
  }
  [[nodiscard]] std::string chain() { return to_text(player().chain()); }
  [[nodiscard]] Player& player() { return viewer_->player(); }
  [[nodiscard]] const FiltersModel& model() { return viewer_->filters_model(); }
  // Of the CSV: how often each frame stands in it.
  [[nodiscard]] static std::vector<int> rows_of(const std::string& csv) {
    std::ifstream log(csv);
    std::string line;
    std::getline(log, line);
    std::vector<int> frames;
    while (std::getline(log, line))
      frames.push_back(std::stoi(line));
    return frames;
  }

  OpenedDevice opened_ = open_device(parse_device_choice("cpu"));
  StopSignal stop_;
  Options options_;
  std::unique_ptr<Viewer> viewer_;
  fs::path folder_, before_;
};

TEST_F(ViewerChainTest, AnEditIsSeenWhilePaused) {
  open("pattern:160x120@60", "");
  ASSERT_TRUE(show_frames(2));
  player().set_paused(true);
  const auto at = player().current()->pts;
  const auto before = picture_checksum(player().current()->picture);
  act(Action::Kind::set_chain, "negate");
  ASSERT_TRUE(edit_is_shown());
  EXPECT_EQ(player().current()->pts, at);
  EXPECT_NE(picture_checksum(player().current()->picture), before);
  EXPECT_EQ(model().revision, 1U);
  EXPECT_EQ(to_text(model().chain), "negate");
  act(Action::Kind::set_chain, "");
  ASSERT_TRUE(edit_is_shown());
  EXPECT_EQ(picture_checksum(player().current()->picture), before);
}

TEST_F(ViewerChainTest, ARefusedEditIsInTheModelUntilOneIsTaken) {
  open("pattern:160x120@60", "negate");
  ASSERT_TRUE(show_frames(1));
  act(Action::Kind::set_chain, "nonsense");
  EXPECT_NE(model().refused.find("nonsense"), std::string::npos);
  act(Action::Kind::set_chain, "negate=components=r");
  EXPECT_FALSE(model().refused.empty());
  EXPECT_EQ(chain(), "negate");
  act(Action::Kind::set_chain, "sobel");
  EXPECT_EQ(model().refused, "");
  EXPECT_EQ(chain(), "sobel");
}

TEST_F(ViewerChainTest, TheChainGoesThroughTheClipboard) {
  open("pattern:160x120@60", "eq=contrast=1.5,negate");
  ASSERT_TRUE(show_frames(1));
  act(Action::Kind::copy_chain);
  EXPECT_EQ(viewer_->window().clipboard_text(), "eq=contrast=1.5,negate");
  viewer_->window().set_clipboard_text("gblur=sigma=2");
  act(Action::Kind::paste_chain);
  EXPECT_EQ(chain(), "gblur=sigma=2");
  viewer_->window().resize({1280, 720});
  viewer_->window().set_clipboard_text("what a day");
  act(Action::Kind::paste_chain);
  EXPECT_EQ(chain(), "gblur=sigma=2");
  ASSERT_TRUE(viewer_->turn(20ms));
  ASSERT_TRUE(show_frames(2));
  const auto& texts = viewer_->overlay().text_boxes();
  EXPECT_TRUE(std::ranges::any_of(
      texts, [](const TextBox& box) { return box.text.find("what a day") != std::string::npos; }));
}

TEST_F(ViewerChainTest, PresetsAreSavedListedAndLoaded) {
  open("pattern:160x120@60", "eq=contrast=1.5");
  ASSERT_TRUE(show_frames(1));
  const std::vector<std::string> shipped = model().presets;
  EXPECT_TRUE(std::ranges::binary_search(shipped, "Film look", natural_less));
  act(Action::Kind::save_preset, "bold");
  EXPECT_TRUE(std::ranges::binary_search(model().presets, "bold", natural_less));
  act(Action::Kind::set_chain, "negate");
  act(Action::Kind::load_preset, "bold");
  EXPECT_EQ(chain(), "eq=contrast=1.5");
  act(Action::Kind::load_preset, "missing");
  act(Action::Kind::save_preset, "no/name");
  EXPECT_EQ(chain(), "eq=contrast=1.5");
  EXPECT_EQ(model().presets.size(), shipped.size() + 1);
  act(Action::Kind::load_preset, "Film look");
  EXPECT_EQ(chain().find("lut3d=file=/"), 0U) << chain();
}

TEST_F(ViewerChainTest, AFileThatCannotBeReadIsANoticeAndTheChainStays) {
  open("pattern:160x120@60", "negate");
  ASSERT_TRUE(show_frames(1));
  act(Action::Kind::set_chain, "negate,lut3d=file=nowhere/none.cube");
  EXPECT_EQ(chain(), "negate");
  ASSERT_TRUE(viewer_->turn(20ms));
  EXPECT_NE(model().refused.find("nowhere/none.cube: cannot be read"), std::string::npos)
      << model().refused;
  EXPECT_TRUE(show_frames(3));
}

TEST_F(ViewerChainTest, FiltersAreMeasuredAndEveryEditStartsAnew) {
  open("pattern:160x120@120", "gblur=sigma=2,!negate");
  ASSERT_TRUE(turn_until([&] { return model().rows[0].p95_ms.has_value(); }));
  EXPECT_GT(*model().rows[0].mean_ms, 0);
  EXPECT_FALSE(model().rows[1].mean_ms);
  ASSERT_TRUE(show_frames(20));
  act(Action::Kind::set_chain, "gblur=sigma=9,!negate");
  EXPECT_FALSE(model().rows[0].mean_ms);
  ASSERT_TRUE(turn_until([&] { return model().rows[0].change_ms.has_value(); }));
}

TEST_F(ViewerChainTest, AnotherPassListStartsTheNextLogAndEachFrameHasOneRow) {
  options_.log = "log.csv";
  std::ofstream("log_2.csv") << "mine";
  open("pattern:160x120@300:frames=300", "negate");
  ASSERT_TRUE(show_frames(1));
  player().set_paused(true);  // or a busy machine is at the end before the edits are
  act(Action::Kind::set_chain, "negate,gblur=sigma=1");
  ASSERT_TRUE(edit_is_shown());
  act(Action::Kind::set_chain, "negate,gblur=sigma=2");
  ASSERT_TRUE(edit_is_shown());
  player().set_paused(false);
  ASSERT_TRUE(
      turn_until([&] { return player().ended() && player().engine().results().size() == 0; }));
  viewer_.reset();
  std::vector<int> frames = rows_of("log.csv");
  for (const int frame : rows_of("log_3.csv"))
    frames.push_back(frame);
  EXPECT_EQ(frames.size(), 300U);
  std::ranges::sort(frames);
  EXPECT_EQ(std::ranges::adjacent_find(frames), frames.end()) << "no frame has two rows";
  std::ifstream json("log_3.json");
  const std::string text(std::istreambuf_iterator<char>(json), {});
  EXPECT_NE(text.find("negate,gblur=sigma=2"), std::string::npos);
  EXPECT_EQ(rows_of("log_2.csv").size(), 0U);
}

// However slow the chain is: each edit leaves the window free, and what is drawn meanwhile is drawn
// at once.
TEST_F(ViewerChainTest, AnEditOfASlowChainHoldsUpNothing) {
  open("pattern:642x362@60", "gblur=sigma=300");
  (void)viewer_->turn(20ms);
  int sigma = 301;
  EXPECT_TRUE(test::holds_once([&] {
    return test::median_time_of([&] {
             act(Action::Kind::set_chain, "gblur=sigma=" + std::to_string(sigma++));
             (void)viewer_->turn(500ms);  // draws what the edit changed
           }) <= 100ms;
  }));
}

}  // namespace
}  // namespace framelane
