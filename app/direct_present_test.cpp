#include "app/direct_present.h"

#include <gtest/gtest.h>

#include "app/direct_present_fixture_test.h"
#include "gpu/errors.h"
#include "gpu/host/host_device.h"
#include "ui/texture_access_test.h"

// Direct present in the viewer, on a CPU device that fills OpenGL's texture as a GPU would.
namespace framelane {
namespace {

using namespace std::chrono_literals;

struct Calls {
  int attached = 0, detached = 0, shown = 0;
  bool refuse = false;
};

class CpuTexture final : public PresentTexture {
 public:
  CpuTexture(Device& device, Calls& calls) : stream_(device.make_stream()), calls_(calls) {}
  ~CpuTexture() override { detach(); }
  void attach(unsigned texture, int width, int height) override {
    if (calls_.refuse) throw DeviceError("the texture is refused");
    detach();
    ++calls_.attached;
    name_ = texture;
    size_ = {width, height};
  }
  void detach() override {
    if (name_ == 0) return;
    EXPECT_TRUE(glIsTexture(name_)) << "it must still be there";
    ++calls_.detached;
    name_ = 0;
  }
  void show(const DeviceResult& result, ShownLight light) override {
    if (calls_.refuse) throw DeviceError("the texture is refused");
    EXPECT_EQ(size_, (Size{result.facts.width, result.facts.height}));
    RgbaImage image{size_, {}};
    const auto row = static_cast<std::size_t>(size_.width) * 4;
    image.pixels.resize(row * static_cast<std::size_t>(size_.height));
    PictureLayout layout;
    layout.planes[0] = {0, row};
    layout.bytes = image.pixels.size();
    const ImageFormat rgba =
        stored_format(*find_pixel_format("rgba"), size_.width, size_.height, layout);
    const ImageView in[] = {view_of(result.format, result.data)};
    const ImageView out[] = {view_of(rgba, image.pixels.data())};
    const Pass pass = present_pass(result.facts, light);
    stream_->wait(*result.written);
    PassMemory memory;
    for (std::size_t i = 0; i < pass.tables.size(); ++i)
      memory.tables[i] = pass.tables[i]->bytes.data();
    stream_->run(pass, in, out, memory);
    stream_->finish();
    write_texture(name_, image);
    ++calls_.shown;
  }
  [[nodiscard]] std::optional<Nanoseconds> device_time() override { return 52us; }

 private:
  std::unique_ptr<Stream> stream_;
  Calls& calls_;
  unsigned name_ = 0;
  Size size_;
};

class PresentingDevice final : public Device {
 public:
  PresentingDevice() : facts_(inner_->facts()) { facts_.kind = "cuda"; }
  [[nodiscard]] const DeviceFacts& facts() const override { return facts_; }
  [[nodiscard]] bool aliases_uploads() const override { return inner_->aliases_uploads(); }
  [[nodiscard]] bool shares_queues() const override { return inner_->shares_queues(); }
  [[nodiscard]] std::unique_ptr<Stream> make_stream() override { return inner_->make_stream(); }
  [[nodiscard]] std::unique_ptr<Event> make_timing_event() override {
    return inner_->make_timing_event();
  }
  [[nodiscard]] std::unique_ptr<Event> make_event() override { return inner_->make_event(); }
  [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes) override {
    return inner_->allocate(bytes);
  }
  [[nodiscard]] bool page_lock(std::byte* memory, std::size_t bytes) override {
    return inner_->page_lock(memory, bytes);
  }
  void page_unlock(std::byte* memory) override { inner_->page_unlock(memory); }
  [[nodiscard]] float elapsed_ms(const Event& from, const Event& to) const override {
    return inner_->elapsed_ms(from, to);
  }
  [[nodiscard]] AllocationCounts allocations() const override { return inner_->allocations(); }
  [[nodiscard]] PresentTextureOffer offer_present_texture(const std::string&) override {
    return {std::make_unique<CpuTexture>(*inner_, calls), {}};
  }
  Calls calls;

