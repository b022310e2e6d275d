// The picture view against FFmpeg's zscale.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "ui/offscreen_test.h"
#include "ui/picture_view.h"
#include "ui/synthetic_models.h"

namespace framelane {
namespace {

constexpr Size kOracleSize{322, 182};

struct ShownCase {
  const char* format;
  Matrix matrix;
  const char* matrix_name;
  Range range;
  Siting siting;
  const char* siting_name;
};

std::vector<char> run_ffmpeg(const std::string& arguments, const std::filesystem::path& result) {
  const std::string command =
      "ffmpeg -v error -nostdin -y " + arguments + " -f rawvideo '" + result.string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream in(result, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Unpadded planes one after another, as FFmpeg writes them.
void fill_from(const HostPicture& picture, const std::vector<char>& raw) {
  std::size_t at = 0;
  for (int p = 0; p < picture.facts.format->plane_count; ++p) {
    const auto row =
        static_cast<std::size_t>(picture.facts.format->plane_row_bytes(p, picture.facts.width));
    const int rows = picture.facts.format->plane_rows(p, picture.facts.height);
    for (int y = 0; y < rows; ++y, at += row) {
      ASSERT_LE(at + row, raw.size());
      std::byte* to = picture.first + picture.layout.planes[static_cast<std::size_t>(p)].offset;
      std::memcpy(to + static_cast<std::size_t>(y) * picture.pitch(p), &raw[at], row);
    }
  }
}

class PictureOracle : public testing::TestWithParam<ShownCase> {};

TEST_P(PictureOracle, AgreesWithZscaleWithinTwoCodes) {
  const ShownCase& c = GetParam();
  const std::filesystem::path folder = testing::TempDir();
  const std::string tag = std::to_string(static_cast<int>(c.matrix)) + c.format + c.siting_name;
  const auto source = folder / ("oracle_source_" + tag), wanted = folder / ("oracle_rgb_" + tag);
  const std::string size =
      std::to_string(kOracleSize.width) + "x" + std::to_string(kOracleSize.height);
  const std::string format = std::string(" -pix_fmt ") + c.format;
  const std::vector<char> raw =
      run_ffmpeg("-f lavfi -i gradients=size=" + size + ":seed=5:n=5 -frames:v 1" + format, source);
  const std::string range = c.range == Range::full ? "full" : "limited";
  const std::vector<char> rgb =
      run_ffmpeg("-f rawvideo" + format + " -s " + size + " -i '" + source.string() +
                     "' -vf zscale=f=bilinear:matrixin=" + c.matrix_name + ":rangein=" + range +
                     ":chromalin=" + c.siting_name + ":matrix=gbr:range=full,format=gbrp",
                 wanted);
  FrameFacts facts;
  facts.format = find_pixel_format(c.format);
  facts.width = kOracleSize.width;
  facts.height = kOracleSize.height;
  facts.color = {c.matrix, Primaries::unspecified, Transfer::unspecified, c.range, c.siting};
  const HostPicture picture = empty_picture(facts);
  fill_from(picture, raw);
  const Window window(offscreen_options(kOracleSize));
  PictureView view;
  view.show(picture);
  view.draw(window.drawable());
  const RgbaImage shown = window.read_back();
  const std::size_t pixels = static_cast<std::size_t>(kOracleSize.width) * kOracleSize.height;
  ASSERT_EQ(rgb.size(), pixels * 3);
  int worst = 0;
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t plane = (k + 2) % 3;  // planes are G, B, R
      const int want = static_cast<unsigned char>(rgb[plane * pixels + i]);
      worst = std::max(worst, std::abs(want - static_cast<int>(shown.pixels[i * 4 + k])));
    }
  }
  EXPECT_LE(worst, 2) << tag;
  std::filesystem::remove(source);
  std::filesystem::remove(wanted);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, PictureOracle,
    testing::Values(
        ShownCase{"yuv420p", Matrix::bt601, "170m", Range::limited, Siting::left, "left"},
        ShownCase{"yuv420p", Matrix::bt709, "709", Range::full, Siting::center, "center"},
        ShownCase{"yuv420p", Matrix::bt2020nc, "2020_ncl", Range::limited, Siting::topleft,
                  "topleft"},
        ShownCase{"yuv420p10le", Matrix::bt2020nc, "2020_ncl", Range::limited, Siting::left,
                  "left"},
        ShownCase{"yuv422p", Matrix::bt709, "709", Range::limited, Siting::left, "left"},
        ShownCase{"yuv444p", Matrix::bt601, "170m", Range::full, Siting::left, "left"}));

}  // namespace
}  // namespace framelane
