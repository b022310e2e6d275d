#include "gpu/pixel_format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <future>
#include <set>
#include <string>

#include "gpu/filters/testing.h"
#include "gpu/host/run_pass.h"

namespace framelane {
namespace {

using testing::codes_of;
using testing::facts_of;
using testing::make_scene;
using testing::Raw;
using testing::run_ffmpeg;

TEST(PixelFormats, NamesAreUniqueAndFound) {
  std::set<std::string_view> names;
  for (const PixelFormat& format : pixel_formats()) {
    EXPECT_TRUE(names.insert(format.name).second) << format.name;
    EXPECT_EQ(find_pixel_format(format.name), &format);
  }
  EXPECT_EQ(find_pixel_format("yuvj422p"), find_pixel_format("yuv422p"));
  EXPECT_EQ(find_pixel_format("yuv420p10"), find_pixel_format("yuv420p10le"));
  EXPECT_EQ(find_pixel_format("gray8"), find_pixel_format("gray"));
  for (const char* foreign : {"pal8", "yuv411p", "yuv440p", "yuyv422", "gray10be", "", "yuv"})
    EXPECT_EQ(find_pixel_format(foreign), nullptr) << foreign;
}

// FFmpeg's own repacking from a planar layout of the same depth puts every sample where ours is.
TEST(PixelFormats, SamplesLieWhereFFmpegPutsThem) {
  struct Pair {
    const char* planar;
    const char* other;
  };
  for (const Pair& pair :
       {Pair{"yuv420p", "nv12"},     Pair{"yuv420p", "nv21"},       Pair{"yuv444p", "nv24"},
        Pair{"yuv444p", "nv42"},     Pair{"yuv420p10le", "p010le"}, Pair{"gbrp", "rgb24"},
        Pair{"gbrp", "bgr24"},       Pair{"gbrp", "rgb0"},          Pair{"gbrp", "bgr0"},
        Pair{"gbrp", "0rgb"},        Pair{"gbrp", "0bgr"},          Pair{"gbrap", "rgba"},
        Pair{"gbrap", "bgra"},       Pair{"gbrap", "argb"},         Pair{"gbrap", "abgr"},
        Pair{"gbrp16le", "rgb48le"}, Pair{"gbrp16le", "bgr48le"},   Pair{"gbrap16le", "rgba64le"},
        Pair{"gray", "gray"},        Pair{"gbrap16le", "bgra64le"}}) {
    const FrameFacts planar = facts_of(pair.planar, 22, 14), other = facts_of(pair.other, 22, 14);
    const Raw scene = make_scene(planar, 9);
    const Raw moved =
        run_ffmpeg(std::string("scale,format=") + pair.other, planar, {scene}, pair.other);
    for (int c = 0; c < 4; ++c)
      if (planar.format->has_component(c)) {
        EXPECT_EQ(codes_of(moved, other, c), codes_of(scene, planar, c))
            << pair.other << " component " << c;
      }
  }
}

TEST(PixelFormats, ViewsCoverEveryComponentInsideTheLayout) {
  for (const PixelFormat& format : pixel_formats())
    for (const auto& [width, height] : {std::pair{1, 1}, std::pair{7, 5}, std::pair{64, 32}})
      for (const bool working : {false, true}) {
        const ImageFormat image =
            working ? working_format(format, width, height)
                    : stored_format(format, width, height, packed_layout(format, width, height));
        std::byte* const base = nullptr;
        const ImageView view = view_of(image, base + 4096);
        for (int c = 0; c < 4; ++c) {
          if (!format.has_component(c)) continue;
          const std::ptrdiff_t last =
              view.data[c] - (base + 4096) + (view.component_height(c) - 1) * view.pitch_bytes[c] +
              std::ptrdiff_t{view.component_width(c) - 1} * view.step_bytes[c];
          const std::size_t sample = view.type == SampleType::u8    ? 1
                                     : view.type == SampleType::f32 ? 4
                                                                    : 2;
          EXPECT_LE(static_cast<std::size_t>(last) + sample, image.layout.bytes) << format.name;
        }
        for (const PictureLayout::Plane& plane : image.layout.planes) {
          EXPECT_EQ(plane.offset % 512, 0U);
          EXPECT_EQ(plane.pitch_bytes % 64, 0U);
        }
      }
}

TEST(FrameFacts, UntaggedMatrixFollowsTheSizeAndIsSaidToBeAssumed) {
  FrameFacts facts = facts_of("yuv420p", 1280, 576);
  facts.color = {};
  EXPECT_EQ(effective_matrix(facts), Matrix::bt709);
  facts.width = 1024;
  EXPECT_EQ(effective_matrix(facts), Matrix::bt601);
  EXPECT_EQ(describe_color(facts), "BT.601 limited (assumed)");
  facts.height = 577;
  EXPECT_EQ(effective_matrix(facts), Matrix::bt709);
  facts.color.matrix = Matrix::bt2020nc;
  facts.color.range = Range::full;
  EXPECT_EQ(describe_color(facts), "BT.2020 full");
  facts.color.transfer = Transfer::pq;
  EXPECT_EQ(describe_color(facts), "BT.2020 PQ full");
  facts.color.transfer = Transfer::hlg;
  EXPECT_EQ(describe_color(facts), "BT.2020 HLG full");
  EXPECT_EQ(describe_color(facts_of("rgb24", 8, 8)), "RGB full");
}

TEST(HostPasses, ACancelledPassLeavesItsBandsOut) {
  const FrameFacts facts = facts_of("gray", 32, 64);
  const auto plan = plan_chain(parse_chain("gblur=sigma=2"), facts, {});
  const PictureLayout layout = packed_layout(*facts.format, 32, 64);
  const ImageFormat format = stored_format(*facts.format, 32, 64, layout);
  std::vector<std::byte> in(layout.bytes, std::byte{9}), out(layout.bytes, std::byte{0xCD});
  const ImageView from = view_of(format, in.data()), to = view_of(format, out.data());
  BandPool bands(2);
  const std::atomic<bool> cancel{true};
  run_pass_on_host(plan->passes[0], {&from, 1}, {&to, 1}, {}, bands, &cancel);
  EXPECT_TRUE(std::ranges::all_of(out, [](std::byte b) { return b == std::byte{0xCD}; }));
}

TEST(HostPasses, ACancelledPassEndsWithinABandThatTakesLong) {
  const FrameFacts facts = facts_of("gray", 40000, 8);
  const auto plan = plan_chain(parse_chain("nlmeans=s=30:p=99:r=99"), facts, {});
  const PictureLayout layout = packed_layout(*facts.format, 40000, 8);
  const ImageFormat format = stored_format(*facts.format, 40000, 8, layout);
  std::vector<std::byte> in(layout.bytes, std::byte{9}), out(layout.bytes);
  const ImageView from = view_of(format, in.data()), to = view_of(format, out.data());
  BandPool bands(1);
  std::atomic<bool> cancel{false};
  const std::clock_t begin = std::clock();  // of the processors: others may keep it waiting
  const auto other = std::async(std::launch::async, [&] { cancel = true; });
  run_pass_on_host(plan->passes[0], {&from, 1}, {&to, 1}, {}, bands, &cancel);
  EXPECT_LT(std::clock() - begin, 5 * CLOCKS_PER_SEC) << "the whole band takes several times that";
}

}  // namespace
}  // namespace framelane
