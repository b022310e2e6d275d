#include "ui/rgba_texture.h"

#include <gtest/gtest.h>

#include <random>

#include "ui/offscreen_test.h"
#include "ui/picture_view.h"
#include "ui/synthetic_models.h"
#include "ui/texture_access_test.h"

namespace framelane {
namespace {

class RgbaTextureTest : public testing::Test {
 protected:
  // Noise, as a picture in host memory and as the bytes of a texture.
  static HostPicture noise(const FrameFacts& facts, RgbaImage& image) {
    const HostPicture picture = empty_picture(facts);
    std::minstd_rand random(5);
    image = {{facts.width, facts.height}, {}};
    for (int y = 0; y < facts.height; ++y) {
      std::byte* row = picture.first + static_cast<std::size_t>(y) * picture.pitch(0);
      for (int x = 0; x < 4 * facts.width; ++x) {
        row[x] = static_cast<std::byte>(random() >> 8 & 255);
        image.pixels.push_back(row[x]);
      }
    }
    return picture;
  }
  static FrameFacts facts(int width, int height) {
    FrameFacts facts;
    facts.format = find_pixel_format("rgba");
    facts.width = width;
    facts.height = height;
    return facts;
  }
  // What the window shows of a picture is what it shows of a texture with the same pixels.
  void expect_same(FrameFacts shown) {
    RgbaImage image;
    const HostPicture picture = noise(shown, image);
    const RgbaTexture texture(image.size);
    write_texture(texture.name(), image);
    PictureView view;
    view.show(picture);
    view.draw(window_.drawable());
    const RgbaImage as_picture = window_.read_back(), alone = view.read_picture();
    view.clear();
    shown.format = find_pixel_format("yuv420p");  // that of the result it was made from
    view.show_texture(shown, texture);
    EXPECT_TRUE(view.has_picture());
    view.draw(window_.drawable());
    EXPECT_EQ(window_.read_back().pixels, as_picture.pixels);
    EXPECT_EQ(view.read_picture().size, alone.size);
    EXPECT_EQ(view.read_picture().pixels, alone.pixels);
    view.show(picture);
    EXPECT_EQ(view.read_picture().pixels, alone.pixels) << "a picture takes the texture's place";
  }

  Window window_{offscreen_options({74, 46})};
};

TEST_F(RgbaTextureTest, IsShownLikeAPictureOfTheSamePixels) {
  expect_same(facts(37, 23));
  expect_same(facts(148, 92));
  expect_same(facts(1, 1));
}

TEST_F(RgbaTextureTest, IsTurnedMirroredAndStretchedLikeAPicture) {
  for (const int rotation : {0, 90, 180, 270})
    for (const bool mirror : {false, true}) {
      FrameFacts turned = facts(36, 20);
      turned.rotation = rotation;
      turned.mirror = mirror;
      turned.sample_aspect = {16, 11};
      expect_same(turned);
    }
}

TEST_F(RgbaTextureTest, HoldsWhatIsWrittenRowZeroFirst) {
  RgbaImage image;
  (void)noise(facts(5, 3), image);
  const RgbaTexture texture({5, 3});
  write_texture(texture.name(), image);
  EXPECT_EQ(read_texture(texture).pixels, image.pixels);
}

}  // namespace
}  // namespace framelane
