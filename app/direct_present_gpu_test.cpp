#include <fmt/format.h>

#include "app/direct_present_fixture_test.h"
#include "gpu/open_device.h"

// The viewer with direct present on a GPU, off-screen.
namespace framelane {
namespace {

class DirectPresentOnGpu : public DirectPresentFixture {
 protected:
  [[nodiscard]] Device& device() override { return *opened_.device; }
  void SetUp() override {
    const auto listed = list_devices();
    if (!listed.front().unavailable.empty()) GTEST_SKIP() << listed.front().unavailable;
    opened_ = open_device(parse_device_choice("cuda:0"));
    const Window window(WindowOptions{});
    const PresentTextureOffer offer = device().offer_present_texture(window.renderer());
    if (!offer.texture) GTEST_SKIP() << offer.unavailable;
    DirectPresentFixture::SetUp();
  }

  OpenedDevice opened_;
};

TEST_F(DirectPresentOnGpu, EveryFrameIsShownWithoutADownload) {
  open("pattern:3840x2160@30:frames=120", "eq=contrast=1.1,gblur=sigma=2");
  viewer_->window().resize({1920, 1080});
  ASSERT_TRUE(play_to_end());
  const PresentCounts counts = viewer_->player().counts();
  EXPECT_EQ(counts.displayed, 120);
  EXPECT_EQ(counts.dropped, 0);
  EXPECT_TRUE(viewer_->direct_present().on()) << viewer_->direct_present().unavailable();
  fmt::print("{}\n", viewer_->direct_present().describe());
  const Log rows = log();
  rows.expect_every_frame_once(120);
  std::vector<double> present;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    for (const char* column : {"MsDownload", "DownloadStartMs", "DownloadEndMs", "BytesDown"})
      ASSERT_EQ(rows.at(i, column), "NA") << column;
    present.push_back(std::stod(rows.at(i, "MsPresent")));
  }
  std::nth_element(present.begin(), present.begin() + 60, present.end());
  fmt::print("MsPresent, median of 120 4K frames with the overlay drawn: {:.3f} ms\n", present[60]);
}

TEST_F(DirectPresentOnGpu, SwitchingWhilePlayingLosesNoFrame) {
  for (const bool no_download : {false, true}) {
    options_.no_download = no_download;
    switch_while_playing("pattern:1920x1080@60");
  }
}

TEST_F(DirectPresentOnGpu, BothWaysShowTheSamePicture) {
  for (const char* format : {"yuv420p", "yuv444p10le", "rgb24"})
    for (const char* chain : {"", "negate"})
      expect_both_ways_alike(format, chain);
}

TEST_F(DirectPresentOnGpu, AnotherSizeIsShownTheSameWay) {
  open("pattern:640x360@60");
  ASSERT_TRUE(show_frames(3));
  drop("pattern:1282x722@60");
  ASSERT_TRUE(turn_until([&] {
    return viewer_->player().current() && viewer_->player().current()->picture.facts.width == 1282;
  }));
  EXPECT_EQ(viewer_->picture().read_picture().size, (Size{1282, 722}));
  EXPECT_TRUE(viewer_->direct_present().on()) << viewer_->direct_present().unavailable();
}

TEST_F(DirectPresentOnGpu, OpensAndClosesTwentyTimes) {
  options_.unpaced = true;
  for (int n = 0; n < 20; ++n) {
    open("pattern:1920x1080@60", "negate");
    ASSERT_TRUE(show_frames(2));
    ASSERT_TRUE(viewer_->direct_present().on()) << viewer_->direct_present().unavailable();
    viewer_.reset();
  }
}

}  // namespace
}  // namespace framelane
