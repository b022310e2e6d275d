#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "gpu/filters/testing.h"

// Each filter against FFmpeg's filter of that name, in the filter's own space.
namespace framelane::testing {
namespace {

struct OracleCase {
  const char* format;
  const char* chain;
  const char* graph = nullptr;  // FFmpeg's, where the text differs
  int frames = 1;
  double least = 50, least_tile = 40;
};

void PrintTo(const OracleCase& test, std::ostream* out) {
  *out << test.format << " " << test.chain;
}

void print(const OracleCase& test, int c, const Distance& d) {
  std::printf(
      "%-10s %-42s component %d: %6.1f dB, worst tile %6.1f, at the border %6.1f, largest %g\n",
      test.format, test.chain, c, d.psnr, d.worst_tile, d.worst_border_tile, d.largest);
}

class AgainstFfmpeg : public ::testing::TestWithParam<OracleCase> {};

TEST_P(AgainstFfmpeg, IsCloseInEveryTile) {
  const OracleCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, 323, 181);
  std::vector<Raw> pictures;
  pictures.reserve(static_cast<std::size_t>(test.frames));
  for (int n = 0; n < test.frames; ++n)
    pictures.push_back(make_scene(facts, static_cast<unsigned>(n + 1)));
  const Raw expected =
      run_ffmpeg(test.graph != nullptr ? test.graph : test.chain, facts, pictures, test.format);
  const auto actual = run_chain(test.chain, facts, pictures);
  ASSERT_EQ(expected.size(), pictures[0].size() * pictures.size());
  for (std::size_t n = 0; n < actual.size(); ++n) {
    const Raw frame(expected.begin() + static_cast<std::ptrdiff_t>(n * pictures[0].size()),
                    expected.begin() + static_cast<std::ptrdiff_t>((n + 1) * pictures[0].size()));
    for (int c = 0; c < 4; ++c) {
      if (!facts.format->has_component(c)) continue;
      const Distance d =
          distance(codes_of(frame, facts, c), codes_of(actual[n], facts, c),
                   facts.format->component_width(c, facts.width),
                   facts.format->component_height(c, facts.height), facts.format->max_code());
      if (n + 1 == actual.size()) print(test, c, d);
      EXPECT_GE(d.psnr, test.least) << "frame " << n << " component " << c;
      EXPECT_GE(d.worst_tile, test.least_tile) << "frame " << n << " component " << c;
    }
  }
}

// A picture whose colours all exist in RGB.
Raw scene_in_gamut(const FrameFacts& facts) {
  const FrameFacts rgb = facts_of("gbrp16le", facts.width, facts.height);
  return run_chain("gblur=sigma=0.7", rgb, make_scene(rgb, 4),
                   {OutputFormat::Kind::named, facts.format});
}

void expect_close(const FrameFacts& facts, const Raw& expected, const Raw& actual, double least) {
  for (int c = 0; c < 3; ++c) {
    const Distance d = distance(codes_of(expected, facts, c), codes_of(actual, facts, c),
                                facts.width, facts.height, facts.format->max_code());
    EXPECT_GE(d.psnr, least) << "component " << c;
    EXPECT_GE(d.worst_tile, 40) << "component " << c;
  }
}

TEST(Spaces, AnRgbFilterWorksThroughTheFramesMatrixAndRange) {
  for (const bool full : {false, true})
    for (const auto& [matrix, name] :
         {std::pair{Matrix::bt709, "709"}, std::pair{Matrix::bt2020nc, "2020_ncl"}}) {
      FrameFacts facts = facts_of("yuv444p", 322, 180);
      // Made in BT.709 limited; whatever the tags say then, dark and unsaturated enough to stay in.
      const Raw scene = run_chain("eq=contrast=0.6:saturation=0.5", facts, scene_in_gamut(facts));
      facts.color.matrix = matrix;
      facts.color.range = full ? Range::full : Range::limited;
      const std::string range = full ? "full" : "limited";
      std::string graph = "zscale=matrixin=";
      graph.append(name).append(":rangein=").append(range);
      graph += ":matrix=gbr:range=full,format=gbrpf32le,exposure=exposure=-0.6,zscale=matrix=";
      graph.append(name).append(":range=").append(range).append(",format=yuv444p");
      const Raw expected = run_ffmpeg(graph, facts, {scene}, "yuv444p");
      expect_close(facts, expected, run_chain("exposure=exposure=-0.6", facts, scene), 50);
    }
}

TEST(Spaces, RgbGoesThroughBt709ToAYuvFilter) {
  const FrameFacts facts = facts_of("gbrp", 161, 90);
  const Raw scene = make_scene(facts, 4);
  const Raw result = run_chain("hue=s=0.5", facts, scene);
  const auto r = codes_of(scene, facts, 0), g = codes_of(scene, facts, 1),
             b = codes_of(scene, facts, 2);
  double furthest = 0;
  for (int c = 0; c < 3; ++c) {
    const auto before = codes_of(scene, facts, c), after = codes_of(result, facts, c);
    for (std::size_t i = 0; i < r.size(); ++i) {
      const double luma = 0.2126 * r[i] + 0.7152 * g[i] + 0.0722 * b[i];
      furthest = std::max(furthest, std::abs(luma + 0.5 * (before[i] - luma) - after[i]));
    }
  }
  EXPECT_LE(furthest, 0.51);
}

INSTANTIATE_TEST_SUITE_P(
    Point, AgainstFfmpeg,
    ::testing::Values(
        OracleCase{"yuv420p", "eq=contrast=1.2:brightness=0.1:saturation=1.4"},
        OracleCase{"yuv444p", "eq=contrast=0.7:brightness=-0.125:saturation=0.55"},
        OracleCase{"yuv420p", "eq=gamma=1.4:contrast=1.1"},
        OracleCase{"yuv444p", "eq=gamma=0.6:gamma_r=1.3:gamma_b=0.8:gamma_weight=0.7"},
        OracleCase{"yuv420p", "eq=contrast=-1.5"},
        OracleCase{"yuv420p", "eq=contrast=12:brightness=0.3"}, OracleCase{"yuv420p", "negate"},
        OracleCase{"yuv444p", "negate=components=y+v"}, OracleCase{"gbrp", "negate"},
        OracleCase{"gbrp", "negate=components=r"}, OracleCase{"yuva420p", "negate=negate_alpha=1"},
        OracleCase{"gray16le", "negate"}, OracleCase{"yuv420p", "hue=h=40:s=1.3"},
        OracleCase{"yuv444p", "hue=h=-100:s=0.7:b=1.3"},
        OracleCase{"yuv420p10le", "hue=H=0.5:s=-2:b=-0.77"},
        OracleCase{"gbrp", "exposure=exposure=0.7:black=0.05"},
        OracleCase{"gbrp", "exposure=exposure=-1.5"}, OracleCase{"gbrp", "exposure=black=-0.4"},
        OracleCase{"gbrp12le", "exposure=exposure=2:black=0.1"}));

INSTANTIATE_TEST_SUITE_P(
    Neighbourhood, AgainstFfmpeg,
    ::testing::Values(
        OracleCase{"yuv420p", "unsharp"}, OracleCase{"yuv444p", "unsharp=7:5:1.5:5:3:-0.8"},
        OracleCase{"yuv420p", "unsharp=la=5:ca=5"},
        OracleCase{"yuv420p", "unsharp=13:11:-1.3:3:3:2"}, OracleCase{"yuv420p", "sobel"},
        OracleCase{"yuv444p", "sobel=planes=1:scale=0.4:delta=12"},
        OracleCase{"gbrp", "sobel=scale=0.3"}, OracleCase{"gbrp", "sobel=planes=2"},
        OracleCase{"yuv420p10le", "sobel=scale=0.5"}, OracleCase{"yuv420p", "median"},
        OracleCase{"yuv444p", "median=radius=3:percentile=0.3"},
        OracleCase{"gbrp", "median=radius=2:radiusV=1:planes=5"},
        OracleCase{"yuv444p", "median=radius=2"}, OracleCase{"gbrp", "median=radius=3"},
        OracleCase{"yuv420p", "median=radius=4"}, OracleCase{"yuv420p", "median=radius=5"},
        OracleCase{"yuv420p10le", "median=radius=2"}, OracleCase{"yuv422p12le", "median=radius=3"},
        OracleCase{"gray16le", "median=radius=5"},
        OracleCase{"gray16le", "median=radius=1:radiusV=4"},
        OracleCase{"yuv420p", "median=radius=20:percentile=0.7"},
        OracleCase{"yuv420p", "median=radius=1:percentile=1"},
        OracleCase{"gray", "median=radius=127:radiusV=9:percentile=0.1"},
        OracleCase{"yuv420p10le", "median=radius=9:percentile=0"}));

// vf_nlmeans adds up the same weights, looked up by whole distances; only rounding is different.
INSTANTIATE_TEST_SUITE_P(Nlmeans, AgainstFfmpeg,
                         ::testing::Values(OracleCase{"yuv420p", "nlmeans=s=3:p=7:r=11"},
                                           OracleCase{"yuv444p", "nlmeans=r=5"},
                                           OracleCase{"yuv422p", "nlmeans=s=8:p=4:r=6:pc=3:rc=9"},
                                           OracleCase{"gbrp", "nlmeans=s=5:p=3:r=5:pc=9:rc=3"},
                                           OracleCase{"gray", "nlmeans=s=30:p=17:r=3"},
                                           OracleCase{"gray", "nlmeans=s=4:p=0:r=7"}));

INSTANTIATE_TEST_SUITE_P(
    SmallNeighbourhoods, AgainstFfmpeg,
    ::testing::Values(OracleCase{"yuv420p", "prewitt"},
                      OracleCase{"gbrp", "prewitt=scale=0.7:planes=6"},
                      OracleCase{"yuv422p10le", "prewitt=scale=0.4:delta=30"},
                      OracleCase{"yuv444p12le", "prewitt=planes=5"},
                      OracleCase{"gray16le", "prewitt=scale=0.3"}, OracleCase{"yuv420p", "erosion"},
                      OracleCase{"yuv444p", "erosion=coordinates=37:threshold0=20:threshold1=0"},
                      OracleCase{"gbrp", "erosion=threshold0=9:threshold2=40"},
                      OracleCase{"yuv420p10le", "erosion"},
                      OracleCase{"yuva420p", "erosion=coordinates=24:threshold3=50"},
                      OracleCase{"gray12le", "erosion"}, OracleCase{"yuv420p", "dilation"},
                      OracleCase{"gray", "dilation=coordinates=129:threshold0=11"},
                      OracleCase{"gbrp", "dilation=coordinates=74"},
                      OracleCase{"yuv444p16le", "dilation=threshold0=9000"},
                      OracleCase{"yuv420p10le", "dilation=coordinates=149:threshold0=99"},
                      OracleCase{"yuv420p", "cas"}, OracleCase{"yuv444p", "cas=strength=1"},
                      OracleCase{"gbrp", "cas=0.5:planes=3"}, OracleCase{"yuv420p10le", "cas=0.7"},
                      OracleCase{"yuva444p16le", "cas=0.9:planes=9"},
                      OracleCase{"gray12le", "cas=0.4"}));

INSTANTIATE_TEST_SUITE_P(
    Convolution, AgainstFfmpeg,
    ::testing::Values(
        OracleCase{"yuv420p", "convolution=0m=0 -1 0 -1 5 -1 0 -1 0:1m=1 1 1 1 1 1 1 1 1"},
        OracleCase{"yuv444p", "convolution=-2 -1 0 -1 1 1 0 1 2:2m=0 0 0 -1 1 0 0 0 0:2bias=128"},
        OracleCase{"gbrp", "convolution=0m=1 2 3 4 5 6 7 8 9:2m=-1 -2 -1 0 0 0 1 2 1"},
        OracleCase{
            "yuv420p",
            "convolution=0m=1 4 6 4 1 4 16 24 16 4 6 24 36 24 6 4 16 24 16 4 1 4 6 4 1:1m=1 0 0 "
            "0 0 0 0 0 0 0 0 0 -3 0 0 0 0 0 0 0 0 0 0 0 5:1bias=20"},
        OracleCase{"yuv420p10le", "convolution=0m=-1 -1 -1 -1 9 -1 -1 -1 -1:0bias=40"},
        OracleCase{"gray16le", "convolution=1 1 1 1 8 1 1 1 1:0rdiv=0.03125",
                   "convolution=1 1 1 1 8 1 1 1 1,lut=c0=val/2"},
        OracleCase{"gray16le", "convolution=1 0 0 0 2 0 0 0 3 0 0 0 4 0 0 0 5 0 0 0 6 0 0 0 7"},
        OracleCase{"yuva444p12le",
                   "convolution=3m=0 1 0 1 1 1 0 1 0:1m=0 0 0 0 -1 0 0 0 0:1bias=4095"}));

INSTANTIATE_TEST_SUITE_P(
    Boxes, AgainstFfmpeg,
    ::testing::Values(
        OracleCase{"yuv420p", "boxblur"}, OracleCase{"yuv420p", "boxblur=4:1"},
        OracleCase{"yuv420p", "boxblur=40:1"}, OracleCase{"yuv444p", "boxblur=3:3:1:1"},
        OracleCase{"yuv444p", "boxblur=0:0:7:2"}, OracleCase{"gbrp", "boxblur=lr=9:lp=1:cr=2"},
        OracleCase{"yuva420p", "boxblur=2:1:ar=30:ap=2"}, OracleCase{"yuv420p10le", "boxblur=5:1"},
        OracleCase{"yuv422p10le", "boxblur=25:2"}, OracleCase{"gray16le", "boxblur=1:1"},
        OracleCase{"gray16le", "boxblur=60:3"}, OracleCase{"yuv444p12le", "boxblur=12:1:20:1"}));

INSTANTIATE_TEST_SUITE_P(Deband, AgainstFfmpeg,
                         ::testing::Values(OracleCase{"yuv420p", "deband"},
                                           OracleCase{"yuv444p", "deband=0.1:0.05:0.03:range=40"},
                                           OracleCase{"gbrp", "deband=range=-9:direction=-0.7"},
                                           OracleCase{"yuv420p", "deband=b=0:1thr=0.08"},
                                           OracleCase{"yuv444p",
                                                      "deband=coupling=1:1thr=0.1:2thr=0.1"},
                                           OracleCase{"gbrp", "deband=c=1:b=0"},
                                           OracleCase{"yuv420p12le", "deband=r=300:d=1.5"},
                                           OracleCase{"yuva444p16le", "deband=4thr=0.3"},
                                           OracleCase{"gray12le", "deband=0.2:d=-2:r=25"}));

INSTANTIATE_TEST_SUITE_P(
    Temporal, AgainstFfmpeg,
    ::testing::Values(OracleCase{"yuv420p", "tmix", nullptr, 5},
                      OracleCase{"yuv444p", "tmix=frames=4:weights=1 2 4 3", nullptr, 6},
                      OracleCase{"gbrp", "tmix=frames=2:weights=-1 2", nullptr, 4},
                      OracleCase{"yuv420p", "tmix=frames=3:weights=1 2:scale=0.3", nullptr, 4},
                      OracleCase{"gray", "tmix=frames=5:planes=1", nullptr, 7},
                      OracleCase{"yuv420p10le", "tmix=frames=8", nullptr, 9}));

}  // namespace
}  // namespace framelane::testing