 private:
  std::unique_ptr<Device> inner_ = make_host_device({});
  DeviceFacts facts_;
};

class DirectPresentTest : public DirectPresentFixture {
 protected:
  [[nodiscard]] Device& device() override { return device_; }
  void TearDown() override {
    DirectPresentFixture::TearDown();
    EXPECT_EQ(device_.calls.attached, device_.calls.detached);
  }
  PresentingDevice device_;
};

TEST_F(DirectPresentTest, EveryFrameIsShownAndTheLogHasNaForTheDownload) {
  open("pattern:160x120@50:frames=40");
  ASSERT_TRUE(play_to_end());
  EXPECT_EQ(device_.calls.shown, viewer_->player().counts().displayed);
  EXPECT_EQ(viewer_->player().engine().result_pool().blocks, 0);
  const Log rows = log();
  rows.expect_every_frame_once(40);
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    if (rows.at(i, "Displayed") == "0") continue;  // late, as on a busy machine
    for (const char* column : {"MsDownload", "DownloadStartMs", "DownloadEndMs", "BytesDown"})
      EXPECT_EQ(rows.at(i, column), "NA") << column;
    EXPECT_NE(rows.at(i, "MsFilter"), "NA");
  }
}

TEST_F(DirectPresentTest, SwitchingWhilePlayingLosesNoFrame) {
  for (const bool no_download : {false, true}) {
    options_.no_download = no_download;
    device_.calls.shown = 0;
    switch_while_playing("pattern:160x120@60");
    EXPECT_GT(device_.calls.shown, 0);
  }
}

TEST_F(DirectPresentTest, BothWaysShowTheSamePicture) {
  for (const char* format : {"yuv420p", "yuv444p10le", "rgb24"})
    for (const char* chain : {"", "negate"})
      expect_both_ways_alike(format, chain);
}

TEST_F(DirectPresentTest, AnotherSizeGetsATextureOfItsOwn) {
  open("pattern:160x120@60");
  ASSERT_TRUE(show_frames(1));
  const int before = device_.calls.attached;
  ASSERT_TRUE(show_frames(5));
  EXPECT_EQ(device_.calls.attached, before) << "a texture is registered once";
  drop("pattern:322x242@60");
  ASSERT_TRUE(turn_until([&] {
    return viewer_->player().current() && viewer_->player().current()->picture.facts.width == 322;
  }));
  EXPECT_EQ(device_.calls.attached, before + 1);
  EXPECT_EQ(viewer_->picture().read_picture().size, (Size{322, 242}));
}

TEST_F(DirectPresentTest, WhereItEndsWhilePlayingFramesGoThroughTheHost) {
  open("pattern:160x120@60");
  viewer_->window().resize({1280, 720});
  ASSERT_TRUE(show_frames(3));
  device_.calls.refuse = true;
  ASSERT_TRUE(turn_until([&] { return !viewer_->direct_present().on(); }));
  ASSERT_TRUE(turn_until([&] { return viewer_->player().current()->downloaded(); }));
  ASSERT_TRUE(show_frames(3));
  EXPECT_TRUE(viewer_->picture().has_picture());
  EXPECT_TRUE(says("the texture is refused"));
  press("H");
  EXPECT_FALSE(viewer_->direct_present().on());
}

// Nothing was downloaded, so the frame on show runs again for the way that is left.
TEST_F(DirectPresentTest, WhereItEndsWhilePausedThePictureComesThroughTheHost) {
  open("pattern:160x120@60", "negate");
  ASSERT_TRUE(show_frames(3));
  press("SPACE");
  const auto at = viewer_->player().current()->pts;
  const RgbaImage direct = viewer_->picture().read_picture();
  ASSERT_FALSE(viewer_->player().current()->downloaded());
  device_.calls.refuse = true;
  press("H");
  ASSERT_TRUE(turn_until([&] { return viewer_->player().current()->downloaded(); }));
  EXPECT_EQ(viewer_->player().current()->pts, at);
  ASSERT_TRUE(viewer_->picture().has_picture());
  EXPECT_LE(largest_difference(viewer_->picture().read_picture(), direct), 2);
}

TEST_F(DirectPresentTest, ATextureThatIsRefusedAtTheStartIsKnownBeforeTheFirstFrame) {
  device_.calls.refuse = true;
  options_.input = "pattern:160x120@60";
  EXPECT_THROW(Viewer(device_, options_, stop_), DeviceMissing);
  options_.present = PresentChoice::automatic;
  open("pattern:160x120@60:frames=10");
  EXPECT_EQ(viewer_->direct_present().results(), ResultPlace::host);
  EXPECT_NE(viewer_->direct_present().fallback_line().find("the texture is refused"),
            std::string::npos);
  ASSERT_TRUE(play_to_end());
  EXPECT_NE(log().at(0, "MsDownload"), "NA");
}

TEST_F(DirectPresentTest, OpensAndClosesAgainAndAgain) {
  options_.unpaced = true;
  for (int n = 0; n < 10; ++n) {
    open("pattern:160x120@60");
    ASSERT_TRUE(show_frames(2));
    EXPECT_GT(device_.calls.attached, device_.calls.detached);
    viewer_.reset();
    ASSERT_EQ(device_.calls.attached, device_.calls.detached);
  }
}

TEST_F(DirectPresentTest, OnTheCpuItSaysWhyNot) {
  const auto cpu = make_host_device({});
  options_.input = "pattern:160x120@60";
  try {
    Viewer(*cpu, options_, stop_);
    FAIL() << "interop was asked for";
  } catch (const DeviceMissing& error) {
    EXPECT_NE(std::string(error.what()).find("on the CPU"), std::string::npos);
  }
  options_.present = PresentChoice::automatic;
  options_.no_download = false;
  viewer_ = std::make_unique<Viewer>(*cpu, options_, stop_);
  viewer_->overlay().keep_texts();
  ASSERT_TRUE(viewer_->open());
  viewer_->window().resize({1280, 720});
  ASSERT_TRUE(show_frames(1));
  EXPECT_TRUE(viewer_->direct_present().fallback_line().empty()) << "nobody asked for it";
  press("H");
  ASSERT_TRUE(show_frames(1));
  EXPECT_TRUE(says("through the host"));
  EXPECT_FALSE(viewer_->direct_present().on());
  viewer_.reset();  // before its device
}

}  // namespace
}  // namespace framelane
