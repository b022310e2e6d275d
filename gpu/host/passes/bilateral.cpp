#include <vector>

#include "gpu/host/passes/padded_rows.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/vectors.h"

namespace framelane {
namespace {

constexpr int kVectors = 2;  // a block's sums, weights and intermediate values stay in registers
constexpr int kBlock = kVectors * kFloat8;

struct BlockSums {
  Float8 centre[kVectors], sum[kVectors], weight[kVectors];

  [[gnu::always_inline]] void start(const float* row) {
    for (int v = 0; v < kVectors; ++v) {
      load_vector(centre[v], row + v * kFloat8);
      sum[v] = centre[v];
      weight[v] = Float8{} + 1.0F;
    }
  }
  // distance: the exponent of the weight by distance alone.
  [[gnu::always_inline]] void add(const float* row, float distance) {
    for (int v = 0; v < kVectors; ++v) {
      Float8 sample, share;
      load_vector(sample, row + v * kFloat8);
      const Float8 difference = sample - centre[v];
      weights_of(distance - difference * difference, share);
      sum[v] += share * sample;
      weight[v] += share;
    }
  }
  [[gnu::always_inline]] void finish(float unit, float* out) const {
    for (int v = 0; v < kVectors; ++v)
      store_vector(sum[v] / weight[v] * unit, out + v * kFloat8);
  }
};

// Rows of the window, from the top one on, and the exponents for each distance down and across.
struct Window {
  int radius;
  std::vector<const float*> rows;
  std::vector<float> exponents;

  explicit Window(const BilateralWork& work)
      : radius(work.radius), rows(static_cast<std::size_t>(2 * radius + 1)) {
    for (int y = 0; y <= radius; ++y)
      for (int x = 0; x <= radius; ++x)
        exponents.push_back(work.spread * static_cast<float>(x * x + y * y));
  }
  void move_to(const PaddedRows& from, int y) {
    for (int j = 0; j <= 2 * radius; ++j)
      rows[static_cast<std::size_t>(j)] = from.row(y + j - radius);
  }
};

[[gnu::always_inline]] inline void filter_block(const Window& window, int x, float unit,
                                                float* out) {
  const int radius = window.radius;
  BlockSums sums;
  sums.start(window.rows[static_cast<std::size_t>(radius)] + x);
  for (int j = -radius; j <= radius; ++j) {
    const float* row = window.rows[static_cast<std::size_t>(j + radius)] + x;
    const float* exponents = window.exponents.data() + (j < 0 ? -j : j) * (radius + 1);
    if (j != 0) sums.add(row, exponents[0]);
    for (int i = 1; i <= radius; ++i) {
      sums.add(row - i, exponents[i]);
      sums.add(row + i, exponents[i]);
    }
  }
  sums.finish(unit, out);
}

void filter_rows(const BilateralWork& work, const HostPassCall& call, int c, int first, int last) {
  const ImageView& in = call.in[0];
  const int width = in.component_width(c);
  PaddedRows rows(in, c, work.radius, work.radius, kBlock, work.scale);
  Window window(work);
  const auto result = row_scratch(0, static_cast<std::size_t>(width + kBlock));
  const float unit = 1.0F / work.scale;
  for (int y = first; y < last; ++y) {
    rows.read_to(y);
    window.move_to(rows, y);
    with_fused_vectors([&] [[gnu::always_inline]] {
      for (int x = 0; x < width; x += kBlock)
        filter_block(window, x, unit, result.data() + x);
    });
    store_row(call.out[0], c, y, width, result.data());
  }
}

}  // namespace

void run_on_host(const BilateralWork& work, const HostPassCall& call) {
  const BandLimits limits = work.radius > 8 ? BandLimits{2, 2} : BandLimits{8, 32};
  each_band(call, limits, [&](int c, int first, int last) {
    if ((work.components >> c & 1) != 0) return filter_rows(work, call, c, first, last);
    const auto scratch = row_scratch(0, static_cast<std::size_t>(call.out[0].component_width(c)));
    for (int y = first; y < last; ++y)
      copy_row(call.in[0], call.out[0], c, y, scratch.data());
  });
}

}  // namespace framelane
