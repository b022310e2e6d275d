// Direct present into a texture of a real OpenGL on the GPU that filters: every code value against
// the CPU's conversion, and what it costs beside the way through host memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "gpu/filters/testing.h"
#include "gpu/host_pool.h"
#include "gpu/open_device.h"
#include "gpu/present_texture.h"
#include "ui/offscreen_test.h"
#include "ui/picture_view.h"
#include "ui/texture_access_test.h"

namespace framelane {
namespace {

using Clock = std::chrono::steady_clock;
using testing::Raw;

class PresentOnGpu : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto listed = list_devices();
    if (!listed.front().unavailable.empty()) GTEST_SKIP() << listed.front().unavailable;
    opened_ = open_device(parse_device_choice("cuda:0"));
    window_ = std::make_unique<Window>(offscreen_options({1920, 1080}));
    PresentTextureOffer offer = device().offer_present_texture(window_->renderer());
    if (!offer.texture) GTEST_SKIP() << offer.unavailable;
    std::printf("OpenGL: %s, CUDA: %s\n", window_->renderer().c_str(),
                device().facts().name.c_str());
    present_ = std::move(offer.texture);
    stream_ = device().make_stream();
  }
  void TearDown() override { present_.reset(); }

  [[nodiscard]] Device& device() { return *opened_.device; }

  // A picture as the pipeline leaves it on the device.
  DeviceResult upload(const HostPicture& picture) {
    const auto written = std::shared_ptr<Event>(device().make_event());
    DeviceResult result;
    result.facts = picture.facts;
    result.format = stored_format(*picture.facts.format, picture.facts.width, picture.facts.height,
                                  picture.layout);
    result.block = device().allocate(picture.layout.bytes);
    result.data = stream_->upload(result.block.get(), picture.first, picture.layout.bytes);
    stream_->record(*written);
    result.written = written;
    return result;
  }

  OpenedDevice opened_;
  std::unique_ptr<Window> window_;
  std::unique_ptr<PresentTexture> present_;
  std::unique_ptr<Stream> stream_;
};

// Planes of a raw picture where the layout wants them.
std::vector<std::byte> packed(const Raw& raw, const FrameFacts& facts,
                              const PictureLayout& layout) {
  std::vector<std::byte> bytes(layout.bytes);
  std::size_t at = 0;
  for (int p = 0; p < facts.format->plane_count; ++p) {
    const auto row = static_cast<std::size_t>(facts.format->plane_row_bytes(p, facts.width));
    const PictureLayout::Plane& plane = layout.planes[static_cast<std::size_t>(p)];
    for (int y = 0; y < facts.format->plane_rows(p, facts.height); ++y, at += row)
      std::memcpy(&bytes[plane.offset + static_cast<std::size_t>(y) * plane.pitch_bytes], &raw[at],
                  row);
  }
  return bytes;
}

int largest_difference(const RgbaImage& shown, const Raw& expected) {
  EXPECT_EQ(shown.pixels.size(), expected.size());
  int largest = 0;
  for (std::size_t i = 0; i < std::min(expected.size(), shown.pixels.size()); ++i)
    largest = std::max(largest, std::abs(std::to_integer<int>(shown.pixels[i]) - expected[i]));
  return largest;
}

TEST_F(PresentOnGpu, TheTextureHoldsTheCpusConversionToTheCode) {
  int worst = 0;
  for (const auto& [width, height] : {std::pair{161, 121}, std::pair{64, 48}, std::pair{5, 7},
                                      std::pair{1, 1}, std::pair{130, 3}}) {
    const RgbaTexture texture({width, height});
    present_->attach(texture.name(), width, height);
    for (const char* format : {"yuv420p", "nv12", "yuv420p10le", "p010le", "yuv422p", "yuv444p",
                               "gray", "gbrp", "rgb24", "yuva420p", "rgba", "bgr0"})
      for (const Matrix matrix : {Matrix::bt601, Matrix::bt709, Matrix::bt2020nc})
        for (const Range range : {Range::limited, Range::full}) {
          FrameFacts facts = testing::facts_of(format, width, height);
          const bool rgb = facts.format->family == ColorFamily::rgb;
          if (rgb && (matrix != Matrix::bt709 || range != Range::full)) continue;
          if (!rgb) facts.color.matrix = matrix;
          facts.color.range = range;
          const Raw scene = testing::make_scene(facts, 5);
          HostPicture picture;
          picture.facts = facts;
          picture.layout = packed_layout(*facts.format, width, height);
          std::vector<std::byte> bytes = packed(scene, facts, picture.layout);
          picture.first = bytes.data();
          present_->show(upload(picture), ShownLight::standard);
          const Raw expected =
              testing::run_chain("", facts, scene, {OutputFormat::Kind::rgba, nullptr});
          const int difference = largest_difference(read_texture(texture), expected);
          EXPECT_LE(difference, 1)
              << format << " " << width << "x" << height << " matrix " << static_cast<int>(matrix)
              << " range " << static_cast<int>(range);
          worst = std::max(worst, difference);
        }
    present_->detach();
  }
  std::printf("largest difference: %d of 255\n", worst);
}

