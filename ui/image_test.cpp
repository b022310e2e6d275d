#include "ui/image.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <png.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "gpu/errors.h"
#include "gpu/temp_dir_test.h"

namespace framelane {
namespace {

RgbaImage gradient(Size size) {
  RgbaImage image{size, {}};
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      for (const int value : {x * 7, y * 5, x + y, 255}) {
        image.pixels.push_back(static_cast<std::byte>(value & 255));
      }
    }
  }
  return image;
}

std::filesystem::path temporary(const char* name) {
  return std::filesystem::path(testing::TempDir()) / name;
}

TEST(WritePng, PixelsComeBackAsTheyWere) {
  const auto path = temporary("pixels.png");
  const RgbaImage image = gradient({13, 9});
  write_png(path, image);
  png_image read{};
  read.version = PNG_IMAGE_VERSION;
  ASSERT_NE(png_image_begin_read_from_file(&read, path.c_str()), 0);
  EXPECT_EQ(read.width, 13U);
  EXPECT_EQ(read.height, 9U);
  read.format = PNG_FORMAT_RGBA;
  std::vector<std::byte> pixels(PNG_IMAGE_SIZE(read));
  ASSERT_NE(png_image_finish_read(&read, nullptr, pixels.data(), 0, nullptr), 0);
  EXPECT_EQ(pixels, image.pixels);
  std::filesystem::remove(path);
}

TEST(WritePng, TextChunksAreInTheFile) {
  const auto path = temporary("text.png");
  const std::array texts{PngText{"Title", "lake – dawn"}, PngText{"Software", "framelane"}};
  write_png(path, gradient({2, 2}), texts);
  std::ifstream in(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  EXPECT_NE(bytes.find("iTXtTitle"), std::string::npos);
  EXPECT_NE(bytes.find("lake – dawn"), std::string::npos);
  EXPECT_NE(bytes.find("iTXtSoftware"), std::string::npos);
  std::filesystem::remove(path);
}

TEST(WritePng, RefusalNamesTheFile) {
  const auto path = temporary("no_such_folder") / "a.png";
  try {
    write_png(path, gradient({2, 2}));
    FAIL();
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find("no_such_folder"), std::string::npos);
  }
  EXPECT_THROW(write_png(temporary("empty.png"), RgbaImage{}), OutputError);
}

TEST(WritePng, APipeThatNobodyReadsAnyMoreIsNotWaitedForWithoutEnd) {
  const test::TempDir folder;
  const std::string pipe = folder / "x.png";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int holder = open(pipe.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  RgbaImage noise{{256, 256}, std::vector<std::byte>(256 * 256 * 4)};
  unsigned state = 1;
  for (std::byte& byte : noise.pixels)
    byte = static_cast<std::byte>((state = state * 1664525U + 1013904223U) >> 24U);
  try {
    write_png(pipe, noise);
    FAIL() << "accepted";
  } catch (const OutputError& error) {
    EXPECT_STREQ(
        error.what(),
        ("cannot write the picture " + pipe + ": nobody reads this pipe any more").c_str());
  }
  EXPECT_EQ(access(pipe.c_str(), F_OK), 0);
  close(holder);
}

TEST(WritePng, AFailureSaysWhatTheSystemSaysOfIt) {
  try {
    write_png("/dev/full", gradient({200, 200}));
    FAIL();
  } catch (const OutputError& error) {
    EXPECT_STREQ(error.what(), "cannot write the picture /dev/full: No space left on device");
  }
}

}  // namespace
}  // namespace framelane
