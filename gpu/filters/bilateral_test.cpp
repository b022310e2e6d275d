#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "gpu/filters/testing.h"

namespace framelane::testing {
namespace {

struct BilateralPlane {
  std::vector<double> codes;
  int width, height;

  [[nodiscard]] double at(int x, int y) const {
    return codes[static_cast<std::size_t>(std::clamp(y, 0, height - 1)) *
                     static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(std::clamp(x, 0, width - 1))];
  }
};

// sigma_r in codes.
double weighted_mean(const BilateralPlane& in, int x, int y, double sigma_s, double sigma_r,
                     int radius) {
  double sum = 0, weights = 0;
  for (int j = -radius; j <= radius; ++j)
    for (int i = -radius; i <= radius; ++i) {
      const double difference = in.at(x + i, y + j) - in.at(x, y);
      const double weight = std::exp(-(i * i + j * j) / (2 * sigma_s * sigma_s)) *
                            std::exp(-difference * difference / (2 * sigma_r * sigma_r));
      sum += weight * in.at(x + i, y + j);
      weights += weight;
    }
  return sum / weights;
}

struct BilateralCase {
  const char* format;
  double sigma_s, sigma_r;
  int window;  // 0: the default
};

void PrintTo(const BilateralCase& test, std::ostream* out) {
  *out << test.format << " sigmaS " << test.sigma_s << " sigmaR " << test.sigma_r << " window "
       << test.window;
}

class Bilateral : public ::testing::TestWithParam<BilateralCase> {};

TEST_P(Bilateral, IsTheExactWeightedMean) {
  const BilateralCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, 133, 71);
  const Raw scene = make_scene(facts, 3);
  const std::string chain = "bilateral=sigmaS=" + std::to_string(test.sigma_s) +
                            ":sigmaR=" + std::to_string(test.sigma_r) +
                            ":planes=15:window=" + std::to_string(test.window);
  const Raw actual = run_chain(chain, facts, scene);
  const int radius =
      test.window > 0 ? test.window / 2 : static_cast<int>(std::ceil(2 * test.sigma_s));
  const int top = facts.format->max_code();
  for (int c = 0; c < 4; ++c) {
    if (!facts.format->has_component(c)) continue;
    const BilateralPlane in{codes_of(scene, facts, c),
                            facts.format->component_width(c, facts.width),
                            facts.format->component_height(c, facts.height)};
    std::vector<double> expected;
    for (int y = 0; y < in.height; ++y)
      for (int x = 0; x < in.width; ++x)
        expected.push_back(weighted_mean(in, x, y, test.sigma_s, test.sigma_r * top, radius));
    const Distance d = distance(expected, codes_of(actual, facts, c), in.width, in.height, top);
    std::printf(
        "%s sigmaS %g sigmaR %g window %d component %d: exact %.1f dB, worst tile %.1f, "
        "largest %.2f codes\n",
        test.format, test.sigma_s, test.sigma_r, test.window, c, d.psnr, d.worst_tile, d.largest);
    EXPECT_GE(d.psnr, 50);
    EXPECT_GE(d.worst_tile, 40);
    // Half a code of rounding when stored, and what float leaves open of 65535.
    EXPECT_LE(d.largest, 0.52 + 4e-6 * top);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Windows, Bilateral,
    ::testing::Values(BilateralCase{"yuv420p", 1, 0.1, 0}, BilateralCase{"yuv420p", 1, 0.1, 5},
                      BilateralCase{"yuv444p", 2, 0.05, 9}, BilateralCase{"gbrp", 3, 0.3, 0},
                      BilateralCase{"nv12", 6, 0.02, 11}, BilateralCase{"yuva420p", 0.6, 1, 3},
                      BilateralCase{"yuv420p10le", 1.5, 0.08, 0},
                      BilateralCase{"yuv422p12le", 2, 0.1, 4},
                      BilateralCase{"gray16le", 4, 0.15, 0}, BilateralCase{"gray", 20, 0.2, 41}));

TEST(BilateralPlan, WithoutWeightOrWindowThePictureComesBack) {
  const FrameFacts facts = facts_of("yuv420p", 21, 13);
  for (const char* chain : {"bilateral", "bilateral=sigmaS=0", "bilateral=sigmaS=3:sigmaR=0",
                            "bilateral=sigmaS=3:window=1", "bilateral=sigmaS=3:planes=0"})
    EXPECT_TRUE(plan_chain(parse_chain(chain), facts, {})->passes.empty()) << chain;
  EXPECT_FALSE(plan_chain(parse_chain("bilateral=sigmaS=0.5"), facts, {})->passes.empty());
}

TEST(BilateralPlan, OnlyLumaByDefault) {
  const FrameFacts facts = facts_of("yuv420p", 64, 40);
  const Raw scene = make_scene(facts, 6);
  const Raw result = run_chain("bilateral=sigmaS=2", facts, scene);
  EXPECT_NE(codes_of(result, facts, 0), codes_of(scene, facts, 0));
  EXPECT_EQ(codes_of(result, facts, 1), codes_of(scene, facts, 1));
}

TEST(BilateralExtremes, AnySigmaOnAnySizeLeavesAFlatPictureFlat) {
  for (const char* options : {"0.2:0.0003", "0.2:1", "512:1", "512:0.0005", "3:0.1"})
    for (const auto& [width, height] : {std::pair{1, 1}, std::pair{1, 9}, std::pair{33, 7}}) {
      const FrameFacts facts = facts_of("yuv420p", width, height);
      const Raw flat(make_scene(facts, 1).size(), 177);
      EXPECT_EQ(run_chain(std::string("bilateral=") + options + ":15", facts, flat), flat)
          << options << " at " << width << "x" << height;
    }
}

}  // namespace
}  // namespace framelane::testing