TEST_F(PresentOnGpu, AttachesAndDetachesWithPicturesInFlight) {
  const FrameFacts facts = testing::facts_of("yuv420p", 1920, 1080);
  HostPicture picture;
  picture.facts = facts;
  picture.layout = packed_layout(*facts.format, 1920, 1080);
  std::vector<std::byte> bytes(picture.layout.bytes);
  picture.first = bytes.data();
  const DeviceResult result = upload(picture);
  for (int n = 0; n < 20; ++n) {
    const RgbaTexture texture({1920, 1080});
    present_->attach(texture.name(), 1920, 1080);
    for (int frame = 0; frame < 5; ++frame)
      present_->show(result, ShownLight::standard);
    present_->detach();
  }
  EXPECT_EQ(result.block.use_count(), 1) << "a result is let go once the device has read it";
}

double median(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

struct Costs {
  const char* what;
  std::vector<double> ms;
  template <typename Work>
  void measure(Work work) {
    const auto begin = Clock::now();
    work();
    ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  }
  void print() const { std::printf("%-66s %.3f ms\n", what, median(ms)); }
};

// Eight 4K pictures of noise, on the device and page-locked on the host.
class PresentCost : public PresentOnGpu {
 protected:
  static constexpr int kPictures = 8, kWarm = 40, kFrames = 240;
  static constexpr Size kSize{3840, 2160};

  void SetUp() override {
    PresentOnGpu::SetUp();
    if (IsSkipped()) return;
    const FrameFacts facts = testing::facts_of("yuv420p", kSize.width, kSize.height);
    pool_ = std::make_unique<HostPool>(device(), HostMemory::pinned);
    const PictureLayout layout = packed_layout(*facts.format, kSize.width, kSize.height);
    pool_->reserve(layout.bytes, kPictures);
    std::minstd_rand random(7);
    for (int n = 0; n < kPictures; ++n) {
      HostPicture picture{facts, layout, pool_->try_acquire(), nullptr};
      picture.first = picture.block->data;
      for (std::size_t i = 0; i < layout.bytes; i += 4) {
        const auto noise = static_cast<std::uint32_t>(random());
        std::memcpy(picture.first + i, &noise, std::min<std::size_t>(4, layout.bytes - i));
      }
      on_host_.push_back(picture);
      on_device_.push_back(upload(picture));
    }
    stream_->finish();
    texture_ = std::make_unique<RgbaTexture>(kSize);
    present_->attach(texture_->name(), kSize.width, kSize.height);
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_->name(),
                           0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
  }
  void TearDown() override {
    if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
    PresentOnGpu::TearDown();
    texture_.reset();
  }
  // OpenGL's command after CUDA's work: it has ended when a pixel of the texture is here.
  void wait_for_texture() const {
    std::uint32_t pixel = 0;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glReadPixels(kSize.width / 2, kSize.height / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &pixel);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
  }

  std::unique_ptr<HostPool> pool_;
  std::vector<HostPicture> on_host_;
  std::vector<DeviceResult> on_device_;
  std::unique_ptr<RgbaTexture> texture_;
  GLuint framebuffer_ = 0;
};

TEST_F(PresentCost, DirectPresentOfA4KFrameTakesHalfAMillisecondAtMost) {
  PictureView view;
  const Size window = window_->drawable();
  Costs call{"direct: the call alone, medians of 240 4K frames", {}};
  Costs filled{"direct: until OpenGL has read from the filled texture", {}};
  Costs drawn{"direct: filled and drawn into 1920x1080, finished", {}};
  Costs host{"through page-locked host memory: uploaded and drawn, finished", {}};
  Costs gpu{"direct: the conversion on the GPU, by its events", {}};
  glFinish();
  for (int n = 0; n < kWarm + kFrames; ++n) {
    if (n == kWarm)
      for (Costs* costs : {&call, &filled, &drawn, &host, &gpu})
        costs->ms.clear();
    const auto i = static_cast<std::size_t>(n % kPictures);
    filled.measure([&] {
      call.measure([&] { present_->show(on_device_[i], ShownLight::standard); });
      wait_for_texture();
    });
    drawn.measure([&] {
      present_->show(on_device_[(i + 1) % kPictures], ShownLight::standard);
      view.show_texture(on_device_[i].facts, *texture_);
      view.draw(window);
      glFinish();
    });
    host.measure([&] {
      view.show(on_host_[i]);
      view.draw(window);
      glFinish();
    });
    if (const auto time = present_->device_time())
      gpu.ms.push_back(static_cast<double>(time->count()) / 1e6);
  }
  for (const Costs* costs : {&call, &gpu, &filled, &drawn, &host})
    costs->print();
  EXPECT_LE(median(filled.ms), 0.5);
  EXPECT_LT(median(drawn.ms), median(host.ms));
}

}  // namespace
}  // namespace framelane
