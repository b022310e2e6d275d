#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/filters/scale_taps.h"
#include "gpu/filters/testing.h"
#include "gpu/host/passes/blur_sums.h"
#include "gpu/host/passes/scale_columns.h"
#include "gpu/host/passes/scale_sums.h"

namespace framelane::testing {
namespace {

// Of component 0, columns [first, first + count).
std::vector<double> columns_of_first(const Raw& raw, const FrameFacts& facts, int first,
                                     int count) {
  const std::vector<double> codes = codes_of(raw, facts, 0);
  std::vector<double> kept;
  for (int y = 0; y < facts.height; ++y) {
    const auto row = codes.begin() + std::ptrdiff_t{y} * facts.width;
    kept.insert(kept.end(), row + first, row + first + count);
  }
  return kept;
}

// Where blocks of pixels end depends on where the picture begins; what they hold must not.
TEST(PointBlocks, MeetWithoutASeam) {
  constexpr int kCut = 150, kWidth = 700, kEdge = 4;
  const FrameFacts whole = facts_of("yuv420p", kWidth, 20);
  const FrameFacts part = facts_of("yuv420p", kWidth - kCut, 20);
  const Raw scene = make_scene(whole, 5);
  const Raw cut = run_chain("crop=550:20:150:0", whole, scene);
  struct SeamCase {
    const char *chain, *result;
  };
  for (const SeamCase& made : {SeamCase{"colorlevels=rimin=0.3:rimax=0.8", "yuv420p"},
                               SeamCase{"format=pix_fmts=gbrp", "gbrp"}}) {
    const int count = kWidth - kCut - 2 * kEdge;
    const FrameFacts all = facts_of(made.result, kWidth, 20);
    const FrameFacts right = facts_of(made.result, kWidth - kCut, 20);
    EXPECT_EQ(columns_of_first(run_chain(made.chain, whole, scene), all, kCut + kEdge, count),
              columns_of_first(run_chain(made.chain, part, cut), right, kEdge, count))
        << made.chain;
  }
}

std::vector<float> noise_row(std::size_t n) {
  std::vector<float> row(n);
  unsigned state = 1;
  for (float& value : row) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<float>(state >> 16) * (1.0F / 256);
  }
  return row;
}

TEST(ScaleColumns, GiveTheSumsOfOutputsOneByOne) {
  for (const auto kernel : {ScaleKernel::bilinear, ScaleKernel::bicubic, ScaleKernel::lanczos})
    for (const int outputs : {1, 7, 40, 77, 101, 150, 333}) {
      constexpr int kInputs = 101;
      const ScaleTable made = make_scale_table({kernel}, kInputs, outputs, 0.5);
      const ScaleTaps taps = taps_of(made.axis, made.table->bytes.data());
      const ScaleColumns columns(made.axis, taps);
      if (!columns.usable()) continue;
      const auto spare = static_cast<std::size_t>(made.axis.taps + kScaleSlack);
      std::vector<float> row = noise_row(kInputs + spare);
      std::vector<float> sums(static_cast<std::size_t>(outputs + 8)), expected(sums.size());
      columns.sum(row.data(), sums.data());
      std::fill(row.begin() + kInputs, row.end(), 0.0F);
      sum_across(row.data(), made.axis, taps, expected.data());
      sums.resize(static_cast<std::size_t>(outputs));
      expected.resize(sums.size());
      EXPECT_EQ(sums, expected) << outputs << " outputs";
    }
}

TEST(BlurSums, TwoRowsAtOnceAreThoseOfEach) {
  constexpr int kRadius = 3, kRows = 2 * kRadius + 2;
  constexpr float kWeights[kRadius + 1] = {0.4F, 0.17F, 0.09F, 0.04F};
  std::vector<float> samples[kRows];
  const float* rows[kRows];
  for (std::size_t r = 0; r < kRows; ++r) {
    samples[r] = noise_row(400 + r);
    rows[r] = samples[r].data() + r;  // rows that differ
  }
  for (const BlurSums* sums : {&blur_sums(), wide_blur_sums(), widest_blur_sums()})
    for (const int count : {1, 16, 64, 97, 200}) {
      if (sums == nullptr) continue;
      const auto n = static_cast<std::size_t>(count) + 1;  // and one that stays
      std::vector<float> out(n), next(n), expected(n), expected_next(n);
      sums->down_two(rows + kRadius, kWeights, kRadius, count, out.data(), next.data());
      blur_sums().down(rows + kRadius, kWeights, kRadius, count, expected.data());
      blur_sums().down(rows + kRadius + 1, kWeights, kRadius, count, expected_next.data());
      EXPECT_EQ(out, expected) << count;
      EXPECT_EQ(next, expected_next) << count;
    }
}

}  // namespace
}  // namespace framelane::testing
