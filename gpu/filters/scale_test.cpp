#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <ostream>

#include "gpu/errors.h"
#include "gpu/filters/test_filters.h"
#include "gpu/filters/testing.h"

// scale against FFmpeg's, and against the kernels summed plainly in double precision.
namespace framelane::testing {
namespace {

FrameFacts result_of(const std::string& chain, const FrameFacts& facts) {
  return plan_chain(parse_chain(chain, filters_with_tests()), facts, {})->result;
}

struct ScaleCase {
  const char* format;
  const char* size;
  const char* kernel;
  double least = 50, least_tile = 40;
};

void PrintTo(const ScaleCase& test, std::ostream* out) {
  *out << test.format << " " << test.size << " " << test.kernel;
}

// Room for overshoot: swscale cuts off at the top, but not at the bottom, between across and down.
Raw scene_with_room(const FrameFacts& facts) {
  const Raw scene = make_scene(facts, 2);
  if (facts.format->family == ColorFamily::rgb) return scene;
  return run_chain("eq=contrast=0.6:saturation=0.6", facts, scene);
}

class ScalesAsFfmpeg : public ::testing::TestWithParam<ScaleCase> {};

TEST_P(ScalesAsFfmpeg, InEveryTile) {
  const ScaleCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, 323, 181);
  const Raw scene = scene_with_room(facts);
  const std::string chain = std::string("scale=") + test.size + ":flags=" + test.kernel;
  // Chroma at the left, as the facts say.
  std::string graph = chain;
  const std::size_t after = graph.find(test.kernel) + std::string(test.kernel).find_first_of(":");
  const std::string exact = "+accurate_rnd+full_chroma_int+full_chroma_inp";
  std::string(test.kernel).find(':') == std::string::npos ? graph += exact
                                                          : graph.insert(after, exact);
  if (facts.format->log2_chroma_w > 0) graph += ":in_h_chr_pos=0:out_h_chr_pos=0";
  const Raw expected = run_ffmpeg(graph, facts, {scene}, test.format);
  const Raw actual = run_chain(chain, facts, scene);
  const FrameFacts result = result_of(chain, facts);
  ASSERT_EQ(actual.size(), expected.size());
  for (int c = 0; c < 4; ++c) {
    if (!result.format->has_component(c)) continue;
    const Distance d =
        distance(codes_of(expected, result, c), codes_of(actual, result, c),
                 result.format->component_width(c, result.width),
                 result.format->component_height(c, result.height), result.format->max_code());
    std::printf(
        "%-12s %-9s %-18s component %d: %6.1f dB, worst tile %6.1f, at the border %6.1f, "
        "largest %g\n",
        test.format, test.size, test.kernel, c, d.psnr, d.worst_tile, d.worst_border_tile,
        d.largest);
    EXPECT_GE(d.psnr, test.least) << "component " << c;
    EXPECT_GE(d.worst_tile, test.least_tile) << "component " << c;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, ScalesAsFfmpeg,
    ::testing::Values(
        ScaleCase{"yuv420p", "160:90", "lanczos"}, ScaleCase{"yuv420p", "160:90", "bicubic"},
        ScaleCase{"yuv420p", "160:90", "bilinear"}, ScaleCase{"yuv420p", "640:361", "lanczos"},
        ScaleCase{"yuv420p", "500:300", "bicubic"}, ScaleCase{"yuv420p", "431:97", "bilinear"},
        ScaleCase{"yuv420p", "100:-2", "lanczos:param0=2"},
        ScaleCase{"yuv420p", "-1:100", "bicubic:param0=1:param1=0"},
        ScaleCase{"yuv422p", "200:120", "lanczos"}, ScaleCase{"yuv444p", "40:30", "lanczos"},
        ScaleCase{"yuv420p10le", "200:120", "lanczos"},
        ScaleCase{"yuv444p12le", "200:120", "bicubic"}, ScaleCase{"gray16le", "200:120", "lanczos"},
        ScaleCase{"yuva420p", "220:130", "bicubic"}, ScaleCase{"nv12", "160:90", "lanczos"},
        ScaleCase{"gbrp", "200:120", "bicubic"}, ScaleCase{"gbrp10le", "200:120", "lanczos"}));

// The kernels once more, plainly.
double kernel(const std::string& name, double width, double d) {
  d = std::abs(d);
  if (name == "bilinear") return d < 1 ? 1 - d : 0;
  if (name == "bicubic") {
    constexpr double a = -0.6;
    if (d < 1) return (a + 2) * d * d * d - (a + 3) * d * d + 1;
    return d < 2 ? a * d * d * d - 5 * a * d * d + 8 * a * d - 4 * a : 0;
  }
  if (d >= width) return 0;
  const double x = d * std::numbers::pi;
  return d < 1e-12 ? 1 : width * std::sin(x) * std::sin(x / width) / (x * x);
}

struct Resize {
  std::string name = "bicubic";
  double width = 3;
};

// `count` samples made of those of a line `stride` apart.
std::vector<double> resized(const Resize& how, const std::vector<double>& line, int count,
                            double edge) {
  const int size = static_cast<int>(line.size());
  const double ratio = static_cast<double>(size) / count, wide = std::max(1.0, ratio);
  std::vector<double> out;
  for (int i = 0; i < count; ++i) {
    const double centre = (i + edge) * ratio - edge, reach = 4 * how.width * wide;
    double sum = 0, weights = 0;
    for (int j = static_cast<int>(centre - reach) - 1; j <= centre + reach + 1; ++j) {
      const double weight = kernel(how.name, how.width, (j - centre) / wide);
      sum += weight * line[static_cast<std::size_t>(std::clamp(j, 0, size - 1))];
      weights += weight;
    }
    out.push_back(sum / weights);
  }
  return out;
}

std::vector<double> resized(const Resize& how, const std::vector<double>& plane, int in_width,
                            int out_width, int out_height, double edge_x, double edge_y) {
  const auto w = static_cast<std::size_t>(in_width), h = plane.size() / w;
  std::vector<std::vector<double>> rows;
  for (std::size_t y = 0; y < h; ++y)
    rows.push_back(resized(how,
                           std::vector(plane.begin() + static_cast<std::ptrdiff_t>(y * w),
                                       plane.begin() + static_cast<std::ptrdiff_t>((y + 1) * w)),
                           out_width, edge_x));
  std::vector<double> out(static_cast<std::size_t>(out_width) *
                          static_cast<std::size_t>(out_height));
  for (std::size_t x = 0; x < static_cast<std::size_t>(out_width); ++x) {
    std::vector<double> column;
    for (const auto& row : rows)
      column.push_back(row[x]);
    const auto made = resized(how, column, out_height, edge_y);
    for (std::size_t y = 0; y < made.size(); ++y)
      out[y * static_cast<std::size_t>(out_width) + x] = made[y];
  }
  return out;
}

// How far the result's codes are from the reference, clamped to what codes there are.
void expect_resized(const std::string& chain, const Resize& how, const FrameFacts& facts,
                    double edge_x, double edge_y, double most = 0.51) {
  const Raw scene = make_scene(facts, 7);
  const Raw actual = run_chain(chain, facts, scene);
  const FrameFacts result = result_of(chain, facts);
  for (int c = 0; c < 4; ++c) {
    if (!facts.format->has_component(c)) continue;
    const bool chroma = facts.format->is_chroma(c);
    const auto expected =
        resized(how, codes_of(scene, facts, c), facts.format->component_width(c, facts.width),
                result.format->component_width(c, result.width),
                result.format->component_height(c, result.height), chroma ? edge_x : 0.5,
                chroma ? edge_y : 0.5);
    const auto codes = codes_of(actual, result, c);
    double furthest = 0;
    for (std::size_t i = 0; i < codes.size(); ++i)
      furthest = std::max(
          furthest,
          std::abs(codes[i] - std::clamp(expected[i], 0.0, 1.0 * facts.format->max_code())));
    EXPECT_LE(furthest, most) << chain << " " << facts.format->name << " " << facts.width << "x"
                              << facts.height << " component " << c;
  }
}

TEST(Scale, IsTheKernelsSumAtEverySize) {
  const FrameFacts facts = facts_of("yuv420p10le", 61, 43);
  for (const char* size : {"30:20", "122:86", "61:7", "5:43", "1:1", "200:3"})
    for (const char* name : {"bilinear", "bicubic", "lanczos"})
      expect_resized(std::string("scale=") + size + ":flags=" + name, {name, 3}, facts, 0.25, 0.5,
                     0.52);
  expect_resized("scale=40:30:flags=lanczos:param0=1.5", {"lanczos", 1.5}, facts, 0.25, 0.5);
  expect_resized("scale=90:70:flags=lanczos:param0=5", {"lanczos", 5}, facts, 0.25, 0.5);
}

TEST(Scale, TinyPicturesGrowAndShrink) {
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{2, 3}, std::pair{5, 1}})
    for (const auto& [name, edge] :
         {std::pair{"gray16le", 0.5}, std::pair{"rgb24", 0.5}, std::pair{"yuva444p10le", 0.5},
          std::pair{"p010le", 0.25}, std::pair{"nv16", 0.25}})
      for (const char* size : {"17:9", "1:1", "3:2", "64:64"})
        expect_resized(std::string("scale=") + size, {}, facts_of(name, width, height), edge, 0.5,
                       0.55);
}

