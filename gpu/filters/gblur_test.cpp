#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "gpu/filters/testing.h"

namespace framelane::testing {
namespace {

std::size_t index_of(int x, int y, int width) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
         static_cast<std::size_t>(x);
}

// One axis of the plain blur: every tap out to 6 sigma, in double.
std::vector<double> blurred(const std::vector<double>& in, int width, int height, double sigma,
                            bool vertical) {
  const int radius = static_cast<int>(std::ceil(6 * sigma));
  std::vector<double> out(in.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double sum = 0, weights = 0;
      for (int k = -radius; k <= radius; ++k) {
        const int sx = std::clamp(vertical ? x : x + k, 0, width - 1);
        const int sy = std::clamp(vertical ? y + k : y, 0, height - 1);
        const double weight = std::exp(-0.5 * k * k / (sigma * sigma));
        sum += weight * in[index_of(sx, sy, width)];
        weights += weight;
      }
      out[index_of(x, y, width)] = sum / weights;
    }
  return out;
}

struct GblurCase {
  const char* format;
  double across, down;
};

void PrintTo(const GblurCase& test, std::ostream* out) {
  *out << test.format << " sigma " << test.across << " x " << test.down;
}

class Gblur : public ::testing::TestWithParam<GblurCase> {};

TEST_P(Gblur, IsTheExactGaussian) {
  const GblurCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, 163, 93);
  const Raw scene = make_scene(facts, 3);
  const std::string chain =
      "gblur=sigma=" + std::to_string(test.across) + ":sigmaV=" + std::to_string(test.down);
  const Raw actual = run_chain(chain, facts, scene);
  const Raw ffmpeg = run_ffmpeg(chain, facts, {scene}, test.format);
  for (int c = 0; c < facts.format->color_count; ++c) {
    const int width = facts.format->component_width(c, facts.width);
    const int height = facts.format->component_height(c, facts.height);
    const int top = facts.format->max_code();
    std::vector<double> expected = codes_of(scene, facts, c);
    expected = blurred(expected, width, height, test.across, false);
    if (test.down > 0) expected = blurred(expected, width, height, test.down, true);
    const auto mine = codes_of(actual, facts, c);
    const Distance exact = distance(expected, mine, width, height, top);
    const Distance other = distance(codes_of(ffmpeg, facts, c), mine, width, height, top);
    std::printf(
        "%s sigma %g x %g component %d: exact %.1f dB, largest %.2f codes; FFmpeg's %.1f dB\n",
        test.format, test.across, test.down, c, exact.psnr, exact.largest, other.psnr);
    EXPECT_GE(exact.psnr, 50);
    EXPECT_GE(exact.worst_tile, 40);
    EXPECT_GE(exact.worst_border_tile, 40);
    EXPECT_LE(exact.largest, 0.75 * (top / 255.0));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sigmas, Gblur,
    ::testing::Values(GblurCase{"yuv420p", 0.5, 0.5}, GblurCase{"yuv420p", 2, 2},
                      GblurCase{"yuv444p", 3.3, 0.7}, GblurCase{"yuv420p", 6.8, 6.8},
                      GblurCase{"yuv420p", 7, 2}, GblurCase{"gbrp", 12, 30},
                      GblurCase{"yuv420p10le", 4, 9}, GblurCase{"gray16le", 40, 1},
                      GblurCase{"yuv420p", 3, 0}));

TEST(GblurExtremes, AnySigmaOnAnySizeStaysInRange) {
  for (const char* sigma : {"0.01", "0.25", "100", "1024"})
    for (const auto& [width, height] : {std::pair{1, 1}, std::pair{1, 9}, std::pair{33, 7}}) {
      const FrameFacts facts = facts_of("yuv420p", width, height);
      const Raw flat(make_scene(facts, 1).size(), 77);
      EXPECT_EQ(run_chain(std::string("gblur=sigma=") + sigma, facts, flat), flat)
          << sigma << " at " << width << "x" << height;
    }
}

}  // namespace
}  // namespace framelane::testing
