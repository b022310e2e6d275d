// The scopes' tables against a plain count written from the standards, in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "gpu/filters/testing.h"
#include "gpu/host/scopes/count.h"
#include "gpu/scopes/scope_tables.h"

namespace framelane {
namespace {

using testing::codes_of;
using testing::facts_of;
using testing::make_scene;
using testing::Raw;
using Table = std::vector<std::uint32_t>;

constexpr int kAll = 1 << 30;

// A raw picture as the passes see it, rows back to back.
ImageView view_of_raw(Raw& raw, const FrameFacts& facts) {
  PictureLayout layout;
  for (int p = 0; p < facts.format->plane_count; ++p) {
    const auto row = static_cast<std::size_t>(facts.format->plane_row_bytes(p, facts.width));
    layout.planes[static_cast<std::size_t>(p)] = {layout.bytes, row};
    layout.bytes += row * static_cast<std::size_t>(facts.format->plane_rows(p, facts.height));
  }
  return view_of(stored_format(*facts.format, facts.width, facts.height, layout),
                 reinterpret_cast<std::byte*>(raw.data()));
}

Table count(const ScopeWork& work, Raw& raw, const FrameFacts& facts, int threads = 2) {
  BandPool bands(threads);
  Table table(scope_table_size(work), 0xDEADBEEFU);  // must be cleared first
  count_on_host(work, view_of_raw(raw, facts), table.data(), bands, nullptr);
  return table;
}

struct Pixel {
  double r, g, b, y, cb, cr;  // 0 .. 1, chroma -0.5 .. 0.5
};

struct Weights {
  double kr, kb;
};
Weights weights_of(Matrix matrix) {
  if (matrix == Matrix::bt601) return {0.299, 0.114};
  return matrix == Matrix::bt2020nc ? Weights{0.2627, 0.0593} : Weights{0.2126, 0.0722};
}

// H.273 equations 20 to 40, written out.
class Reference {
 public:
  Reference(const Raw& raw, const FrameFacts& facts, Weights weights)
      : facts_(facts), weights_(weights) {
    for (int c = 0; c < 3; ++c)
      if (facts.format->has_component(c))
        codes_[static_cast<std::size_t>(c)] = codes_of(raw, facts, c);
  }
  [[nodiscard]] Pixel at(int x, int y) const {
    const double unit = std::exp2(facts_.format->depth - 8);
    const double top = facts_.format->max_code();
    if (facts_.format->family == ColorFamily::rgb)
      return from_rgb(code(0, x, y) / top, code(1, x, y) / top, code(2, x, y) / top);
    const bool full = facts_.color.range == Range::full;
    Pixel p{};
    p.y = full ? code(0, x, y) / top : (code(0, x, y) / unit - 16) / 219;
    if (facts_.format->family == ColorFamily::yuv) {
      p.cb = full ? (code(1, x, y) - 128 * unit) / top : (code(1, x, y) / unit - 128) / 224;
      p.cr = full ? (code(2, x, y) - 128 * unit) / top : (code(2, x, y) / unit - 128) / 224;
    }
    const auto [kr, kb] = weights_;
    p.r = p.y + 2 * (1 - kr) * p.cr;
    p.b = p.y + 2 * (1 - kb) * p.cb;
    p.g = (p.y - kr * p.r - kb * p.b) / (1 - kr - kb);
    return p;
  }

