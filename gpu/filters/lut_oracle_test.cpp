#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>

#include "gpu/errors.h"
#include "gpu/filters/cube_file.h"
#include "gpu/filters/test_tables.h"
#include "gpu/filters/testing.h"

// curves, lut1d and lut3d against FFmpeg's, and against plain interpolation in doubles.
namespace framelane::testing {
namespace {

using Triple = std::array<double, 3>;

struct LutCase {
  const char* format;
  const char* chain;
  double least = 50, least_tile = 40;
};

void PrintTo(const LutCase& test, std::ostream* out) {
  *out << test.format << " " << test.chain;
}

class LutAgainstFfmpeg : public ::testing::TestWithParam<LutCase> {};

TEST_P(LutAgainstFfmpeg, IsCloseInEveryTile) {
  const LutCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, 163, 91);
  const Raw scene = make_scene(facts, 1);
  const std::string chain = with_tables(test.chain);
  const Raw expected = run_ffmpeg(chain, facts, {scene}, test.format);
  const Raw actual = run_chain(chain, facts, scene);
  for (int c = 0; c < 4; ++c) {
    if (!facts.format->has_component(c)) continue;
    const Distance d = distance(codes_of(expected, facts, c), codes_of(actual, facts, c),
                                facts.width, facts.height, facts.format->max_code());
    std::printf("%-10s %-60s component %d: %6.1f dB, worst tile %6.1f, largest %g\n", test.format,
                test.chain, c, d.psnr, d.worst_tile, d.largest);
    EXPECT_GE(d.psnr, test.least) << "component " << c;
    EXPECT_GE(d.worst_tile, test.least_tile) << "component " << c;
  }
}

// The same tables of whole codes.
INSTANTIATE_TEST_SUITE_P(
    Curves, LutAgainstFfmpeg,
    ::testing::Values(
        LutCase{"gbrp", "curves=preset=cross_process", 200, 200},
        LutCase{"gbrp", "curves=preset=color_negative", 200, 200},
        LutCase{"rgb24", "curves=preset=vintage", 200, 200},
        LutCase{"gbrp", "curves=preset=strong_contrast", 200, 200},
        LutCase{"gbrp", "curves=preset=negative", 200, 200},
        LutCase{"gbrp10le", "curves=preset=increase_contrast", 200, 200},
        LutCase{"gbrp", "curves=r=0.2/0.1 0.8/0.9:g=0/0.5 1/0:b=0.5/0.3", 200, 200},
        LutCase{"gbrp", "curves=m=0/0 0.3/0.7 1/1:all=0/0.1 0.4/0.2 1/1:r=0/1 1/0.2", 200, 200},
        LutCase{"gbrp12le", "curves=preset=darker:b=0/0 0.1/0.9 0.2/0.1 1/1", 200, 200},
        LutCase{"gbrp16le", "curves=preset=vintage:all=0/0 0.3/0.2 1/1", 200, 200},
        LutCase{"gbrap", "curves=none:0/0.2 1/1", 200, 200}));

// FFmpeg cuts fractions off where we round: 51.1 dB of 8-bit codes on the average.
INSTANTIATE_TEST_SUITE_P(
    Line, LutAgainstFfmpeg,
    ::testing::Values(LutCase{"gbrp", "lut1d=file=%c64.cube"},
                      LutCase{"gbrp", "lut1d=file=%c9.cube:interp=nearest"},
                      LutCase{"gbrp", "lut1d=file=%c9.cube:interp=cosine"},
                      LutCase{"gbrp", "lut1d=file=%c9.cube:interp=cubic"},
                      LutCase{"rgb24", "lut1d=file=%c9.cube:interp=spline"},
                      LutCase{"gbrp10le", "lut1d=file=%c9.cube:interp=cubic"},
                      LutCase{"gbrp12le", "lut1d=file=%c64.cube:interp=spline"},
                      LutCase{"gbrp16le", "lut1d=file=%c5000.cube"},
                      LutCase{"gbrap", "lut1d=file=%c5000.cube:interp=cosine"}));

INSTANTIATE_TEST_SUITE_P(Lattice, LutAgainstFfmpeg,
                         ::testing::Values(LutCase{"gbrp", "lut3d=file=%l33.cube"},
                                           LutCase{"gbrp", "lut3d=file=%l5.cube"},
                                           LutCase{"gbrp", "lut3d=file=%l2.cube"},
                                           LutCase{"gbrp", "lut3d=file=%l5.cube:interp=trilinear"},
                                           LutCase{"gbrp", "lut3d=file=%l5.cube:interp=nearest"},
                                           LutCase{"rgb24", "lut3d=file=%l33.cube:interp=nearest"},
                                           LutCase{"rgba", "lut3d=file=%l5.cube"},
                                           LutCase{"gbrp10le", "lut3d=file=%l33.cube"},
                                           LutCase{"gbrp12le",
                                                   "lut3d=file=%l33.cube:interp=trilinear"},
                                           LutCase{"gbrp16le", "lut3d=file=%l5.cube"},
                                           LutCase{"gbrap", "lut3d=file=%l33.cube"}));

// Between entries of a table in doubles. at: along each axis, 0 to size - 1.
Triple plain_lattice(const CubeTable& table, Triple at) {
  const auto entry = [&](const std::array<int, 3>& i, int c) {
    const auto n = static_cast<std::size_t>((i[2] * table.size + i[1]) * table.size + i[0]);
    return double{table.values[3 * n + static_cast<std::size_t>(c)]};
  };
  std::array<int, 3> corner{}, order{0, 1, 2};
  Triple part{};
  for (std::size_t a = 0; a < 3; ++a) {
    corner[a] = std::min(static_cast<int>(at[a]), table.size - 2);
    part[a] = at[a] - corner[a];
  }
  std::ranges::sort(order, std::greater{},
                    [&](int a) { return part[static_cast<std::size_t>(a)]; });
  Triple value{entry(corner, 0), entry(corner, 1), entry(corner, 2)};
  for (const int axis : order) {
    std::array<int, 3> next = corner;
    ++next[static_cast<std::size_t>(axis)];
    for (int c = 0; c < 3; ++c)
      value[static_cast<std::size_t>(c)] +=
          part[static_cast<std::size_t>(axis)] * (entry(next, c) - entry(corner, c));
    corner = next;
  }
  return value;
}

// Where a value of 0 to 1 lies along the table's axes.
Triple place_in(const CubeTable& table, Triple value) {
  for (std::size_t c = 0; c < 3; ++c) {
    const double span = double{table.maximum[c]} - table.minimum[c];
    value[c] = std::clamp((value[c] - table.minimum[c]) / span, 0.0, 1.0) * (table.size - 1);
  }
  return value;
}

Triple plain_line(const CubeTable& table, Triple at) {
  for (std::size_t c = 0; c < 3; ++c) {
    const auto below = static_cast<std::size_t>(std::min(static_cast<int>(at[c]), table.size - 2));
    at[c] = std::lerp(table.values[3 * below + c], table.values[3 * below + 3 + c],
                      at[c] - static_cast<double>(below));
  }
  return at;
}

// The furthest that the chain's codes lie from those of the function, over a picture.
double furthest(const std::string& chain, const char* format,
                const std::function<Triple(Triple)>& of) {
  const FrameFacts facts = facts_of(format, 127, 61);
  const Raw scene = make_scene(facts, 3), result = run_chain(chain, facts, scene);
  const double top = facts.format->max_code();
  std::vector<double> in[3], out[3];
  for (int c = 0; c < 3; ++c) {
    in[c] = codes_of(scene, facts, c);
    out[c] = codes_of(result, facts, c);
  }
  double most = 0;
  for (std::size_t i = 0; i < in[0].size(); ++i) {
    const Triple expected = of({in[0][i] / top, in[1][i] / top, in[2][i] / top});
    for (std::size_t c = 0; c < 3; ++c)
      most = std::max(most, std::abs(std::clamp(expected[c], 0.0, 1.0) * top - out[c][i]));
  }
  return most;
}

TEST(Lut3d, IsExactToTheCodeAtEveryDepthAndInItsDomain) {
  for (const char* name : {"l33.cube", "l17d.cube", "l2.cube"}) {
    const std::string path = table_folder() / name;
    const CubeTable& table = read_cube(path)->lattice;
    for (const auto& [format, most] :
         {std::pair{"gbrp", 0.502}, std::pair{"gbrp12le", 0.505}, std::pair{"gbrp16le", 0.6}})
      EXPECT_LE(furthest("lut3d=file=" + path, format,
                         [&](Triple v) { return plain_lattice(table, place_in(table, v)); }),
                most)
          << name << " " << format;
  }
}

TEST(Lut3d, ALineBeforeTheLatticeShapesWhatGoesIn) {
  std::string head = line_text(64, "LUT_1D_INPUT_RANGE -0.1 1.2\n");
  const std::string lattice = lattice_text(9);
  const std::size_t end = lattice.find('\n') + 1, numbers = head.find('\n', 20) + 1;
  head.insert(numbers, lattice.substr(0, end) + "LUT_3D_INPUT_RANGE 0 1.1\n");
  const std::string path = table_folder().write("both.cube", head + lattice.substr(end));
  const auto file = read_cube(path);
  ASSERT_EQ(file->line.size, 64);
  ASSERT_EQ(file->lattice.size, 9);
  for (const auto& [format, most] : {std::pair{"gbrp", 0.505}, std::pair{"gbrp16le", 0.7}})
    EXPECT_LE(furthest("lut3d=file=" + path, format,
                       [&](Triple v) {
                         const Triple shaped = plain_line(file->line, place_in(file->line, v));
                         return plain_lattice(file->lattice, place_in(file->lattice, shaped));
                       }),
              most)
        << format;
}

TEST(Lut1d, IsExactToTheCodeAtEveryDepthAndInItsDomain) {
  for (const char* name : {"c9.cube", "c9d.cube", "c5000.cube"}) {
    const std::string path = table_folder() / name;
    const CubeTable& table = read_cube(path)->line;
    for (const auto& [format, most] : {std::pair{"gbrp", 0.502}, std::pair{"gbrp16le", 0.6}})
      EXPECT_LE(furthest("lut1d=file=" + path, format,
                         [&](Triple v) { return plain_line(table, place_in(table, v)); }),
                most)
          << name << " " << format;
  }
}

TEST(Luts, YuvGoesThroughFullRangeRgb) {
  const FrameFacts facts = facts_of("yuv444p", 64, 32);
  const std::string file = table_folder() / "l33.cube";
  const Raw scene = make_scene(facts, 2);
  const FrameFacts rgb = facts_of("gbrp16le", 64, 32);
  const OutputFormat as_rgb{OutputFormat::Kind::named, rgb.format};
  const Raw direct = run_chain("lut3d=file=" + file, facts, scene, as_rgb);
  const Raw steps = run_chain("lut3d=file=" + file, rgb, run_chain("", facts, scene, as_rgb));
  for (int c = 0; c < 3; ++c) {
    const auto a = codes_of(direct, rgb, c), b = codes_of(steps, rgb, c);
    for (std::size_t i = 0; i < a.size(); ++i)
      ASSERT_NEAR(a[i], b[i], 3) << c << " " << i;
  }
}

std::string refusal(const std::string& chain, const char* format = "yuv420p") {
  try {
    (void)plan_chain(parse_chain(chain), facts_of(format, 16, 16), {});
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(Luts, WhatDoesNothingIsNoPass) {
  for (const char* chain : {"lut3d", "lut1d=interp=cubic", "curves", "curves=all=0/0 1/1",
                            "curves=m=0/0 0.5/0.5 1/1:r=0/0 1/1"})
    for (const char* format : {"gbrp", "gbrp16le", "yuv420p", "gray10le"})
      EXPECT_TRUE(plan_chain(parse_chain(chain), facts_of(format, 16, 16), {})->passes.empty())
          << chain << " " << format;
}

TEST(Luts, ATableIsMadeOnceForAllPlansThatHoldIt) {
  const std::string file = table_folder() / "l33.cube";
  const FrameFacts facts = facts_of("yuv420p", 16, 16);
  const auto one = plan_chain(parse_chain("lut3d=file=" + file), facts, {});
  const auto two = plan_chain(parse_chain("lut3d=file=" + file + ",eq=contrast=2"), facts, {});
  EXPECT_EQ(one->passes[0].tables[0], two->passes[0].tables[0]);
}

TEST(Luts, WhatCannotBeTakenIsOneClearLine) {
  const auto missing = refusal("lut3d=file=nowhere/none.cube");
  EXPECT_NE(missing.find("nowhere/none.cube: cannot be read: No such file"), std::string::npos)
      << missing;
  EXPECT_NE(refusal(with_tables("lut3d=file=%c9.cube")).find("lut1d takes it"), std::string::npos);
  EXPECT_NE(refusal(with_tables("lut1d=file=%l5.cube")).find("lut3d takes it"), std::string::npos);
  for (const char* points : {"0/0 x/1", "0/0 0.5", "0/0 0.5/2 1/1", "0.5/0 0.5/1", "0.5/0 0.2/1",
                             "0/0/1", "-1/0 1/1", "0/nan"})
    EXPECT_NE(refusal("curves=red='" + std::string(points) + "'").find("curves: red="),
              std::string::npos)
        << points;
}

TEST(Luts, ExtremeTablesGiveNoNan) {
  const std::string path =
      table_folder().write("wild.cube",
                           "LUT_3D_SIZE 2\n1e38 -1e38 0\n-1e38 1e38 1\n1e38 0 -1e38\n0 1e-38 1\n"
                           "0 0 0\n1e38 1 1\n-1e38 -1e38 -1e38\n1e38 1e38 1e38\n");
  for (const char* format : {"gbrp", "gbrp16le"}) {
    const FrameFacts facts = facts_of(format, 33, 17);
    const Raw result =
        run_chain("lut3d=file=" + path + ",exposure=exposure=-3", facts, make_scene(facts, 1));
    const auto codes = codes_of(result, facts, 0);
    EXPECT_LE(*std::ranges::max_element(codes), facts.format->max_code());
  }
}

}  // namespace
}  // namespace framelane::testing
