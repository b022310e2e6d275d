#include <algorithm>
#include <cmath>

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

// out[i] = sum of weights[|k|] * row[i + k], summed from -radius on, as on the other device.
void convolve_row(const float* row, const float* weights, int radius, int count, float* out) {
  constexpr int kBlock = 64;
  for (int x = 0; x < count; x += kBlock) {
    float sums[kBlock] = {};
    for (int k = -radius; k <= radius; ++k) {
      const float weight = weights[k < 0 ? -k : k];
      for (int i = 0; i < kBlock; ++i)
        sums[i] += weight * row[x + i + k];
    }
    std::copy_n(sums, std::min(kBlock, count - x), out + x);
  }
}

void convolve_column(const ImageView& in, int c, int y, const float* weights, int radius,
                     float* sums) {
  const int width = in.component_width(c), height = in.component_height(c);
  std::fill_n(sums, width, 0.0F);
  for (int k = -radius; k <= radius; ++k)
    add_row(in, c, nearest_inside(y + k, height), weights[k < 0 ? -k : k], width, sums);
}

void sharpen_row(const ImageView& in, int c, int y, float amount, std::span<float> blur,
                 float* source) {
  const auto limit = static_cast<float>(in.max_code);
  load_row(in, c, y, 0, static_cast<int>(blur.size()), source);
  for (std::size_t i = 0; i < blur.size(); ++i)
    blur[i] = sharpened(source[i], blur[i], amount, limit);
}

// Room for a row, `margin` samples before it and a whole block after it.
constexpr int kTail = 64;

void filter_rows(const SeparableComponent& part, const HostPassCall& call, int c, int first,
                 int last) {
  const ImageView& in = call.in[0];
  const int width = in.component_width(c), margin = part.x.radius;
  const auto length = static_cast<std::size_t>(width);
  const auto padded = row_scratch(0, length + 2 * static_cast<std::size_t>(margin) + kTail);
  const auto blurred = row_scratch(1, length), source = row_scratch(2, length);
  for (int y = first; y < last; ++y) {
    float* column = padded.data() + margin;
    convolve_column(in, c, y, part.y.weight, part.y.radius, column);
    extend_row(column, width, margin);
    convolve_row(column, part.x.weight, margin, width, blurred.data());
    if (part.sharpen) sharpen_row(in, c, y, part.amount, blurred, source.data());
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
  each_band(call, 8, [&](int c, int first, int last) {
    const SeparableComponent& part = work.components[static_cast<std::size_t>(c)];
    if (part.copy) {
      copy_rows(call, c, first, last);
    } else {
      filter_rows(part, call, c, first, last);
    }
  });
}

void run_on_host(const WideBlurWork& work, const HostPassCall& call) {
  each_band(call, 2, [&](int c, int first, int last) {
    if ((work.components >> c & 1) == 0) {
      copy_rows(call, c, first, last);
    } else {
      wide_rows(work, call, c, first, last);
    }
  });
}

}  // namespace framelane
