#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "gpu/filters/testing.h"

// What FFmpeg's filter does not take: more than 8 bits, and alpha. 8 bits are in oracle_test.cpp.
namespace framelane::testing {
namespace {

struct NlmeansPlane {
  std::vector<double> codes;
  int width, height;

  [[nodiscard]] double at(int x, int y) const {
    return codes[static_cast<std::size_t>(std::clamp(y, 0, height - 1)) *
                     static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(std::clamp(x, 0, width - 1))];
  }
  [[nodiscard]] bool has(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
};

struct Radii {
  int patch, search;
};

double patch_distance(const NlmeansPlane& in, int x, int y, int dx, int dy, int patch) {
  double sum = 0;
  for (int j = -patch; j <= patch; ++j)
    for (int i = -patch; i <= patch; ++i) {
      const double d = in.at(x + i, y + j) - in.at(x + dx + i, y + dy + j);
      sum += d * d;
    }
  return sum;
}

// spread: the squared strength in squared codes.
double mean_of_alike(const NlmeansPlane& in, int x, int y, const Radii& radii, double spread) {
  double sum = 0, weights = 0;
  for (int dy = -radii.search; dy <= radii.search; ++dy)
    for (int dx = -radii.search; dx <= radii.search; ++dx) {
      if (!in.has(x + dx, y + dy)) continue;
      const double distance = patch_distance(in, x, y, dx, dy, radii.patch);
      const double weight = std::exp(-distance / spread);
      if (weight <= 1 / 255.0) continue;
      sum += weight * in.at(x + dx, y + dy);
      weights += weight;
    }
  return sum / weights;
}

struct NlmeansCase {
  const char* format;
  int strength;
  Radii luma;
};

void PrintTo(const NlmeansCase& test, std::ostream* out) {
  *out << test.format << " s " << test.strength << " patch " << test.luma.patch << " search "
       << test.luma.search;
}

class Nlmeans : public ::testing::TestWithParam<NlmeansCase> {};

TEST_P(Nlmeans, IsTheMeanOfAlikePatchesAtEveryDepth) {
  const NlmeansCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, 61, 43);
  const Raw scene = make_scene(facts, 3);
  const std::string chain = "nlmeans=s=" + std::to_string(test.strength) +
                            ":p=" + std::to_string(2 * test.luma.patch + 1) +
                            ":r=" + std::to_string(2 * test.luma.search + 1);
  const Raw actual = run_chain(chain, facts, scene);
  const int top = facts.format->max_code();
  const double strength = 10.0 * test.strength * top / 255;
  for (int c = 0; c < facts.format->color_count; ++c) {
    const NlmeansPlane in{codes_of(scene, facts, c), facts.format->component_width(c, facts.width),
                          facts.format->component_height(c, facts.height)};
    std::vector<double> expected;
    for (int y = 0; y < in.height; ++y)
      for (int x = 0; x < in.width; ++x)
        expected.push_back(mean_of_alike(in, x, y, test.luma, strength * strength));
    const auto mine = codes_of(actual, facts, c);
    const Distance d = distance(expected, mine, in.width, in.height, top);
    std::printf("%s s %d component %d: exact %.1f dB, worst tile %.1f, largest %.2f codes\n",
                test.format, test.strength, c, d.psnr, d.worst_tile, d.largest);
    EXPECT_NE(mine, in.codes);
    EXPECT_GE(d.psnr, 50);
    EXPECT_GE(d.worst_tile, 40);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Depths, Nlmeans,
    ::testing::Values(NlmeansCase{"yuv420p", 2, {3, 4}}, NlmeansCase{"yuv420p10le", 2, {3, 4}},
                      NlmeansCase{"p010le", 6, {1, 3}}, NlmeansCase{"yuv444p12le", 4, {2, 3}},
                      NlmeansCase{"gray16le", 3, {3, 5}}, NlmeansCase{"gray16le", 9, {8, 2}}));

TEST(NlmeansPlan, ASearchOfOneSampleIsNoPassAndAlphaStays) {
  const FrameFacts facts = facts_of("yuva420p", 24, 18);
  for (const char* chain : {"nlmeans=r=0", "nlmeans=r=1:rc=1"})
    EXPECT_TRUE(plan_chain(parse_chain(chain), facts, {})->passes.empty()) << chain;
  const Raw scene = make_scene(facts, 5);
  const Raw luma = run_chain("nlmeans=s=4:r=5:rc=1", facts, scene);
  EXPECT_NE(codes_of(luma, facts, 0), codes_of(scene, facts, 0));
  for (int c = 1; c < 4; ++c)
    EXPECT_EQ(codes_of(luma, facts, c), codes_of(scene, facts, c)) << c;
}

TEST(NlmeansExtremes, TheLargestWindowsTakeTheSmallestPictures) {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{1, 9}, std::pair{13, 5}}) {
    const FrameFacts facts = facts_of("yuv420p", width, height);
    const Raw flat(make_scene(facts, 1).size(), 177);
    EXPECT_EQ(run_chain("nlmeans=s=30:p=99:r=99", facts, flat), flat) << width << "x" << height;
  }
}

}  // namespace
}  // namespace framelane::testing
