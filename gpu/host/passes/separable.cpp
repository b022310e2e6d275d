#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

void copy_rows(const HostPassCall& call, int c, int first, int last) {
  const auto scratch = row_scratch(0, static_cast<std::size_t>(call.out[0].component_width(c)));
  for (int y = first; y < last; ++y)
    copy_row(call.in[0], call.out[0], c, y, scratch.data());
}

// Columns whose sums stay in registers: eight vectors of four, which every x86-64 and ARM has.
using Float4 [[gnu::vector_size(16)]] = float;
constexpr int kVectors = 8;
constexpr int kBlock = 4 * kVectors;
constexpr int kTail = kBlock;  // rows have room for a whole block behind them

struct BlockSums {
  Float4 sum[kVectors] = {};

  void add(float weight, const float* row) {
    for (int v = 0; v < kVectors; ++v) {
      Float4 samples;
      std::memcpy(&samples, row + std::ptrdiff_t{4} * v, sizeof samples);
      sum[v] += weight * samples;
    }
  }
  void store(int count, float* out) const {
    std::memcpy(out, sum, static_cast<std::size_t>(std::min(kBlock, count)) * sizeof(float));
  }
};

// out[i] = sum of weights[|k|] * row[i + k], summed from -radius on, as on the other device.
void convolve_row(const float* row, const float* weights, int radius, int count, float* out) {
  for (int x = 0; x < count; x += kBlock) {
    BlockSums sums;
    for (int k = -radius; k <= radius; ++k)
      sums.add(weights[k < 0 ? -k : k], row + x + k);
    sums.store(count - x, out + x);
  }
}

// The rows around one as floats, each read from the picture once while the band goes down.
class RowRing {
 public:
  RowRing(const ImageView& in, int c, int radius)
      : in_(in),
        c_(c),
        radius_(radius),
        width_(in.component_width(c)),
        height_(in.component_height(c)),
        stride_(static_cast<std::size_t>(width_) + kTail),
        rows_(row_scratch(4, static_cast<std::size_t>(2 * radius + 1) * stride_)) {}

  // Rows are asked for from the top down.
  void read_to(int y) {
    if (next_ < 0) next_ = std::max(0, y - radius_);
    for (; next_ <= std::min(y + radius_, height_ - 1); ++next_)
      load_row(in_, c_, next_, 0, width_, slot(next_));
  }
  [[nodiscard]] float* row(int y) const { return slot(nearest_inside(y, height_)); }

 private:
  [[nodiscard]] float* slot(int y) const {
    return rows_.data() + static_cast<std::size_t>(y % (2 * radius_ + 1)) * stride_;
  }

  const ImageView& in_;
  int c_, radius_, width_, height_;
  std::size_t stride_;
  std::span<float> rows_;
  int next_ = -1;
};

// out[i] = sum of weights[|k|] * row y + k, from -radius on.
void convolve_column(const RowRing& ring, int y, const TileKernel& kernel, int count, float* out) {
  const float* rows[2 * kMaxTileRadius + 1];
  const int taps = 2 * kernel.radius + 1;
  for (int k = 0; k < taps; ++k)
    rows[k] = ring.row(y + k - kernel.radius);
  for (int x = 0; x < count; x += kBlock) {
    BlockSums sums;
    for (int k = 0; k < taps; ++k)
      sums.add(kernel.weight[std::abs(k - kernel.radius)], rows[k] + x);
    sums.store(count - x, out + x);
  }
}

void convolve_column(const ImageView& in, int c, int y, const float* weights, int radius,
                     float* sums) {
  const int width = in.component_width(c), height = in.component_height(c);
  std::fill_n(sums, width, 0.0F);
  for (int k = -radius; k <= radius; ++k)
    add_row(in, c, nearest_inside(y + k, height), weights[k < 0 ? -k : k], width, sums);
}

void sharpen_row(const float* source, const ImageView& in, float amount, std::span<float> blur) {
  const auto limit = static_cast<float>(in.max_code);
  for (std::size_t i = 0; i < blur.size(); ++i)
    blur[i] = sharpened(source[i], blur[i], amount, limit);
}

void filter_rows(const SeparableComponent& part, const HostPassCall& call, int c, int first,
                 int last) {
  const ImageView& in = call.in[0];
  const int width = in.component_width(c), margin = part.x.radius;
  const auto length = static_cast<std::size_t>(width);
  const auto padded = row_scratch(0, length + 2 * static_cast<std::size_t>(margin) + kTail);
  const auto blurred = row_scratch(1, length);
  RowRing ring(in, c, part.y.radius);
  for (int y = first; y < last; ++y) {
    float* column = padded.data() + margin;
    ring.read_to(y);
    convolve_column(ring, y, part.y, width, column);
    extend_row(column, width, margin);
    convolve_row(column, part.x.weight, margin, width, blurred.data());
    if (part.sharpen) sharpen_row(ring.row(y), in, part.amount, blurred);
    store_row(call.out[0], c, y, width, blurred.data());
  }
}

std::span<const float> gaussian_weights(const WideBlurWork& work) {
  const auto weights = row_scratch(3, static_cast<std::size_t>(work.radius) + 1);
  const float spread = -0.5F / (work.sigma * work.sigma);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const auto distance = static_cast<float>(k);
    weights[k] = std::exp(spread * distance * distance) * work.norm;
  }
  return weights;
}

void wide_rows(const WideBlurWork& work, const HostPassCall& call, int c, int first, int last) {
  const ImageView& in = call.in[0];
  const int width = in.component_width(c), margin = work.vertical ? 0 : work.radius;
  const auto length = static_cast<std::size_t>(width);
  const auto padded = row_scratch(0, length + 2 * static_cast<std::size_t>(margin) + kTail);
  const auto blurred = row_scratch(1, length);
  const auto weights = gaussian_weights(work);
  for (int y = first; y < last; ++y) {
    if (work.vertical) {
      convolve_column(in, c, y, weights.data(), work.radius, blurred.data());
    } else {
      load_row(in, c, y, 0, width, padded.data() + margin);
      extend_row(padded.data() + margin, width, margin);
      convolve_row(padded.data() + margin, weights.data(), margin, width, blurred.data());
    }
    store_row(call.out[0], c, y, width, blurred.data());
  }
}

}  // namespace

void run_on_host(const SeparableWork& work, const HostPassCall& call) {
  each_band(call, {}, [&](int c, int first, int last) {
    const SeparableComponent& part = work.components[static_cast<std::size_t>(c)];
    if (part.copy) {
      copy_rows(call, c, first, last);
    } else {
      filter_rows(part, call, c, first, last);
    }
  });
}

void run_on_host(const WideBlurWork& work, const HostPassCall& call) {
  each_band(call, {2, 2}, [&](int c, int first, int last) {
    if ((work.components >> c & 1) == 0) {
      copy_rows(call, c, first, last);
    } else {
      wide_rows(work, call, c, first, last);
    }
  });
}

}  // namespace framelane
