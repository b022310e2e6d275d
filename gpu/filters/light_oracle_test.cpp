#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "gpu/filters/testing.h"
#include "gpu/light.h"

// Filters of light against FFmpeg's chains of zscale and tonemap, and against formulas.
namespace framelane::testing {
namespace {

const char* transfer_option(Transfer transfer) {
  return transfer == Transfer::pq    ? "smpte2084"
         : transfer == Transfer::hlg ? "arib-std-b67"
                                     : "709";
}

// Facts of a BT.2020 picture of that transfer.
FrameFacts wide_facts(const char* format, Transfer transfer, int width, int height) {
  FrameFacts facts = facts_of(format, width, height);
  if (facts.format->family == ColorFamily::yuv) facts.color.matrix = Matrix::bt2020nc;
  facts.color.primaries = Primaries::bt2020;
  facts.color.transfer = transfer;
  return facts;
}

// A picture of light up to `nits` whose colours all exist in BT.709: what zscale makes of others
// depends on the machine; so none is at its edge. The same over blocks of 2x2 where chroma is
// subsampled, so that how chroma is interpolated does not matter.
Raw wide_scene(const FrameFacts& facts, int nits) {
  const int factor = facts.format->log2_chroma_h > 0 ? 2 : 1;
  const FrameFacts rgb = facts_of("gbrp16le", facts.width / factor, facts.height / factor);
  std::string graph = factor > 1 ? "scale=iw*2:ih*2:flags=neighbor," : "";
  graph +=
      "colorchannelmixer=.8:.1:.1:0:.1:.8:.1:0:.1:.1:.8,"
      "zscale=f=point:cin=center:c=center:matrixin=gbr:rangein=full:primariesin=709:transferin=709:"
      "matrix=";
  graph += facts.format->family == ColorFamily::rgb ? "gbr" : "2020_ncl:range=limited";
  graph.append(":primaries=2020:transfer=").append(transfer_option(facts.color.transfer));
  graph.append(":npl=").append(std::to_string(nits)).append(",format=");
  graph.append(facts.format->name);
  return run_ffmpeg(graph, rgb, {make_scene(rgb, 3)}, std::string(facts.format->name));
}

struct Tone {
  const char* format;
  Transfer transfer;
  const char* tonemap;
  int nits = 1000;
  double least = 50;
};

void PrintTo(const Tone& test, std::ostream* out) {
  *out << test.format << " " << transfer_option(test.transfer) << " " << test.tonemap;
}

class ToneAgainstFfmpeg : public ::testing::TestWithParam<Tone> {};

TEST_P(ToneAgainstFfmpeg, IsCloseInEveryTile) {
  const Tone& test = GetParam();
  const FrameFacts facts = wide_facts(test.format, test.transfer, 322, 180);
  const Raw scene = wide_scene(facts, test.nits);
  const std::string tags =
      std::string("setparams=color_primaries=bt2020:color_trc=") +
      (test.transfer == Transfer::bt709 ? "bt709" : transfer_option(test.transfer)) +
      ":colorspace=bt2020nc:range=tv,";
  const std::string graph =
      tags + "zscale=f=point:cin=center:c=center:t=linear:npl=100,format=gbrpf32le," +
      test.tonemap +
      ",zscale=f=point:cin=center:c=center:p=bt709:t=bt709:m=bt709:r=limited,format=" + test.format;
  const Raw expected = run_ffmpeg(graph, facts, {scene}, test.format);
  const Raw actual = run_chain(test.tonemap, facts, scene);
  for (int c = 0; c < 3; ++c) {
    const Distance d =
        distance(codes_of(expected, facts, c), codes_of(actual, facts, c),
                 facts.format->component_width(c, facts.width),
                 facts.format->component_height(c, facts.height), facts.format->max_code());
    std::printf("%-12s %-13s %-40s component %d: %6.1f dB, worst tile %6.1f, largest %g\n",
                test.format, transfer_option(test.transfer), test.tonemap, c, d.psnr, d.worst_tile,
                d.largest);
    EXPECT_GE(d.psnr, test.least) << "component " << c;
    EXPECT_GE(d.worst_tile, 40) << "component " << c;
  }
}

constexpr Transfer kPq = Transfer::pq, kHlg = Transfer::hlg;
INSTANTIATE_TEST_SUITE_P(
    Curves, ToneAgainstFfmpeg,
    ::testing::Values(Tone{"yuv444p10le", kPq, "tonemap=none", 100},

                      Tone{"yuv444p10le", kPq, "tonemap=hable"},

                      Tone{"yuv444p10le", kPq, "tonemap=clip:param=0.5"},
                      Tone{"yuv444p10le", kPq, "tonemap=linear:param=2:peak=40", 2000},
                      Tone{"yuv444p10le", kPq, "tonemap=gamma:peak=30"},

                      Tone{"yuv444p10le", kPq, "tonemap=reinhard:desat=0.5"},

                      Tone{"yuv444p10le", kPq, "tonemap=mobius"},
                      Tone{"yuv444p12le", kPq, "tonemap=mobius:param=0.6:peak=100", 10000},
                      Tone{"yuv420p10le", kPq, "tonemap=hable"},
                      Tone{"yuv420p10le", kHlg, "tonemap=hable"},
                      Tone{"yuv444p10le", kHlg, "tonemap=none", 100},
                      Tone{"yuv444p16le", kHlg, "tonemap=mobius:desat=0"},
                      Tone{"yuv444p", kHlg, "tonemap=reinhard"},
                      Tone{"yuv444p", Transfer::bt709, "tonemap=hable:peak=1"}));

struct Space {
  const char* format;
  const char* chain;
  const char* tags = "colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv";
  const char* graph = nullptr;  // where it differs from the chain
};

void PrintTo(const Space& test, std::ostream* out) {
  *out << test.format << " " << test.chain;
}

class SpaceAgainstFfmpeg : public ::testing::TestWithParam<Space> {};

TEST_P(SpaceAgainstFfmpeg, IsCloseInEveryTile) {
  const Space& test = GetParam();
  FrameFacts facts = facts_of(test.format, 322, 180);
  facts.color.primaries = Primaries::bt709;
  facts.color.transfer = Transfer::bt709;
  // Colours that both sets of primaries hold.
  const FrameFacts rgb = facts_of("gbrp16le", 322, 180);
  const Raw scene = run_ffmpeg(
      std::string("colorchannelmixer=.7:.15:.15:0:.15:.7:.15:0:.15:.15:.7,zscale=matrixin="
                  "gbr:rangein=full:matrix=709:range=limited,format=") +
          test.format,
      rgb, {make_scene(rgb, 6)}, test.format);
  const std::string graph = std::string("setparams=") + test.tags + "," +
                            (test.graph != nullptr ? test.graph : test.chain);
  const auto plan = plan_chain(parse_chain(test.chain), facts, {});
  const FrameFacts& result = plan->result;
  const Raw expected = run_ffmpeg(graph, facts, {scene}, std::string(result.format->name));
  const Raw actual = run_chain(test.chain, facts, scene);
  for (int c = 0; c < 3; ++c) {
    const Distance d =
        distance(codes_of(expected, result, c), codes_of(actual, result, c),
                 result.format->component_width(c, result.width),
                 result.format->component_height(c, result.height), result.format->max_code());
    std::printf("%-12s %-60s component %d: %6.1f dB, worst tile %6.1f, largest %g\n", test.format,
                test.chain, c, d.psnr, d.worst_tile, d.largest);
    EXPECT_GE(d.psnr, 50) << "component " << c;
    EXPECT_GE(d.worst_tile, 40) << "component " << c;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Conversions, SpaceAgainstFfmpeg,
    ::testing::Values(
        Space{"yuv420p", "colorspace=all=bt2020"}, Space{"yuv444p12le", "colorspace=all=bt2020"},
        Space{"yuv420p", "colorspace=all=bt601-6-625"}, Space{"yuv444p", "colorspace=all=bt470m"},

        Space{"yuv444p", "colorspace=all=bt470m:wpadapt=identity"},
        Space{"yuv422p10le", "colorspace=all=smpte240m:range=pc"},
        Space{"yuv420p", "colorspace=all=bt2020:fast=1"},
        Space{"yuv444p", "colorspace=all=bt709:trc=srgb"},
        Space{"yuv444p", "colorspace=all=bt709:trc=linear"},
        Space{"yuv444p10le", "colorspace=space=bt709:trc=bt709:primaries=bt709:iall=bt2020"},
        Space{"yuv444p", "colorspace=all=bt709:ispace=smpte170m:irange=pc"},
        Space{"yuv444p", "colorspace=all=bt2020:format=yuv420p10"},
        Space{"yuv444p", "colorspace=all=bt709:primaries=smpte431:wpadapt=vonkries"}));

TEST(Colorspace, SaysWhatThePictureIsThen) {
  const FrameFacts facts = facts_of("yuv444p10le", 64, 48);
  FrameFacts expected = facts;
  expected.color.matrix = Matrix::bt2020nc;
  expected.color.primaries = Primaries::bt2020;
  expected.color.transfer = static_cast<Transfer>(14);
  expected.color.range = Range::full;
  EXPECT_EQ(plan_chain(parse_chain("colorspace=all=bt2020:range=pc"), facts, {})->result, expected);
  const auto nothing = plan_chain(parse_chain("colorspace"), facts, {});
  EXPECT_TRUE(nothing->passes.empty());
  EXPECT_EQ(nothing->result, facts);
}

TEST(Colorspace, ComesBackWhenUndone) {
  FrameFacts facts = facts_of("yuv444p16le", 64, 48);
  facts.color.primaries = Primaries::bt709;
  facts.color.transfer = Transfer::bt709;
  const Raw scene = run_chain("eq=contrast=0.5:saturation=0.15", facts, make_scene(facts, 4));
  const Raw back = run_chain("colorspace=all=bt2020,colorspace=all=bt709", facts, scene);
  for (int c = 0; c < 3; ++c)
    EXPECT_LE(distance(codes_of(scene, facts, c), codes_of(back, facts, c), 64, 48, 65535).largest,
              20);
}

// Light of PQ codes, and back, by ST 2084's text.
double st2084_light(double code) {
  const double p = std::pow(code, 32.0 / 2523);
  return 1e4 * std::pow(std::max(p - 0.8359375, 0.0) / (18.8515625 - 18.6875 * p), 16384.0 / 2610);
}
double st2084_code(double nits) {
  const double p = std::pow(nits / 1e4, 2610.0 / 16384);
  return std::pow((0.8359375 + 18.8515625 * p) / (1 + 18.6875 * p), 2523.0 / 32);
}

// BT.2390's EETF of light, cd/m2.
double eetf(double nits, double peak, double target) {
  const double top = st2084_code(peak), most = st2084_code(target) / top, knee = 1.5 * most - 0.5;
  const double e = std::min(st2084_code(nits) / top, 1.0);
  if (e < knee) return nits;
  const double t = (e - knee) / (1 - knee);
  const double shown = (2 * t * t * t - 3 * t * t + 1) * knee +
                       (t * t * t - 2 * t * t + t) * (1 - knee) +
                       (-2 * t * t * t + 3 * t * t) * most;
  return st2084_light(shown * top);
}

// R'G'B' of BT.709 for one of BT.2020 in PQ.
std::array<double, 3> shown_by_bt2390(const std::array<double, 3>& codes, double peak,
                                      double target) {
  std::array<double, 3> light{}, shown{};
  for (std::size_t c = 0; c < 3; ++c)
    light[c] = st2084_light(codes[c]);
  const double largest = std::max({light[0], light[1], light[2], 1e-9});
  for (double& value : light)
    value *= eetf(largest, peak, target) / largest / target;
  constexpr double kMatrix[3][3] = {{1.660491, -0.587641, -0.072850},
                                    {-0.124550, 1.132900, -0.008349},
                                    {-0.018151, -0.100579, 1.118730}};  // BT.2087
  for (std::size_t r = 0; r < 3; ++r) {
    const double sum =
        kMatrix[r][0] * light[0] + kMatrix[r][1] * light[1] + kMatrix[r][2] * light[2];
    shown[r] = std::pow(std::clamp(sum, 0.0, 1.0), 1 / 2.4);
  }
  return shown;
}

void expect_bt2390(const char* chain, const FrameFacts& facts, double peak, double target) {
  const Raw scene = make_scene(facts, 2), actual = run_chain(chain, facts, scene);
  const double top = facts.format->max_code();
  std::array<std::vector<double>, 3> codes, expected;
  for (int c = 0; c < 3; ++c)
    codes[static_cast<std::size_t>(c)] = codes_of(scene, facts, c);
  for (std::size_t i = 0; i < codes[0].size(); ++i) {
    const auto shown =
        shown_by_bt2390({codes[0][i] / top, codes[1][i] / top, codes[2][i] / top}, peak, target);
    for (std::size_t c = 0; c < 3; ++c)
      expected[c].push_back(std::round(top * shown[c]));
  }
  for (int c = 0; c < 3; ++c) {
    const Distance d = distance(expected[static_cast<std::size_t>(c)], codes_of(actual, facts, c),
                                facts.width, facts.height, facts.format->max_code());
    std::printf("%-12s %-40s component %d: %6.1f dB, worst tile %6.1f, largest %g\n",
                facts.format->name.data(), chain, c, d.psnr, d.worst_tile, d.largest);
    EXPECT_GE(d.psnr, 60) << chain;
    EXPECT_GE(d.worst_tile, 50) << chain;
  }
}

TEST(Bt2390, IsTheFormulaOfTheReport) {
  FrameFacts facts = wide_facts("gbrp12le", Transfer::pq, 211, 97);
  expect_bt2390("tonemap=bt2390:desat=0", facts, 1000, 100);
  expect_bt2390("tonemap=bt2390:desat=0:peak=20:target=203", facts, 4060, 203);
  facts.light.max_display = 4000;
  expect_bt2390("tonemap=bt2390:desat=0", facts, 4000, 100);
  facts.light.max_content = 600;  // goes before the display's
  expect_bt2390("tonemap=bt2390:desat=0:target=120", facts, 600, 120);
}

TEST(Tonemap, LeavesStandardPicturesAsTheyAre) {
  const FrameFacts facts = facts_of("yuv420p", 64, 48);
  EXPECT_TRUE(plan_chain(parse_chain("tonemap"), facts, {})->passes.empty());
  EXPECT_EQ(plan_chain(parse_chain("tonemap"), facts, {})->result, facts);
}

TEST(Tonemap, MakesAStandardPicture) {
  FrameFacts facts = wide_facts("yuv420p10le", Transfer::pq, 64, 48);
  facts.light = {1000, 1000};
  const auto plan = plan_chain(parse_chain("tonemap=hable,negate"), facts, {});
  FrameFacts expected = facts_of("yuv420p10le", 64, 48);
  expected.color.primaries = Primaries::bt709;
  expected.color.transfer = Transfer::bt709;
  EXPECT_EQ(plan->result, expected);
  EXPECT_EQ(plan->passes.size(), 1U);
}

// The most and the least of every option, and the corners of curves.
TEST(Tonemap, GivesNumbersForAllParameters) {
  const FrameFacts facts = wide_facts("gbrp16le", Transfer::pq, 33, 17);
  const Raw scene = make_scene(facts, 9);
  for (const char* kind :
       {"none", "linear", "gamma", "clip", "reinhard", "hable", "mobius", "bt2390"})
    for (const char* rest : {"param=0.0001", "param=1", "param=10", "peak=0.001", "peak=1",
                             "peak=10000", "target=1:desat=1000", "target=10000:desat=0.0001"}) {
      const std::string chain = std::string("tonemap=") + kind + ":" + rest;
      const auto plan = plan_chain(parse_chain(chain), facts, {});
      for (const PassTableRef& table : plan->passes.front().tables) {
        const auto* values = reinterpret_cast<const float*>(table->bytes.data());
        for (std::size_t i = 0; i < table->bytes.size() / sizeof(float); ++i)
          ASSERT_TRUE(std::isfinite(values[i])) << chain;
      }
      // A number that is none would be stored as 0 by one device and not by the other.
      EXPECT_EQ(run_chain(chain, facts, scene).size(), scene.size());
    }
}

}  // namespace
}  // namespace framelane::testing