 private:
  [[nodiscard]] Pixel from_rgb(double r, double g, double b) const {
    const auto [kr, kb] = weights_;
    const double y = kr * r + (1 - kr - kb) * g + kb * b;
    return {r, g, b, y, (b - y) / (2 * (1 - kb)), (r - y) / (2 * (1 - kr))};
  }
  [[nodiscard]] double code(int c, int x, int y) const {
    const PixelFormat& format = *facts_.format;
    if (format.is_chroma(c)) {
      x >>= format.log2_chroma_w;
      y >>= format.log2_chroma_h;
    }
    const auto i = static_cast<std::size_t>(y * format.component_width(c, facts_.width) + x);
    return codes_[static_cast<std::size_t>(c)][i];
  }
  const FrameFacts& facts_;
  Weights weights_;
  std::array<std::vector<double>, 3> codes_;
};

// A value's bin, and whether it lies so near an edge between two that rounding decides. An exact
// half belongs to the upper one.
struct Bin {
  std::size_t index;
  bool doubtful;
};
Bin bin_of(double value) {
  const double inside = std::clamp(value, 0.0, 255.0);
  const double nearest = std::floor(inside + 0.5 + 1e-9);
  const double from_edge = std::abs(0.5 - std::abs(inside - nearest));
  return {static_cast<std::size_t>(nearest), from_edge < 5e-4 && from_edge > 1e-9};
}

struct Expected {
  Table table;
  std::int64_t samples = 0, doubtful = 0;
  void add(std::size_t index, bool is_doubtful) {
    ++table[index];
    doubtful += is_doubtful ? 1 : 0;
  }
};

void add_pixel(Expected& expected, const ScopeWork& work, const Pixel& p, int x, int width) {
  const std::array<double, 4> levels{p.r, p.g, p.b, p.y};
  if (work.scope == Scope::vectorscope) {
    const Bin cb = bin_of(128 + 224 * p.cb), cr = bin_of(128 + 224 * p.cr);
    return expected.add(cr.index * 256 + cb.index, cb.doubtful || cr.doubtful);
  }
  const bool wave = work.scope == Scope::waveform;
  const int columns = std::min(width, 512);
  for (std::size_t c = 0; c < (wave ? 3U : 4U); ++c) {
    const Bin bin = bin_of(255 * levels[c]);
    const auto column = wave ? static_cast<std::size_t>(x * columns / width) : 0U;
    const auto channel = c * (wave ? static_cast<std::size_t>(columns) : 1U) + column;
    expected.add(channel * 256 + bin.index, bin.doubtful);
  }
}

Expected expect(const ScopeWork& work, const Raw& raw, const FrameFacts& facts, Weights weights) {
  const Reference reference(raw, facts, weights);
  Expected expected;
  expected.table.resize(scope_table_size(work));
  for (int y = 0; y < facts.height; y += work.step_y)
    for (int x = 0; x < facts.width; x += work.step_x, ++expected.samples)
      add_pixel(expected, work, reference.at(x, y), x, facts.width);
  return expected;
}

std::int64_t moved(const Table& a, const Table& b) {
  std::int64_t apart = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    apart += std::abs(std::int64_t{a[i]} - std::int64_t{b[i]});
  return apart / 2;
}

// Equal, but for pixels so near an edge between two bins that rounding decides.
void expect_counts(const FrameFacts& facts, Weights weights, int most_samples) {
  Raw raw = make_scene(facts, 5);
  for (const Scope scope : kAllScopes) {
    const ScopeWork work = scope_work(scope, facts, most_samples);
    const Table table = count(work, raw, facts);
    const Expected expected = expect(work, raw, facts, weights);
    ASSERT_EQ(table.size(), expected.table.size());
    const auto where = std::string(facts.format->name) + " " + name_of(scope);
    EXPECT_LE(moved(table, expected.table), expected.doubtful) << where;
    EXPECT_LE(expected.doubtful, expected.samples / 50) << where;
    EXPECT_EQ(expected.samples, scope_samples(work, facts.width, facts.height)) << where;
    const std::int64_t sum = std::accumulate(table.begin(), table.end(), std::int64_t{0});
    const int channels = scope == Scope::histogram ? 4 : scope == Scope::waveform ? 3 : 1;
    EXPECT_EQ(sum, channels * expected.samples) << where;
  }
}

class ScopesTest : public ::testing::TestWithParam<const char*> {};

TEST_P(ScopesTest, CountEveryPixelWhereItsColourSays) {
  for (const auto& [width, height] : {std::pair{131, 67}, {64, 48}, {1300, 9}, {1, 1}, {3, 2}})
    expect_counts(facts_of(GetParam(), width, height), {0.2126, 0.0722}, kAll);
}

TEST_P(ScopesTest, LeaveOutRowsOfLargePictures) {
  expect_counts(facts_of(GetParam(), 131, 67), {0.2126, 0.0722}, 131 * 20);
}

INSTANTIATE_TEST_SUITE_P(Layouts, ScopesTest,
                         ::testing::Values("yuv420p", "yuv422p", "yuv444p", "yuva420p", "nv12",
                                           "nv21", "p010le", "yuv420p10le", "yuv422p12le",
                                           "yuv444p16le", "gray", "gray10le", "gray16le", "ya8",
                                           "gbrp", "gbrp12le", "rgb24", "bgr0", "rgba", "rgb48le"),
                         [](const auto& test) { return std::string(test.param); });

TEST(ScopesMatrix, FollowTheFramesMatrixAndRange) {
  for (const char* format : {"yuv420p", "yuv444p10le", "gray"})
    for (const Matrix matrix : {Matrix::bt601, Matrix::bt709, Matrix::bt2020nc})
      for (const Range range : {Range::limited, Range::full}) {
        FrameFacts facts = facts_of(format, 131, 67);
        facts.color.matrix = matrix;
        facts.color.range = range;
        expect_counts(facts, weights_of(matrix), kAll);
      }
}

// 8-bit limited chroma has a bin for each code, so that a clean scope has no gaps.
TEST(ScopesMatrix, LimitedChromaCodesAreBins) {
  const FrameFacts facts = facts_of("yuv444p", 16, 16);
  Raw raw(16 * 16 * 3, 90);
  for (std::size_t i = 0; i < 256; ++i)
    raw[256 + i] = static_cast<std::uint8_t>(i);
  const Table table = count(scope_work(Scope::vectorscope, facts, kAll), raw, facts);
  for (std::size_t i = 0; i < 256; ++i)
    EXPECT_EQ(table[std::size_t{90} * 256 + i], 1U) << i;
}

// 75 % bars of the studio: their chroma in BT.709, rounded, as SMPTE RP 219 gives it.
TEST(ScopesMatrix, BarsFallIntoTheirBoxes) {
  const FrameFacts facts = facts_of("gbrp16le", 1, 1);
  const auto bin = [&](unsigned r, unsigned g, unsigned b) {
    Raw raw;
    for (const unsigned code : {g, b, r}) {
      raw.push_back(static_cast<std::uint8_t>(code));
      raw.push_back(static_cast<std::uint8_t>(code >> 8));
    }
    const Table table = count(scope_work(Scope::vectorscope, facts, kAll), raw, facts);
    const auto at = std::ranges::find(table, 1U) - table.begin();
    return std::pair{at % 256, at / 256};
  };
  constexpr unsigned kOn = 49151;
  using Place = std::pair<std::ptrdiff_t, std::ptrdiff_t>;
  EXPECT_EQ(bin(kOn, kOn, 0), Place(44, 136));
  EXPECT_EQ(bin(0, kOn, kOn), Place(147, 44));
  EXPECT_EQ(bin(0, kOn, 0), Place(63, 52));
  EXPECT_EQ(bin(kOn, 0, kOn), Place(193, 204));
  EXPECT_EQ(bin(kOn, 0, 0), Place(109, 212));
  EXPECT_EQ(bin(0, 0, kOn), Place(212, 120));
}

TEST(ScopesMatrix, YCgCoIsShownInTheColourOfBt709) {
  FrameFacts facts = facts_of("yuv444p", 1, 1);
  facts.color.matrix = Matrix::ycgco;
  facts.color.range = Range::full;
  Raw raw{128, 128, 128};
  Table table = count(scope_work(Scope::vectorscope, facts, kAll), raw, facts);
  EXPECT_EQ(table[std::size_t{128} * 256 + 128], 1U);
  raw = {64, 64, 255};  // nearly pure red: Y 1/4, Cg -1/4, Co 1/2
  table = count(scope_work(Scope::vectorscope, facts, kAll), raw, facts);
  const auto at = std::ranges::find(table, 1U) - table.begin();
  EXPECT_NEAR(static_cast<double>(at % 256), 128 - 224 * 0.1146, 2);
  EXPECT_NEAR(static_cast<double>(at / 256), 128 + 224 * 0.5, 2);
}

TEST(ScopesWork, BandsChangeNothing) {
  const FrameFacts facts = facts_of("yuv420p", 517, 211);
  Raw raw = make_scene(facts, 2);
  for (const Scope scope : kAllScopes) {
    const ScopeWork work = scope_work(scope, facts, kAll);
    const Table one = count(work, raw, facts, 1);
    EXPECT_EQ(one, count(work, raw, facts, 2)) << name_of(scope);
    EXPECT_EQ(one, count(work, raw, facts, 7)) << name_of(scope);
  }
}

TEST(ScopesWork, RowsAreLeftOutAnOddNumberAtATimeAndChromaIsCountedOnce) {
  const FrameFacts facts = facts_of("yuv420p", 1920, 1080);
  const ScopeWork all = scope_work(Scope::histogram, facts, 1920 * 1080);
  EXPECT_EQ(all.step_y, 1);
  EXPECT_EQ(scope_work(Scope::histogram, facts, kHostScopeSamples).step_y, 7);
  EXPECT_EQ(scope_work(Scope::waveform, facts, 1920 * 1080 / 2).step_y, 3);
  const ScopeWork vectors = scope_work(Scope::vectorscope, facts, kAll);
  EXPECT_EQ(scope_samples(vectors, 1920, 1080), 960 * 540);
  EXPECT_EQ(scope_work(Scope::waveform, facts, kAll).columns, 512);
}

TEST(ScopesWork, CancellingLeavesBandsOut) {
  const FrameFacts facts = facts_of("yuv420p", 640, 360);
  Raw raw = make_scene(facts, 2);
  const ScopeWork work = scope_work(Scope::histogram, facts, kAll);
  Table table(scope_table_size(work), 1);
  BandPool bands(2);
  const std::atomic<bool> cancelled{true};
  count_on_host(work, view_of_raw(raw, facts), table.data(), bands, &cancelled);
  EXPECT_EQ(std::accumulate(table.begin(), table.end(), 0U), 0U);
}

TEST(ScopesWants, TheHistogramIsCountedOfBothPictures) {
  const ScopeWants wants{true, true, false, ScopeSide::after};
  const FrameFacts facts = facts_of("yuv420p", 640, 360);
  const ScopeLayout after = scope_layout(wants, ScopeSide::after, facts, kAll);
  const ScopeLayout before = scope_layout(wants, ScopeSide::before, facts, kAll);
  EXPECT_TRUE(after.works[0] && after.works[1] && !after.works[2]);
  EXPECT_TRUE(before.works[0] && !before.works[1] && !before.works[2]);
  EXPECT_EQ(before.bytes, std::size_t{4} * 256 * 4);
  EXPECT_EQ(after.bytes, before.bytes + std::size_t{3} * 512 * 256 * 4);
  EXPECT_TRUE(scope_layout({}, ScopeSide::after, facts, kAll).empty());
}

}  // namespace
}  // namespace framelane