TEST(Scale, ChromaIsScaledWhereItLies) {
  FrameFacts facts = facts_of("yuv420p", 60, 44);
  facts.color.siting = Siting::center;
  expect_resized("scale=31:80", {}, facts, 0.5, 0.5);
  facts.color.siting = Siting::topleft;
  expect_resized("scale=31:80", {}, facts, 0.25, 0.25);
  facts.color.siting = Siting::bottom;
  expect_resized("scale=31:80", {}, facts, 0.5, 0.75);
  expect_resized("scale=31:80", {}, facts_of("yuv422p", 60, 44), 0.25, 0.5);
}

// Working samples lie between the axes.
TEST(Scale, ShrinksSoMuchThatAxesGoApart) {
  const FrameFacts facts = facts_of("gray12le", 1900, 130);
  const std::string chain = "scale=12:10:flags=lanczos";
  EXPECT_EQ(plan_chain(parse_chain(chain), facts, {})->passes.size(), 2U);
  expect_resized(chain, {"lanczos", 3}, facts, 0.5, 0.5);
  expect_resized("scale=12:130:flags=lanczos", {"lanczos", 3}, facts, 0.5, 0.5);
  expect_resized("scale=w=1900:h=1", {}, facts, 0.5, 0.5);
}

TEST(Scale, SizesFollowTheShapeAsFfmpegs) {
  const FrameFacts facts = facts_of("yuv420p", 1001, 563);
  const auto size = [&](const char* chain) {
    const FrameFacts result = result_of(chain, facts);
    return std::pair(result.width, result.height);
  };
  EXPECT_EQ(size("scale=320:-1"), std::pair(320, 180));
  EXPECT_EQ(size("scale=-2:300"), std::pair(534, 300));
  EXPECT_EQ(size("scale=-16:300"), std::pair(528, 300));
  EXPECT_EQ(size("scale=0:300"), std::pair(1001, 300));
  EXPECT_EQ(size("scale=-1:-1"), std::pair(1001, 563));
  EXPECT_EQ(size("scale=640:640:force_original_aspect_ratio=decrease"), std::pair(640, 360));
  EXPECT_EQ(size("scale=640:640:force_original_aspect_ratio=increase:force_divisible_by=4"),
            std::pair(1136, 640));
  EXPECT_THROW((void)size("scale=32768:1,scale=-1:2"), UsageError);
}

