#include "gpu/host/passes/byte_colors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "gpu/filters/testing.h"

namespace framelane::testing {
namespace {

constexpr double kBound = 0.03;  // of byte_colors.h
constexpr double kSixteenBit =
    1 / 256.0;  // that the reference is rounded to, twice as much as it needs

struct ByteCase {
  const char *in, *out;
  Matrix matrix = Matrix::bt709;
  Range range = Range::limited;
  Siting siting = Siting::left;
  const char* chain = "";
};

void PrintTo(const ByteCase& test, std::ostream* out) {
  *out << test.in << " " << test.out << " matrix " << static_cast<int>(test.matrix) << " range "
       << static_cast<int>(test.range) << " siting " << static_cast<int>(test.siting) << " "
       << test.chain;
}

// Every code beside every other one, and pieces of the lowest and the highest.
Raw byte_noise(const FrameFacts& facts) {
  Raw raw = make_scene(facts, 3);
  std::mt19937 random(7);
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const auto value = random();
    const bool extreme = i / 50 % 3 == 0;
    raw[i] = static_cast<std::uint8_t>(!extreme ? value : (value & 1) != 0 ? 255 : 0);
  }
  return raw;
}

FrameFacts facts_in_case(const ByteCase& test, int width, int height) {
  FrameFacts facts = facts_of(test.in, width, height);
  facts.color.matrix = test.matrix;
  facts.color.range = test.range;
  facts.color.siting = test.siting;
  return facts;
}

OutputFormat stored_as(const char* name) {
  return {OutputFormat::Kind::named, find_pixel_format(name)};
}

// What floats make of it, in codes of eight bits with a fraction.
std::vector<double> exact_codes(const ByteCase& test, const FrameFacts& facts, const Raw& scene,
                                int c) {
  const bool rgb = find_pixel_format(test.out)->family == ColorFamily::rgb;
  const bool alpha = find_pixel_format(test.out)->alpha;
  const char* const deep = !rgb ? "yuv420p16le" : alpha ? "gbrap16le" : "gbrp16le";
  const Raw made = run_chain(test.chain, facts, scene, stored_as(deep));
  const auto plan = plan_chain(parse_chain(test.chain), facts, stored_as(deep));
  std::vector<double> codes = codes_of(made, plan->result, c);
  const bool full = effective_range(plan->result) == Range::full;
  const double middle = plan->result.format->is_chroma(c) ? 128 : 0;
  for (double& code : codes)
    code = middle + (code - middle * 256) / (full ? 257 : 256);
  return codes;
}

class ByteColors : public ::testing::TestWithParam<ByteCase> {};

TEST_P(ByteColors, AreWithinTheirBoundOfFloats) {
  const ByteCase& test = GetParam();
  for (const auto& [width, height] :
       {std::pair{1, 1}, std::pair{2, 3}, std::pair{31, 5}, std::pair{33, 2}, std::pair{64, 4},
        std::pair{67, 9}, std::pair{195, 40}, std::pair{350, 301}}) {
    const FrameFacts facts = facts_in_case(test, width, height);
    const Raw scene = byte_noise(facts);
    const auto plan = plan_chain(parse_chain(test.chain), facts, stored_as(test.out));
    const Raw made = run_chain(test.chain, facts, scene, stored_as(test.out));
    for (int c = 0; c < 4; ++c) {
      if (!plan->result.format->has_component(c)) continue;
      const auto exact = exact_codes(test, facts, scene, c);
      const auto codes = codes_of(made, plan->result, c);
      for (std::size_t i = 0; i < codes.size(); ++i)
        ASSERT_LE(std::abs(codes[i] - std::min(exact[i], 255.0)), 0.5 + kBound + kSixteenBit)
            << width << "x" << height << " component " << c << " sample " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Matrices, ByteColors,
                         ::testing::Values(ByteCase{"yuv420p", "rgba", Matrix::bt601},
                                           ByteCase{"yuv420p", "rgba", Matrix::bt601, Range::full},
                                           ByteCase{"yuv420p", "rgba", Matrix::bt709},
                                           ByteCase{"yuv420p", "rgba", Matrix::bt709, Range::full},
                                           ByteCase{"yuv420p", "rgba", Matrix::bt2020nc},
                                           ByteCase{"yuv420p", "rgba", Matrix::bt2020nc,
                                                    Range::full},
                                           ByteCase{"yuv420p", "rgba", Matrix::smpte240m},
                                           ByteCase{"yuv420p", "rgba", Matrix::fcc},
                                           ByteCase{"yuv420p", "rgba", Matrix::ycgco}));

INSTANTIATE_TEST_SUITE_P(
    Sitings, ByteColors,
    ::testing::Values(ByteCase{"yuv420p", "rgba", Matrix::bt709, Range::limited, Siting::center},
                      ByteCase{"yuv420p", "gbrp", Matrix::bt709, Range::limited, Siting::topleft},
                      ByteCase{"yuv420p", "rgb24", Matrix::bt709, Range::limited, Siting::top},
                      ByteCase{"nv12", "rgba", Matrix::bt709, Range::limited, Siting::bottomleft},
                      ByteCase{"nv21", "bgra", Matrix::bt709, Range::limited, Siting::bottom}));

INSTANTIATE_TEST_SUITE_P(
    Layouts, ByteColors,
    ::testing::Values(ByteCase{"yuv420p", "gbrp"}, ByteCase{"yuv420p", "gbrap"},
                      ByteCase{"yuva420p", "gbrap"}, ByteCase{"yuva420p", "argb"},
                      ByteCase{"yuva420p", "rgb24"}, ByteCase{"nv12", "rgb24"},
                      ByteCase{"nv21", "bgr24"}, ByteCase{"yuv420p", "bgra"},
                      ByteCase{"yuv420p", "argb"}, ByteCase{"nv12", "abgr"},
                      ByteCase{"yuv420p", "rgb0"}, ByteCase{"nv21", "bgr0"},
                      ByteCase{"yuv420p", "0rgb"}, ByteCase{"yuv420p", "0bgr"}));

constexpr const char kTo601[] = "colorspace=bt601-6-625:fast=1";
constexpr const char kTo2020[] = "colorspace=bt2020:fast=1:range=pc";
INSTANTIATE_TEST_SUITE_P(
    Yuv, ByteColors,
    ::testing::Values(
        ByteCase{"yuv420p", "yuv420p", Matrix::bt709, Range::limited, Siting::left, kTo601},
        ByteCase{"yuv420p", "yuv420p", Matrix::bt709, Range::full, Siting::left, kTo601},
        ByteCase{"nv12", "nv12", Matrix::bt709, Range::limited, Siting::left, kTo2020},
        ByteCase{"nv21", "yuv420p", Matrix::bt601, Range::limited, Siting::left, kTo2020},
        ByteCase{"nv12", "nv21", Matrix::bt2020nc, Range::limited, Siting::left, kTo601},
        ByteCase{"yuv420p", "nv21", Matrix::smpte240m, Range::full, Siting::left, kTo2020},
        ByteCase{"yuv420p", "yuv420p", Matrix::bt709, Range::limited, Siting::left, "hue=h=50"}));

PointWork work_of(const ByteCase& test) {
  const FrameFacts facts = facts_in_case(test, 64, 64);
  return std::get<PointWork>(
      plan_chain(parse_chain(test.chain), facts, stored_as(test.out))->passes.at(0).work);
}

TEST(ByteColorFactors, AreKnownForMatricesInUse) {
  for (const Matrix matrix : {Matrix::bt601, Matrix::bt709, Matrix::bt2020nc, Matrix::bt2020c,
                              Matrix::smpte240m, Matrix::fcc, Matrix::bt470bg})
    for (const Range range : {Range::limited, Range::full}) {
      EXPECT_TRUE(rgb_factors(work_of({"yuv420p", "rgba", matrix, range})));
      if (matrix == Matrix::bt601 || matrix == Matrix::bt470bg) continue;  // is what it becomes
      EXPECT_TRUE(
          yuv_factors(work_of({"yuv420p", "yuv420p", matrix, range, Siting::left, kTo601})));
    }
}

TEST(ByteColorFactors, AreNoneWhereSumsMightNotFit) {
  EXPECT_FALSE(rgb_factors(work_of({"yuv420p", "rgba", Matrix::ycgco})));
  PointWork work = work_of({"yuv420p", "rgba"});
  work.ops[0].m[1][0] += 0.01F;  // luma counts differently for green
  EXPECT_FALSE(rgb_factors(work));
  work = work_of({"yuv420p", "yuv420p", Matrix::bt709, Range::limited, Siting::left, kTo601});
  work.ops[0].m[1][1] = 2.1F;
  EXPECT_FALSE(yuv_factors(work));
  work.ops[0].m[1][1] = 1;
  ASSERT_TRUE(yuv_factors(work));
  work.ops[0].m[2][3] = 200;
  EXPECT_FALSE(yuv_factors(work));
}

// A program in two steps goes through floats.
Raw by_floats(const ByteCase& test, const FrameFacts& facts, const Raw& scene) {
  const auto in_two = [](const PassRun& run) {
    Pass pass = run.pass;
    auto& work = std::get<PointWork>(pass.work);
    work.count = 2;
    work.ops[1].clamp = false;
    for (auto& row : work.ops[1].m)
      row[0] = 1;
    host_runner()({pass, run.in, run.out, run.state, run.fresh, run.before, run.after});
  };
  return run_chain(test.chain, facts, std::vector<Raw>{scene}, stored_as(test.out), in_two).front();
}

// Fails as well where the integers are not used at all.
TEST(ByteColorCounts, AFewSamplesAreACodeOffFloats) {
  if (byte_color_rows() == nullptr) GTEST_SKIP() << "no integers on this machine";
  for (const ByteCase& test :
       {ByteCase{"yuv420p", "rgba"}, ByteCase{"nv12", "bgr24", Matrix::bt601},
        ByteCase{"yuv420p", "gbrp", Matrix::bt2020nc, Range::full, Siting::center},
        ByteCase{"yuv420p", "nv12", Matrix::bt709, Range::limited, Siting::left, kTo601}}) {
    const FrameFacts facts = facts_in_case(test, 640, 360);
    const Raw scene = byte_noise(facts),
              made = run_chain(test.chain, facts, scene, stored_as(test.out));
    const Raw expected = by_floats(test, facts, scene);
    std::size_t differing = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
      ASSERT_LE(std::abs(made[i] - expected[i]), 1) << ::testing::PrintToString(test);
      if (made[i] != expected[i]) ++differing;
    }
    std::printf("%s: %.3f %% differ\n", ::testing::PrintToString(test).c_str(),
                100.0 * static_cast<double>(differing) / static_cast<double>(made.size()));
    EXPECT_GT(differing, 0U) << ::testing::PrintToString(test);
    EXPECT_LT(differing, made.size() / 100) << ::testing::PrintToString(test);
  }
}

// Rows that begin at a multiple of 64, a poison byte behind each.
struct AlignedRows {
  static constexpr std::size_t kRow = 1024;
  alignas(64) std::uint8_t bytes[3][kRow];
  AlignedRows() { std::fill_n(bytes[0], sizeof bytes, std::uint8_t{0xEE}); }
  friend bool operator==(const AlignedRows& a, const AlignedRows& b) {
    return std::equal(a.bytes[0], a.bytes[0] + sizeof bytes, b.bytes[0]);
  }
};

TEST(ByteColorRows, PastTheCachesTheyAreTheSame) {
  const ByteColorRows* const rows = byte_color_rows();
  if (rows == nullptr) GTEST_SKIP() << "no integers on this machine";
  constexpr int kMost = 230;
  std::mt19937 random(3);
  std::vector<std::uint8_t> luma(kMost), alpha(kMost);
  std::vector<std::int16_t> chroma(2 * kMost);
  for (std::uint8_t& byte : luma)
    byte = static_cast<std::uint8_t>(random());
  for (std::uint8_t& byte : alpha)
    byte = static_cast<std::uint8_t>(random());
  for (std::int16_t& word : chroma)
    word = static_cast<std::int16_t>((static_cast<int>(random() % 256) - 128) * 128);
  const auto factors = rgb_factors(work_of({"yuv420p", "rgba"}));
  ASSERT_TRUE(factors);
  for (const RgbOrder order : {RgbOrder::planes, RgbOrder::rgb, RgbOrder::bgr, RgbOrder::rgba,
                               RgbOrder::bgra, RgbOrder::argb, RgbOrder::abgr})
    for (const int width : {1, 32, 33, 64, 95, kMost}) {
      AlignedRows near, past;
      RgbRow row{luma.data(),
                 alpha.data(),
                 chroma.data() + 1,
                 chroma.data() + kMost,
                 false,
                 width,
                 {near.bytes[0], near.bytes[1], near.bytes[2]},
                 false};
      rows->to_rgb(*factors, order, row);
      row = {luma.data(),
             alpha.data(),
             chroma.data() + 1,
             chroma.data() + kMost,
             false,
             width,
             {past.bytes[0], past.bytes[1], past.bytes[2]},
             true};
      rows->to_rgb(*factors, order, row);
      rows->settle();
      EXPECT_EQ(near, past) << "order " << static_cast<int>(order) << " width " << width;
      const int step = order == RgbOrder::planes ? 1 : order <= RgbOrder::bgr ? 3 : 4;
      EXPECT_EQ(near.bytes[0][step * width], 0xEE) << "width " << width;
    }
}

}  // namespace
}  // namespace framelane::testing
