// HDR and wide colours on an SDR display: the shader against the pass that fills direct present's
// texture.
#include <gtest/gtest.h>

#include "gpu/host/host_device.h"
#include "gpu/present_texture.h"
#include "ui/offscreen_test.h"
#include "ui/picture_reference_test.h"
#include "ui/picture_view.h"
#include "ui/synthetic_models.h"

namespace framelane {
namespace {

constexpr Size kLitSize{74, 46};

FrameFacts wide_facts(const char* format, Transfer transfer) {
  FrameFacts facts = facts_of(format, kLitSize, Matrix::bt2020nc);
  if (facts.format->family == ColorFamily::rgb) facts.color.matrix = Matrix::rgb;
  facts.color.primaries = Primaries::bt2020;
  facts.color.transfer = transfer;
  return facts;
}

// What the pass makes of it on the CPU device.
RgbaImage converted(const HostPicture& picture, ShownLight light) {
  const auto device = make_host_device({});
  const auto stream = device->make_stream();
  RgbaImage image{kLitSize, {}};
  const auto row = static_cast<std::size_t>(kLitSize.width) * 4;
  image.pixels.resize(row * static_cast<std::size_t>(kLitSize.height));
  PictureLayout layout;
  layout.planes[0] = {0, row};
  layout.bytes = image.pixels.size();
  const FrameFacts& facts = picture.facts;
  const ImageView in[] = {view_of(
      stored_format(*facts.format, facts.width, facts.height, picture.layout), picture.first)};
  const ImageView out[] = {
      view_of(stored_format(*find_pixel_format("rgba"), facts.width, facts.height, layout),
              image.pixels.data())};
  const Pass pass = present_pass(facts, light);
  PassMemory memory;
  for (std::size_t i = 0; i < pass.tables.size(); ++i)
    memory.tables[i] = pass.tables[i]->bytes.data();
  stream->run(pass, in, out, memory);
  stream->finish();
  return image;
}

int furthest(const RgbaImage& a, const RgbaImage& b) {
  EXPECT_EQ(a.size, b.size);
  int most = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i)
    most = std::max(
        most, std::abs(std::to_integer<int>(a.pixels[i]) - std::to_integer<int>(b.pixels[i])));
  return most;
}

class PictureLight : public testing::Test {
 protected:
  Window window_{offscreen_options(kLitSize)};
  PictureView view_;
};

TEST_F(PictureLight, TheShaderShowsWhatThePassMakes) {
  for (const char* format : {"yuv420p10le", "gbrp12le"})
    for (const Transfer transfer : {Transfer::pq, Transfer::hlg, Transfer::bt709}) {
      FrameFacts facts = wide_facts(format, transfer);
      for (const float peak : {0.0F, 4000.0F}) {
        facts.light.max_content = peak;
        const HostPicture picture = empty_picture(facts);
        fill_smooth(picture);
        view_.show(picture);
        view_.set_light(ShownLight::standard);
        const RgbaImage mapped = view_.read_picture();
        EXPECT_LE(furthest(mapped, converted(picture, ShownLight::standard)), 2)
            << format << " " << static_cast<int>(transfer) << " " << peak;
        view_.set_light(ShownLight::coded);
        const RgbaImage coded = view_.read_picture();
        EXPECT_LE(furthest(coded, converted(picture, ShownLight::coded)), 2) << format;
        EXPECT_GT(furthest(coded, mapped), 20) << format;
      }
    }
}

// 100 cd/m2 is far below the knee of 1000: the display's white but for the curve; 203 is brighter.
TEST_F(PictureLight, WhiteOfAHundredIsNearlyWhite) {
  const HostPicture picture = empty_picture(wide_facts("gbrp12le", Transfer::pq));
  for (int c = 0; c < 3; ++c)
    for (int y = 0; y < kLitSize.height; ++y)
      for (int x = 0; x < kLitSize.width; ++x)
        set_code(picture, c, x, y, x < 37 ? 2081 : 3078);  // 0.5081 and 0.7518: 100 and 1000
  view_.show(picture);
  const RgbaImage image = view_.read_picture();
  const int hundred = std::to_integer<int>(image.pixels[0]);
  const int thousand = std::to_integer<int>(image.pixels[4 * 60]);
  EXPECT_GT(hundred, 170);
  EXPECT_LT(hundred, 240);
  EXPECT_EQ(thousand, 255);
}

TEST_F(PictureLight, StandardPicturesAreShownAsCoded) {
  FrameFacts facts = facts_of("yuv420p", kLitSize);
  EXPECT_EQ(light_mapping(facts.color, ShownLight::standard), LightMapping::none);
  facts.color.primaries = Primaries::bt709;
  facts.color.transfer = Transfer::bt709;
  EXPECT_EQ(light_mapping(facts.color, ShownLight::standard), LightMapping::none);
  EXPECT_EQ(describe_light(facts.color, ShownLight::standard), "");
  facts.color.transfer = Transfer::pq;
  EXPECT_EQ(describe_light(facts.color, ShownLight::standard), "HDR (PQ) shown as SDR");
  EXPECT_EQ(describe_light(facts.color, ShownLight::coded), "HDR (PQ) as coded");
}

}  // namespace
}  // namespace framelane