TEST(Scale, TheShownShapeAndTheMatrixStay) {
  FrameFacts facts = facts_of("yuv420p", 1440, 1080);
  facts.sample_aspect = {4, 3};
  facts.field_order = FieldOrder::top_first;
  facts.color.matrix = Matrix::unspecified;
  const FrameFacts result = result_of("scale=640:360", facts);
  EXPECT_EQ(result.sample_aspect, (Rational{1, 1}));
  EXPECT_EQ(result.color.matrix, Matrix::bt709);
  EXPECT_EQ(result.field_order, FieldOrder::progressive);
  EXPECT_EQ(result_of("scale=640:0", facts).field_order, FieldOrder::top_first);
}

TEST(Scale, TheSizeThatIsThereIsNoPass) {
  const FrameFacts facts = facts_of("yuv420p", 33, 21);
  for (const char* chain : {"scale", "scale=33:21:flags=lanczos", "scale=-1:21", "scale=0:0"})
    EXPECT_TRUE(plan_chain(parse_chain(chain), facts, {})->passes.empty()) << chain;
}

TEST(Scale, FlatStaysFlat) {
  const FrameFacts facts = facts_of("gray16le", 40, 30);
  Raw flat(40 * 30 * 2);
  for (std::size_t i = 0; i < flat.size(); i += 2) {
    flat[i] = 0xFF;
    flat[i + 1] = 0xFE;
  }
  for (const char* chain : {"scale=77:51:flags=lanczos", "scale=13:9", "scale=41:29"})
    for (const double code : codes_of(run_chain(chain, facts, flat), result_of(chain, facts), 0))
      ASSERT_EQ(code, 0xFEFF) << chain;
}

}  // namespace
}  // namespace framelane::testing
