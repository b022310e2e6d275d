#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "gpu/filters/testing.h"

// Filters that look at several pictures, against FFmpeg's.
namespace framelane::testing {
namespace {

struct Shape {
  int width = 163, height = 91;
};

struct TemporalCase {
  const char* format;
  const char* chain;
  int frames = 5;
  FieldOrder order = FieldOrder::progressive;
  Shape shape{};
  double least = 60, least_tile = 50;
  const char* graph = nullptr;  // FFmpeg's, where the text differs
};

void PrintTo(const TemporalCase& test, std::ostream* out) {
  *out << test.format << " " << test.chain << " " << test.shape.width << "x" << test.shape.height
       << ", " << test.frames << " frames";
}

// Lines of two pictures by turns.
Raw woven(const FrameFacts& facts, Raw even, const Raw& odd) {
  std::size_t at = 0;
  for (int p = 0; p < facts.format->plane_count; ++p) {
    const auto row = static_cast<std::size_t>(facts.format->plane_row_bytes(p, facts.width));
    for (int y = 0; y < facts.format->plane_rows(p, facts.height); ++y, at += row)
      if (y % 2 != 0)
        std::copy_n(odd.begin() + static_cast<std::ptrdiff_t>(at), row,
                    even.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return even;
}

// Half of the fields show what the field before showed, so that nothing moves between them.
std::vector<Raw> interlaced(const FrameFacts& facts, int frames) {
  std::vector<Raw> pictures;
  for (int n = 0; n < frames; ++n)
    pictures.push_back(woven(facts, make_scene(facts, static_cast<unsigned>(n + 1)),
                             make_scene(facts, static_cast<unsigned>(n + 1 + n % 2))));
  return pictures;
}

std::string graph_of(const TemporalCase& test) {
  const std::string text = test.graph != nullptr ? test.graph : test.chain;
  switch (test.order) {
    case FieldOrder::top_first:
      return "setfield=tff," + text;
    case FieldOrder::bottom_first:
      return "setfield=bff," + text;
    case FieldOrder::progressive:
      break;
  }
  return text;
}

void compare(const TemporalCase& test, const FrameFacts& facts, const std::vector<Raw>& pictures) {
  const std::size_t bytes = pictures[0].size();
  const Raw expected = run_ffmpeg(graph_of(test), facts, pictures, test.format);
  const auto actual = run_chain(test.chain, facts, pictures);
  ASSERT_EQ(expected.size(), bytes * actual.size());
  Distance worst;
  for (std::size_t n = 0; n < actual.size(); ++n) {
    const auto first = expected.begin() + static_cast<std::ptrdiff_t>(n * bytes);
    const Raw frame(first, first + static_cast<std::ptrdiff_t>(bytes));
    for (int c = 0; c < 4; ++c) {
      if (!facts.format->has_component(c)) continue;
      const Distance d =
          distance(codes_of(frame, facts, c), codes_of(actual[n], facts, c),
                   facts.format->component_width(c, facts.width),
                   facts.format->component_height(c, facts.height), facts.format->max_code());
      EXPECT_GE(d.psnr, test.least) << "frame " << n << " component " << c;
      EXPECT_GE(d.worst_tile, test.least_tile) << "frame " << n << " component " << c;
      worst.psnr = std::min(worst.psnr, d.psnr);
      worst.worst_tile = std::min(worst.worst_tile, d.worst_tile);
      worst.worst_border_tile = std::min(worst.worst_border_tile, d.worst_border_tile);
      worst.largest = std::max(worst.largest, d.largest);
    }
  }
  std::printf("%-12s %-44s %6.1f dB, worst tile %6.1f, at the border %6.1f, largest %g\n",
              test.format, test.chain, worst.psnr, worst.worst_tile, worst.worst_border_tile,
              worst.largest);
}

class TemporalAgainstFfmpeg : public ::testing::TestWithParam<TemporalCase> {};

TEST_P(TemporalAgainstFfmpeg, IsCloseInEveryTileOfEveryFrame) {
  const TemporalCase& test = GetParam();
  FrameFacts facts = facts_of(test.format, test.shape.width, test.shape.height);
  facts.field_order = test.order;
  compare(test, facts, interlaced(facts, test.frames));
}

constexpr FieldOrder kTop = FieldOrder::top_first, kBottom = FieldOrder::bottom_first;

INSTANTIATE_TEST_SUITE_P(
    Yadif, TemporalAgainstFfmpeg,
    ::testing::Values(TemporalCase{"yuv420p", "yadif", 5, kTop},
                      TemporalCase{"yuv420p", "yadif=mode=send_field", 5, kBottom},
                      TemporalCase{"yuv422p", "yadif=send_frame_nospatial:bff", 4},
                      TemporalCase{"yuv444p", "yadif=3:-1:0", 4, kBottom},
                      TemporalCase{"yuv420p10le", "yadif=1", 4, kTop},
                      TemporalCase{"yuv422p12le", "yadif=1:bff", 3},
                      TemporalCase{"yuv444p16le", "yadif=1:tff", 3},
                      TemporalCase{"gray", "yadif", 3}, TemporalCase{"gray16le", "yadif=1:bff", 3},
                      TemporalCase{"gbrp", "yadif=1:1", 3}, TemporalCase{"yuva420p", "yadif=1", 3},
                      TemporalCase{"yuv420p", "yadif=1:deint=interlaced", 4, kBottom},
                      TemporalCase{"yuv420p", "yadif=1", 1, kTop},
                      TemporalCase{"yuv420p", "yadif", 2},
                      TemporalCase{"yuv444p", "yadif=1", 3, kTop, {9, 3}},
                      TemporalCase{"yuv444p", "yadif=1", 3, kTop, {5, 4}},
                      TemporalCase{"yuv420p", "yadif=1", 3, kBottom, {3, 3}},
                      TemporalCase{"yuv420p10le", "yadif=1", 3, kTop, {37, 5}}));

INSTANTIATE_TEST_SUITE_P(
    Bwdif, TemporalAgainstFfmpeg,
    ::testing::Values(TemporalCase{"yuv420p", "bwdif", 5, kTop},
                      TemporalCase{"yuv420p", "bwdif=mode=send_frame", 5, kBottom},
                      TemporalCase{"yuv444p", "bwdif=parity=bff", 4},
                      TemporalCase{"yuv420p10le", "bwdif", 4, kTop},
                      TemporalCase{"yuv422p12le", "bwdif=1:bff", 3},
                      TemporalCase{"yuv444p16le", "bwdif=0:tff", 3},
                      TemporalCase{"gray", "bwdif", 3}, TemporalCase{"gray16le", "bwdif=1:bff", 3},
                      TemporalCase{"gbrp", "bwdif=1:1", 3}, TemporalCase{"gbrp12le", "bwdif", 3},
                      TemporalCase{"yuva420p", "bwdif", 3},
                      TemporalCase{"yuv420p", "bwdif", 1, kTop},
                      TemporalCase{"yuv420p", "bwdif", 2},
                      TemporalCase{"yuv444p", "bwdif", 3, kTop, {9, 4}},
                      TemporalCase{"yuv444p", "bwdif", 3, kBottom, {7, 9}},
                      TemporalCase{"yuv420p10le", "bwdif", 3, kTop, {37, 13}}));

INSTANTIATE_TEST_SUITE_P(
    Hqdn3d, TemporalAgainstFfmpeg,
    ::testing::Values(TemporalCase{"yuv420p", "hqdn3d", 5},
                      TemporalCase{"yuv444p", "hqdn3d=8:0.5:20:1", 4},
                      TemporalCase{"yuv422p", "hqdn3d=luma_tmp=255:chroma_spatial=40", 4},
                      TemporalCase{"yuv420p10le", "hqdn3d=3", 4},
                      TemporalCase{"yuv444p12le", "hqdn3d=chroma_tmp=9", 4},
                      TemporalCase{"yuv420p16le", "hqdn3d=12", 4},
                      TemporalCase{"yuv420p", "hqdn3d", 1},
                      TemporalCase{"yuv420p", "hqdn3d", 3, FieldOrder::progressive, {1, 1}},
                      TemporalCase{"yuv420p", "hqdn3d", 3, FieldOrder::progressive, {5, 3}}));

// Frames that are brighter and darker by turns.
std::vector<Raw> flickering(const FrameFacts& facts, int frames) {
  std::vector<Raw> pictures;
  for (int n = 0; n < frames; ++n) {
    const char* contrast = n % 3 == 0 ? "0.6" : n % 3 == 1 ? "0.95" : "0.8";
    pictures.push_back(run_chain(std::string("eq=brightness=-0.2:contrast=") + contrast, facts,
                                 make_scene(facts, static_cast<unsigned>(n / 2 + 1))));
  }
  return pictures;
}

class Deflicker : public ::testing::TestWithParam<TemporalCase> {};

TEST_P(Deflicker, IsCloseToFfmpegInEveryTileOfEveryFrame) {
  const TemporalCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, test.shape.width, test.shape.height);
  compare(test, facts, flickering(facts, test.frames));
}

INSTANTIATE_TEST_SUITE_P(Means, Deflicker,
                         ::testing::Values(TemporalCase{"yuv420p", "deflicker", 8},
                                           TemporalCase{"yuv420p10le", "deflicker=size=3", 6},
                                           TemporalCase{"gray16le", "deflicker=4:gm", 6},
                                           TemporalCase{"yuv444p", "deflicker=m=hm", 6},
                                           TemporalCase{"yuv420p", "deflicker=s=2:m=qm", 5},
                                           TemporalCase{"yuva420p", "deflicker=mode=cm", 6},
                                           TemporalCase{"yuv422p12le", "deflicker=mode=pm", 6}));

TEST(DeflickerAlone, GivesEveryFrameTheMeansLuminance) {
  const FrameFacts facts = facts_of("gray16le", 64, 48);
  const std::vector<Raw> pictures = flickering(facts, 3);
  const auto mean = [&](const Raw& raw) {
    const auto codes = codes_of(raw, facts, 0);
    return std::accumulate(codes.begin(), codes.end(), 0.0) / static_cast<double>(codes.size());
  };
  std::vector<double> means;
  for (const Raw& raw : pictures)
    means.push_back(mean(raw));
  // Longer than the stream: its last frame repeats. No power of 129 overflows.
  for (const auto& [chain, expected] :
       {std::pair<std::string, double>{"deflicker=size=9",
                                       (means[0] + means[1] + 7 * means[2]) / 9},
        {"deflicker=size=129:mode=gm",
         std::exp((std::log(means[0]) + std::log(means[1]) + 127 * std::log(means[2])) / 129)},
        {"deflicker=size=5:mode=median", means[2]}})
    EXPECT_NEAR(mean(run_chain(chain, facts, pictures)[0]), expected, 1) << chain;
  for (const char* chain : {"deflicker=size=129:mode=pm", "deflicker=size=129:mode=hm"})
    EXPECT_NEAR(mean(run_chain(chain, facts, pictures)[2]), means[2], 1) << chain;
  const Raw black(pictures[0].size(), 0);
  EXPECT_EQ(run_chain("deflicker=mode=hm", facts, black), black);
  EXPECT_EQ(run_chain("deflicker=bypass=1", facts, pictures), pictures);
}

}  // namespace
}  // namespace framelane::testing
