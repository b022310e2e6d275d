// Comparing and inspecting in the viewer, by keys and mouse.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <utility>

#include "app/viewer_fixture_test.h"

namespace framelane {
namespace {

using namespace std::chrono_literals;

class ViewerCompareTest : public ViewerTest {
 protected:
  void press_alt(const std::string& key) {
    Input input;
    input.kind = Input::Kind::key;
    input.key = key;
    input.alt = true;
    inject(input);
  }
  void inject(const Input& input) {
    viewer_->window().inject(input);
    (void)viewer_->turn(kTurn);
  }
  void pointer(Input::Kind kind, double x, double y) {
    Input input;
    input.kind = kind;
    input.x = static_cast<float>(x);
    input.y = static_cast<float>(y);
    input.clicks = 1;
    inject(input);
  }
  // The window as it is, at a place clear of every panel.
  std::array<int, 3> colour_at(int x, int y) {
    viewer_->picture().draw(viewer_->window().drawable());
    return mean_colour(viewer_->window().read_back(PixelRect{x, y, 1, 1}));
  }
  void expect_colour_at(int x, const std::array<int, 3>& want) {
    const auto got = colour_at(x, 240);
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_NEAR(got[c], want[c], 3) << "at " << x << " component " << c;
  }
  void open_paused(const char* chain) {
    open_red(chain);
    press("SPACE");
    viewer_->window().resize({640, 480});
    ASSERT_TRUE(turn_until([&] { return viewer_->picture().area(size()).height == 480; }));
  }
  [[nodiscard]] bool says(const std::string& text) const {
    return std::ranges::any_of(viewer_->overlay().text_boxes(), [&](const TextBox& box) {
      return box.text.find(text) != std::string::npos;
    });
  }
  [[nodiscard]] Size size() const { return viewer_->window().drawable(); }
  [[nodiscard]] double zoom() const { return viewer_->picture().zoom_factor(size()); }

  static constexpr std::array<int, 3> kRed{254, 0, 0}, kCyan{4, 255, 255};
};

TEST_F(ViewerCompareTest, KeysShowBothWhilePausedAndTheLineIsDragged) {
  open_paused("negate");
  EXPECT_FALSE(viewer_->picture().compare().on());
  expect_colour_at(100, kCyan);
  press("c");
  expect_colour_at(100, kRed);
  expect_colour_at(540, kCyan);
  EXPECT_TRUE(says("before"));
  EXPECT_TRUE(says("after, negate"));
  pointer(Input::Kind::button_down, 320, 240);
  pointer(Input::Kind::pointer_move, 480, 200);
  pointer(Input::Kind::button_up, 480, 200);
  (void)viewer_->turn(kTurn);
  EXPECT_NEAR(viewer_->picture().compare().split, 0.75, 1e-6);
  expect_colour_at(470, kRed);
  expect_colour_at(490, kCyan);
  press("a");
  expect_colour_at(540, kRed);
  EXPECT_FALSE(says("after"));
  press("a");
  expect_colour_at(540, kCyan);
  press("d");
  expect_colour_at(320, {249, 255, 255});
  EXPECT_TRUE(says("gain 1×"));
  press("g");
  press("g");
  EXPECT_EQ(viewer_->picture().compare().gain, 4);
  press("G");
  EXPECT_EQ(viewer_->picture().compare().gain, 2);
  press("d");
  EXPECT_FALSE(viewer_->picture().compare().on());
  expect_colour_at(100, kCyan);
}

TEST_F(ViewerCompareTest, GainEndsAtItsLimits) {
  open_paused("");
  press("d");
  for (int i = 0; i < 9; ++i)
    press("g");
  EXPECT_EQ(viewer_->picture().compare().gain, 64);
  for (int i = 0; i < 9; ++i)
    press("G");
  EXPECT_EQ(viewer_->picture().compare().gain, 1);
  expect_colour_at(320, {0, 0, 0});
}

TEST_F(ViewerCompareTest, WithoutComparingNothingIsUploadedBesideThePicture) {
  open("pattern:160x120@60", "negate");
  ASSERT_TRUE(show_frames(10));
  EXPECT_EQ(viewer_->picture().textures_made(), 3);
  press("c");
  ASSERT_TRUE(show_frames(5));
  EXPECT_EQ(viewer_->picture().textures_made(), 6);
}

TEST_F(ViewerCompareTest, BeforeAndAfterAreOfOneFrameWhilePlaying) {
  open("pattern:160x120@60");
  press("d");
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(show_frames(1));
    viewer_->picture().draw(size());
    EXPECT_EQ(mean_colour(viewer_->window().read_back()), (std::array<int, 3>{0, 0, 0}));
  }
}

TEST_F(ViewerCompareTest, ZoomsAndPansByKeysWheelAndDragAndComesBack) {
  open_paused("");
  EXPECT_EQ(zoom(), 2);
  press_alt("1");
  EXPECT_EQ(zoom(), 1);
  press_alt("BS");
  EXPECT_FALSE(viewer_->picture().zoomed());
  pointer(Input::Kind::pointer_move, 200, 200);
  for (int i = 0; i < 8; ++i)
    press_alt("+");
  EXPECT_NEAR(zoom(), 8, 1e-9);
  const auto place = [&] { return viewer_->picture().panes(size())[0].placed; };
  EXPECT_NEAR((200 - place().x) / 8, 100, 0.1) << "what is under the cursor stays there";
  const Placed before = place();
  press_alt("RIGHT");
  EXPECT_EQ(place().x, before.x - 64);
  press_alt("UP");
  EXPECT_EQ(place().y, before.y + 48);
  pointer(Input::Kind::button_down, 300, 240);
  pointer(Input::Kind::pointer_move, 330, 220);
  (void)viewer_->turn(kTurn);
  pointer(Input::Kind::button_up, 330, 220);
  EXPECT_NEAR(place().x, before.x - 64 + 30, 1);
  EXPECT_NEAR(place().y, before.y + 48 - 20, 1);
  Input wheel;
  wheel.kind = Input::Kind::wheel;
  wheel.amount = -4;
  wheel.x = wheel.y = 100;
  wheel.ctrl = true;
  inject(wheel);
  EXPECT_NEAR(zoom(), 4, 1e-9);
  wheel.ctrl = false;
  inject(wheel);
  EXPECT_NEAR(zoom(), 4, 1e-9);
  const Placed kept = place();
  viewer_->window().resize({1, 1});
  (void)viewer_->turn(kTurn);
  viewer_->window().resize({640, 480});
  (void)viewer_->turn(kTurn);
  EXPECT_EQ(place(), kept);
}

TEST_F(ViewerCompareTest, ThePixelPanelFollowsThePointerAndKeepsTheLastPlace) {
  open_paused("negate");
  viewer_->window().resize({1280, 960});
  press("P");
  EXPECT_TRUE(viewer_->overlay().pixel_shown());
  EXPECT_TRUE(turn_until([&] { return says("point at the picture"); }));
  pointer(Input::Kind::pointer_move, 802, 402);
  (void)viewer_->turn(kTurn);
  EXPECT_TRUE(says("x 200  y 100"));
  EXPECT_TRUE(says("zoom 4.00×"));
  for (const char* text : {"Y 62", "Cb 102", "Cr 2", "source code values, 8 bit"})
    EXPECT_TRUE(says(text)) << text;
  const Rect panel = viewer_->overlay().panel_box("pixel");
  pointer(Input::Kind::pointer_move, static_cast<double>(panel.x) + 30,
          static_cast<double>(panel.y) + 30);
  (void)viewer_->turn(kTurn);
  EXPECT_TRUE(says("x 200  y 100")) << "on a panel";
  press_alt("RIGHT");
  press("P");
  EXPECT_FALSE(viewer_->overlay().pixel_shown());
}

TEST_F(ViewerCompareTest, ScreenshotsWhileComparingAreThreeWithTheChainInThem) {
  open_paused("negate");
  press("s");
  press("c");
  press("s");
  ASSERT_TRUE(turn_until([&] { return files("_compare.png") == 1 && files(".png") == 4; }));
  viewer_.reset();
  EXPECT_EQ(files("_before.png"), 1);
  EXPECT_EQ(files("_after.png"), 1);
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    if (entry.path().extension() != ".png") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    EXPECT_NE(bytes.find("negate"), std::string::npos) << entry.path();
    EXPECT_NE(bytes.find("IEND"), std::string::npos) << entry.path();
  }
}

