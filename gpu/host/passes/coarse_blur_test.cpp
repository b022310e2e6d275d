#include "gpu/host/passes/coarse_blur.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iomanip>
#include <sstream>
#include <variant>

#include "gpu/filters/gaussian.h"
#include "gpu/filters/testing.h"
#include "gpu/host/passes/block_sums.h"
#include "gpu/host/passes/coarse_sums.h"
#include "gpu/host/passes/half.h"
#include "gpu/host/passes/half_rows.h"
#include "gpu/host/run_pass.h"

namespace framelane::testing {
namespace {

using Taps = std::vector<double>;

Taps convolved(const Taps& a, const Taps& b) {
  Taps sum(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k)
      sum[i + k] += a[i] * b[k];
  return sum;
}

// Taps with zeros in between.
Taps apart(const Taps& taps, std::size_t step) {
  Taps wide((taps.size() - 1) * step + 1);
  for (std::size_t i = 0; i < taps.size(); ++i)
    wide[i * step] = taps[i];
  return wide;
}

// What one sample of the grid is made of, kernel included.
Taps grid_taps(const CoarseAxis& axis) {
  Taps taps = {1}, kernel;
  for (int level = 0; level < axis.levels; ++level)
    taps = convolved(
        taps, apart({1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0, 1 / 16.0}, std::size_t{1} << level));
  for (int k = -axis.radius; k <= axis.radius; ++k)
    kernel.push_back(double{axis.weights[static_cast<std::size_t>(std::abs(k))]});
  return convolved(taps, apart(kernel, std::size_t{1} << axis.levels));
}

double cubic_spline(double x) {
  const double t = std::abs(x);
  if (t >= 2) return 0;
  return t >= 1 ? (2 - t) * (2 - t) * (2 - t) / 6 : 2 / 3.0 - t * t + t * t * t / 2;
}

// Half of the sum of what the taps of sample `phase` of an interval differ by from the exact ones.
double tap_difference(const CoarseAxis& axis, double sigma, int phase) {
  const Taps grid = grid_taps(axis);
  const int step = 1 << axis.levels, reach = static_cast<int>(grid.size() / 2);
  const int radius = gaussian_radius(sigma), centre = reach + 3 * step + radius;
  Taps taps(static_cast<std::size_t>(2 * centre + 1));
  for (int j = -1; j <= 2; ++j)
    for (std::size_t i = 0; i < grid.size(); ++i)
      taps[static_cast<std::size_t>(centre + j * step - reach) + i] +=
          cubic_spline(static_cast<double>(phase) / step - j) * grid[i];
  for (int k = -radius; k <= radius; ++k)
    taps[static_cast<std::size_t>(centre + phase + k)] -=
        gaussian_norm(sigma) * std::exp(-0.5 * k * k / (sigma * sigma));
  double sum = 0;
  for (const double tap : taps)
    sum += std::abs(tap) / 2;
  return sum;
}

TEST(CoarseKernel, StaysWithinItsBoundOfTheExactTaps) {
  for (const int top : {255, 1023})
    for (double sigma = 3.144; sigma < 100; sigma *= 1.07) {
      if (coarse_levels(sigma, top) == 0) continue;
      const CoarseAxis axis = coarse_axis(sigma, top);
      double worst = 0;
      for (int phase = 0; phase < 1 << axis.levels; ++phase)
        worst = std::max(worst, tap_difference(axis, sigma, phase));
      EXPECT_LT(worst * top, top > 255 ? 0.42 : 0.28) << "sigma " << sigma << " of " << top;
    }
}

// Rows and columns of noise at the range's ends, half of it in blocks: edges, peaks and plateaus.
Raw extreme_scene(const FrameFacts& facts, unsigned seed) {
  Raw raw = make_scene(facts, seed);
  const std::size_t size = facts.format->bytes_per_sample > 1 ? 2 : 1;
  const auto high = static_cast<unsigned>(facts.format->max_code()) << facts.format->shift;
  for (std::size_t i = 0; i + size <= raw.size(); i += size) {
    seed = seed * 1664525U + 1013904223U;
    const std::size_t block = i / size / 9;
    const bool lit = i < raw.size() / 2 ? seed >> 31 != 0 : (block * 2654435761U >> 20 & 1U) != 0;
    raw[i] = static_cast<std::uint8_t>(lit ? high : 0);
    if (size > 1) raw[i + 1] = static_cast<std::uint8_t>(lit ? high >> 8 : 0);
  }
  return raw;
}

// One axis with the exact taps, borders repeated.
std::vector<double> exactly_blurred(const std::vector<double>& in, int width, int height,
                                    double sigma, bool vertical) {
  const int radius = gaussian_radius(sigma);
  std::vector<double> out;
  out.reserve(in.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double sum = 0;
      for (int k = -radius; k <= radius; ++k) {
        const int from_x = std::clamp(vertical ? x : x + k, 0, width - 1);
        const int from_y = std::clamp(vertical ? y + k : y, 0, height - 1);
        sum += std::exp(-0.5 * k * k / (sigma * sigma)) *
               in[static_cast<std::size_t>(from_y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(from_x)];
      }
      out.push_back(sum * gaussian_norm(sigma));
    }
  return out;
}

struct CoarseCase {
  const char* format;
  int width, height;
  double across, down;
};

void PrintTo(const CoarseCase& test, std::ostream* out) {
  *out << test.format << " " << test.width << "x" << test.height << " sigma " << test.across
       << " x " << test.down;
}

std::string chain_of(const CoarseCase& test) {
  std::ostringstream text;
  text << std::setprecision(9) << "gblur=sigma=" << test.across << ":sigmaV=" << test.down;
  return text.str();
}

class CoarseGblur : public ::testing::TestWithParam<CoarseCase> {};

TEST_P(CoarseGblur, IsWithinACodeOfTheExactOne) {
  const CoarseCase& test = GetParam();
  const FrameFacts facts = facts_of(test.format, test.width, test.height);
  const Raw scenes[] = {make_scene(facts, 5), extreme_scene(facts, 7)};
  for (const Raw& scene : scenes) {
    const Raw blurred = run_chain(chain_of(test), facts, scene);
    for (int c = 0; c < facts.format->color_count; ++c) {
      const int width = facts.format->component_width(c, facts.width);
      const int height = facts.format->component_height(c, facts.height);
      const auto across =
          exactly_blurred(codes_of(scene, facts, c), width, height, test.across, false);
      const auto exact = exactly_blurred(across, width, height, test.down, true);
      const auto codes = codes_of(blurred, facts, c);
      int differ = 0;
      for (std::size_t i = 0; i < codes.size(); ++i) {
        if (codes[i] != std::round(exact[i])) ++differ;
        ASSERT_LE(std::abs(codes[i] - std::round(exact[i])), 1) << "component " << c << " at " << i;
      }
      std::printf("component %d: %.2f %% differ\n", c,
                  100.0 * differ / static_cast<double>(codes.size()));
      EXPECT_LE(differ, static_cast<double>(codes.size()) * 0.2);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Sigmas, CoarseGblur,
    ::testing::Values(CoarseCase{"yuv420p", 163, 93, 3.2, 3.2}, CoarseCase{"gray", 64, 64, 6, 6},
                      CoarseCase{"nv12", 131, 77, 7, 4}, CoarseCase{"gbrp", 97, 101, 12, 30},
                      CoarseCase{"rgba", 90, 41, 5, 12}, CoarseCase{"gray", 15, 40, 4, 4},
                      CoarseCase{"gray", 300, 23, 60, 3.2},
                      CoarseCase{"yuv420p10le", 163, 93, 4.4, 8.8},
                      CoarseCase{"p010le", 131, 77, 9, 20}, CoarseCase{"yuv422p", 80, 50, 3.3, 100},
                      CoarseCase{"gray10le", 64, 64, 17.6, 17.6}));

// Those that go by integers of 16 bit.
INSTANTIATE_TEST_SUITE_P(
    Whole, CoarseGblur,
    ::testing::Values(
        CoarseCase{"yuv420p", 163, 93, 0.5, 2}, CoarseCase{"gray", 64, 64, 3, 3},
        CoarseCase{"nv12", 131, 77, 2.6, 2.9}, CoarseCase{"rgba", 90, 41, 1, 3.1},
        CoarseCase{"gray", 5, 4, 3, 3}, CoarseCase{"gray", 70, 50, 8, 1.5},
        CoarseCase{"yuv420p10le", 163, 93, 3.3, 4}, CoarseCase{"yuv422p10le", 80, 50, 1, 2.3},
        CoarseCase{"p010le", 131, 77, 3.7, 3.4}, CoarseCase{"gray9le", 64, 64, 2, 7},
        CoarseCase{"gray10le", 7, 9, 4.3, 4.3},
        // Where neighbours weigh next to nothing, and where 3.5 sigma as a float
        // is beyond the whole number that it is as a double.
        CoarseCase{"gray", 64, 64, 0.2, 0.2}, CoarseCase{"gray10le", 64, 64, 0.2, 3},
        CoarseCase{"gray", 64, 64, 9, 0.2}, CoarseCase{"gray", 64, 64, 0.2, 9},
        CoarseCase{"gray", 64, 64, 0.2001, 0.20019}, CoarseCase{"gray", 64, 64, 4.8571428, 4},
        CoarseCase{"gray", 64, 64, 4, 4.8571428}, CoarseCase{"gray", 64, 5, 9.1428571, 4}));

PassRunner runner_with(int threads) {
  return [threads](const PassRun& run) {
    BandPool bands(threads);
    const ImageView in = run.in[0]->view(), out = run.out[0]->view();
    run_pass_on_host(run.pass, {&in, 1}, {&out, 1}, {}, bands, nullptr);
  };
}

TEST(CoarseGblur, GivesTheSameInAnyBands) {
  const FrameFacts facts = facts_of("yuv420p", 200, 613);
  const Raw scene = make_scene(facts, 9);
  for (const char* chain : {"gblur=sigma=4", "gblur=sigma=13", "gblur=sigma=40:sigmaV=3.5",
                            "gblur=sigma=3", "gblur=sigma=2", "gblur=sigma=2:sigmaV=8"})
    EXPECT_EQ(run_chain(chain, facts, {scene}, {}, runner_with(1)),
              run_chain(chain, facts, {scene}, {}, runner_with(7)))
        << chain;
}

// Whether both passes of the chain go by way of a grid, in their first component.
bool goes_by_a_grid(const char* chain, const FrameFacts& facts) {
  const auto plan = plan_chain(parse_chain(chain), facts, {});
  const ImageFormat between = working_format(*facts.format, facts.width, facts.height);
  return std::ranges::all_of(plan->passes, [&](const Pass& pass) {
    const auto* work = std::get_if<WideBlurWork>(&pass.work);
    return work != nullptr && coarse_grid(*work, view_of(between, nullptr), 0).usable();
  });
}

TEST(CoarseGblur, IsTakenForWideBlursOfUpToTenBit) {
  const FrameFacts eight = facts_of("yuv420p", 640, 360), ten = facts_of("yuv420p10le", 640, 360);
  for (const char* chain : {"gblur=sigma=4.4", "gblur=sigma=10", "gblur=sigma=1024"}) {
    EXPECT_TRUE(goes_by_a_grid(chain, eight)) << chain;
    EXPECT_TRUE(goes_by_a_grid(chain, ten)) << chain;
    EXPECT_FALSE(goes_by_a_grid(chain, facts_of("yuv420p12le", 640, 360))) << chain;
    EXPECT_FALSE(goes_by_a_grid(chain, facts_of("yuv420p", 640, 5))) << chain;
  }
  EXPECT_FALSE(goes_by_a_grid("gblur=sigma=2", eight));
  EXPECT_FALSE(goes_by_a_grid("gblur=sigma=9:sigmaV=1", eight));
  EXPECT_FALSE(goes_by_a_grid("gblur=sigma=9:sigmaV=0", eight));
}

std::vector<float> ramp_of_noise(std::size_t count) {
  std::vector<float> row(count);
  unsigned state = 3;
  for (float& value : row) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<float>(state >> 8) * 0x1p-16F - 4;  // below 0 to above 255
  }
  return row;
}

// What an interval's rows become as bytes, shorts and floats.
struct FilledRows {
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint16_t> shorts;
  std::vector<float> widened;
  friend bool operator==(const FilledRows&, const FilledRows&) = default;
};

FilledRows filled_by(const CoarseSums& sums, int levels, int width) {
  constexpr std::size_t kStride = 400;
  const std::vector<float> noise = ramp_of_noise(4 * 4 * kStride);
  const auto n = static_cast<std::size_t>(width), step = std::size_t{1} << levels;
  GridInterval in{.stride = kStride, .levels = levels, .last = 1 << levels, .width = width};
  for (std::size_t k = 0; k < 4; ++k)
    in.rows[k] = noise.data() + k * 4 * kStride;
  FilledRows rows{std::vector<std::uint8_t>(n * step), std::vector<std::uint16_t>(n * step),
                  std::vector<float>(4 * kStride * 8)};
  const auto pitch = static_cast<std::ptrdiff_t>(width);
  sums.fill_bytes(in, rows.bytes.data(), pitch);
  sums.fill_shorts(in, rows.shorts.data(), pitch);
  std::vector<float> room(1000);
  sums.widen(noise.data() + 2, levels, 64, rows.widened.data(), 8 * kStride, room.data());
  return rows;
}

TEST(CoarseSums, HaveTheSameBitsWhateverTheVectors) {
  for (const CoarseSums* sums : {wide_coarse_sums(), widest_coarse_sums()})
    for (const int width : {1, 3, 31, 64, 65, 200})
      for (const int levels : {1, 2, 3, 5}) {
        if (sums == nullptr) continue;
        const FilledRows rows = filled_by(*sums, levels, width);
        EXPECT_TRUE(rows == filled_by(narrow_coarse_sums(), levels, width))
            << width << " " << levels;
        for (std::size_t i = 0; i < rows.bytes.size(); ++i)
          ASSERT_EQ(rows.bytes[i], rows.shorts[i]) << i;
      }
}

TEST(HalfRows, HaveTheBitsOfHalfByHalf) {
  std::vector<std::uint16_t> halves;
  for (std::uint32_t half = 0; half < 0x10000; ++half)
    if ((half >> 10 & 31U) != 31U) halves.push_back(static_cast<std::uint16_t>(half));
  std::vector<float> floats(halves.size());
  load_halves(halves.data(), halves.size(), 255, floats.data());
  for (std::size_t i = 0; i < halves.size(); ++i)
    ASSERT_EQ(floats[i], half_to_float(halves[i]) * 255) << i;
  std::vector<float> values = ramp_of_noise(999);
  values.insert(values.end(), {1e9F, -1e9F, 0.0F, -0.0F, 1e-9F, 65519.0F, 65504.0F});
  std::vector<std::uint16_t> stored(values.size());
  store_halves(values.data(), values.size(), 1 / 255.0F, stored.data());
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(stored[i], float_to_half(values[i] * (1 / 255.0F))) << i;
}

}  // namespace
}  // namespace framelane::testing
