#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "gpu/filters/test_filters.h"
#include "gpu/filters/testing.h"

// chromakey against FFmpeg's; falsecolor and zebra, which it lacks, against what their notes say.
namespace framelane::testing {
namespace {

FrameFacts marked(const std::string& chain, const FrameFacts& facts) {
  return plan_chain(parse_chain(chain, filters_with_tests()), facts, {})->result;
}

// Share of samples further apart than a code, apart from those at the border.
double share_that_differs(const std::vector<double>& a, const std::vector<double>& b, int width,
                          int height) {
  int differ = 0;
  for (int y = 1; y < height - 1; ++y)
    for (int x = 1; x < width - 1; ++x) {
      const auto i = static_cast<std::size_t>(y * width + x);
      differ += std::abs(a[i] - b[i]) > 1 ? 1 : 0;
    }
  return static_cast<double>(differ) / ((width - 2) * (height - 2));
}

// No 16 bit: FFmpeg 5.1 squares differences of 16 bit in 32.
struct KeyCase {
  const char* format;
  const char* with_alpha;
  const char* chain;
};

void PrintTo(const KeyCase& test, std::ostream* out) {
  *out << test.format << " " << test.chain;
}

class ChromakeyAgainstFfmpeg : public ::testing::TestWithParam<KeyCase> {};

TEST_P(ChromakeyAgainstFfmpeg, KeysTheSamePixels) {
  const KeyCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, 323, 181), keyed = marked(test.chain, facts);
  ASSERT_EQ(keyed.format->name, test.with_alpha);
  const Raw scene = make_scene(facts, 5);
  const Raw expected = run_ffmpeg("format=" + std::string(test.with_alpha) + "," + test.chain,
                                  facts, {scene}, test.with_alpha);
  const Raw actual = run_chain(test.chain, facts, scene);
  ASSERT_EQ(expected.size(), actual.size());
  for (int c = 0; c < 3; ++c)
    EXPECT_EQ(codes_of(expected, keyed, c), codes_of(actual, keyed, c)) << "component " << c;
  const auto theirs = codes_of(expected, keyed, 3), ours = codes_of(actual, keyed, 3);
  const double share = share_that_differs(theirs, ours, facts.width, facts.height);
  const auto clear = std::ranges::count(ours, 0.0);
  std::printf("%-12s %-48s %.4f %% differ, %.1f %% transparent\n", test.format, test.chain,
              100 * share, 100.0 * static_cast<double>(clear) / static_cast<double>(ours.size()));
  EXPECT_LE(share, 1e-4);
  EXPECT_GT(clear, 0);
  EXPECT_LT(clear, static_cast<std::ptrdiff_t>(ours.size()));
}

INSTANTIATE_TEST_SUITE_P(
    Formats, ChromakeyAgainstFfmpeg,
    ::testing::Values(KeyCase{"yuv420p", "yuva420p", "chromakey=green:0.3"},
                      KeyCase{"yuv420p", "yuva420p", "chromakey=0x2080c0:similarity=0.1:blend=0.3"},
                      KeyCase{"yuv422p", "yuva422p", "chromakey=color=#80a050:blend=0.5"},
                      KeyCase{"yuv444p", "yuva444p", "chromakey=0x50a060:0.25:yuv=1"},
                      KeyCase{"yuva420p", "yuva420p", "chromakey=Teal@0.5:0.2:0.2"},
                      KeyCase{"yuv420p10le", "yuva420p10le", "chromakey=gray:0.15"},
                      KeyCase{"yuv444p12le", "yuva444p12le", "chromakey=gray:0.1:0.4"},
                      KeyCase{"yuv422p10le", "yuva422p10le", "chromakey=red:0.3:0.2"},
                      KeyCase{"nv12", "yuva420p", "chromakey=gray:0.1:0.4"}));

using Color = std::array<double, 3>;

// Y, U, V codes of limited BT.709.
Color yuv_of(const Color& rgb, double unit) {
  const double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  return {(16 + 219 * y) * unit, (128 + 224 * (rgb[2] - y) / 1.8556) * unit,
          (128 + 224 * (rgb[0] - y) / 1.5748) * unit};
}

// The colour of a level in percent, or nothing.
bool level_color(double percent, Color& rgb) {
  const auto is = [&](double low, double high) { return percent >= low && percent < high; };
  if (percent < 2.5) return rgb = {0.50, 0.10, 0.60}, true;
  if (is(2.5, 4)) return rgb = {0.10, 0.25, 0.90}, true;
  if (is(38, 42)) return rgb = {0.20, 0.75, 0.20}, true;
  if (is(52, 56)) return rgb = {0.95, 0.60, 0.70}, true;
  if (is(97, 99)) return rgb = {0.95, 0.90, 0.15}, true;
  if (percent >= 99) return rgb = {0.90, 0.10, 0.10}, true;
  return false;
}

// The colour of a signal by the stops its light is from 18 % (inverse of BT.709's curve).
bool stop_color(double signal, Color& rgb) {
  const double light = signal < 0.081 ? signal / 4.5 : std::pow((signal + 0.099) / 1.099, 1 / 0.45);
  const double stops = light > 0 ? std::log2(light / 0.18) : -100;
  const Color colors[] = {{0.30, 0.05, 0.45}, {0.25, 0.15, 0.70}, {0.10, 0.25, 0.90},
                          {0.10, 0.45, 0.95}, {0.15, 0.65, 0.90}, {0.10, 0.60, 0.55},
                          {0.20, 0.75, 0.20}, {0.95, 0.60, 0.70}, {0.95, 0.90, 0.15},
                          {0.95, 0.55, 0.10}, {0.90, 0.10, 0.10}};
  const double zone = std::clamp(std::floor(stops + 0.5) + 6, 0.0, 10.0);
  rgb = colors[static_cast<std::size_t>(zone)];
  return true;
}

struct ZoneCase {
  const char* format;
  const char* chain;
  bool stops = false, keeps_color = false;
  double opacity = 1;
};

void PrintTo(const ZoneCase& test, std::ostream* out) {
  *out << test.format << " " << test.chain;
}

class Falsecolor : public ::testing::TestWithParam<ZoneCase> {};

TEST_P(Falsecolor, ColoursZonesOfLuma) {
  const ZoneCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, 163, 91), result = marked(test.chain, facts);
  const Raw scene = make_scene(facts, 3), actual = run_chain(test.chain, facts, scene);
  const double unit = std::ldexp(1.0, facts.format->depth - 8);
  const bool gray = facts.format->color_count == 1;
  const auto luma = codes_of(scene, facts, 0);
  for (int c = 0; c < 3; ++c) {
    const auto before = codes_of(scene, facts, gray ? 0 : c), after = codes_of(actual, result, c);
    ASSERT_EQ(after.size(), luma.size());
    double furthest = 0;
    for (std::size_t i = 0; i < luma.size(); ++i) {
      const double signal = (luma[i] / unit - 16) / 219;
      Color rgb{};
      const bool tinted = test.stops ? stop_color(signal, rgb) : level_color(100 * signal, rgb);
      const double under = c == 0 || test.keeps_color ? before[i] : 128 * unit;
      const double color = yuv_of(rgb, unit)[static_cast<std::size_t>(c)];
      const double expected = tinted ? std::lerp(under, color, test.opacity) : under;
      furthest = std::max(furthest, std::abs(expected - after[i]));
    }
    EXPECT_LE(furthest, 0.51) << "component " << c;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Tables, Falsecolor,
    ::testing::Values(ZoneCase{"yuv444p", "falsecolor"},
                      ZoneCase{"yuv444p", "falsecolor=style=color:opacity=0.6", false, true, 0.6},
                      ZoneCase{"yuv444p10le", "falsecolor=scale=stops", true},
                      ZoneCase{"yuv444p16le", "falsecolor=scale=ire:opacity=0.3", false, false,
                               0.3},
                      ZoneCase{"gray", "falsecolor"},
                      ZoneCase{"gray12le", "falsecolor=stops", true}));

TEST(FalsecolorStops, TellsStopsByTheTransfer) {
  // BT.2408's levels of an 18 % card: 38 % of PQ and of HLG; 40.9 % by BT.709's curve.
  for (const auto& [transfer, percent] :
       {std::pair{Transfer::pq, 38.0}, std::pair{Transfer::hlg, 38.0},
        std::pair{Transfer::unspecified, 40.9}, std::pair{Transfer::linear, 18.0}}) {
    FrameFacts facts = facts_of("yuv444p10le", 16, 16);
    facts.color.transfer = transfer;
    Raw scene = make_scene(facts, 1);
    const int code = static_cast<int>(std::rint(4 * (16 + 2.19 * percent)));
    for (std::size_t i = 0; i < 2 * 256; i += 2) {
      scene[i] = static_cast<std::uint8_t>(code);
      scene[i + 1] = static_cast<std::uint8_t>(code >> 8);
    }
    const auto luma = codes_of(run_chain("falsecolor=scale=stops", facts, scene), facts, 0);
    EXPECT_NEAR(luma[0], yuv_of({0.20, 0.75, 0.20}, 4)[0], 0.51) << static_cast<int>(transfer);
  }
}

TEST(Zebra, StripesWhatLiesBetweenItsLevels) {
  for (const char* format : {"yuv444p", "gray10le"}) {
    const FrameFacts facts = facts_of(format, 163, 91);
    const Raw scene = make_scene(facts, 3);
    const Raw actual = run_chain("zebra=low=60:high=98:width=3:angle=37:color=white", facts, scene);
    const double unit = std::ldexp(1.0, facts.format->depth - 8);
    const auto luma = codes_of(scene, facts, 0);
    for (int c = 0; c < facts.format->color_count; ++c) {
      const auto before = codes_of(scene, facts, c), after = codes_of(actual, facts, c);
      int wrong = 0, striped = 0;
      for (std::size_t i = 0; i < luma.size(); ++i) {
        const double percent = (luma[i] / unit - 16) / 2.19;
        const double turn = 37 * std::numbers::pi / 180, x = static_cast<double>(i % 163),
                     y = static_cast<double>(i / 163);
        const double stripe = std::floor((x * std::cos(turn) + y * std::sin(turn)) / 3);
        const bool marked = percent >= 60 && percent <= 98 && std::fmod(std::abs(stripe), 2) == 1;
        const double expected = marked ? (c == 0 ? 235 : 128) * unit : before[i];
        striped += marked ? 1 : 0;
        wrong += std::abs(expected - after[i]) > 0.51 ? 1 : 0;
      }
      EXPECT_GT(striped, 500) << format;
      // A pixel that lies on a stripe's edge may fall to either side.
      EXPECT_LE(wrong, 1) << format << " component " << c;
    }
  }
}

}  // namespace
}  // namespace framelane::testing