// The source is red; what differs in size from it is compared where both show the same.
TEST_F(ViewerCompareTest, AResultOfAnotherSizeIsComparedWithTheSamePlaceOfTheSource) {
  for (const auto& [chain, pixel] : {std::pair{"scale=160:120,negate", "x 160  y 120"},
                                     std::pair{"crop=160:120:20:30,negate", "x 100  y 90"},
                                     std::pair{"transpose=clock,negate", "x 160  y 119"}}) {
    open_paused(chain);
    press("d");
    expect_colour_at(320, {249, 255, 255});
    press("c");
    expect_colour_at(310, kRed);
    expect_colour_at(330, kCyan);
    press("a");
    expect_colour_at(330, kRed);
    press("a");
    press("c");
    viewer_->window().resize({1280, 960});
    press("P");
    pointer(Input::Kind::pointer_move, 642, 482);
    (void)viewer_->turn(kTurn);
    EXPECT_TRUE(says(pixel)) << chain;
    press("s");
    viewer_.reset();
  }
}

TEST_F(ViewerCompareTest, EveryModeSurvivesAStormOfResizesWhileZoomed) {
  open("pattern:160x120@60", "negate");
  ASSERT_TRUE(show_frames(1));
  press("P");
  press_alt("1");
  for (const char* mode : {"c", "d", "a"}) {
    press(mode);
    for (const Size to :
         {Size{1, 1}, Size{4000, 3}, Size{640, 480}, Size{2, 900}, Size{800, 450}}) {
      viewer_->window().resize(to);
      ASSERT_TRUE(show_frames(1));
    }
  }
  EXPECT_GT(viewer_->picture().area(size()).width, 100);
}

// Grey of luma code 125 in PQ is 90 cd/m2.
TEST_F(ViewerCompareTest, HdrIsShownAsSdrUntilAKeySaysOtherwise) {
  const std::string make =
      "ffmpeg -v error -nostdin -y -f lavfi -i color=c=gray:s=160x96:r=25:d=1 -vf "
      "format=yuv420p,geq=lum=126:cb=128:cr=128 -c:v libx264 -qp 0 -color_range tv "
      "-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084 hdr.mp4";
  ASSERT_EQ(std::system(make.c_str()), 0);
  open("hdr.mp4");
  viewer_->window().resize({1280, 720});  // room for the line
  ASSERT_TRUE(show_frames(1));
  expect_colour({217, 217, 217});
  EXPECT_TRUE(turn_until([&] { return says("HDR (PQ) shown as SDR; D switches"); }));
  press("D");
  expect_colour({128, 128, 128});
  EXPECT_TRUE(turn_until([&] { return says("HDR (PQ) as coded"); }));
  press("D");
  expect_colour({217, 217, 217});
}

}  // namespace
}  // namespace framelane
