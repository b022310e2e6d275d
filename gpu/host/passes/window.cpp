#include <algorithm>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

void mix_row(const WindowWork& work, const HostPassCall& call, int c, int y, std::size_t output) {
  const ImageView& out = call.out[output];
  const int width = out.component_width(c);
  const auto sums = row_scratch(0, static_cast<std::size_t>(width));
  std::ranges::fill(sums, 0.0F);
  for (std::size_t i = 0; i < call.in.size(); ++i)
    add_row(call.in[i], c, y, work.weights[output][i], width, sums.data());
  const auto limit = static_cast<float>(out.max_code);
  for (float& sum : sums)
    sum = clamped(sum * work.scale, limit);
  store_row(out, c, y, width, sums.data());
}

void average_row(const ReduceWork& work, const HostPassCall& call, int c, int y) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const bool chroma = in.yuv && (c == 1 || c == 2);
  const int left = work.left >> (chroma ? in.log2_chroma_w : 0);
  const int top = work.top >> (chroma ? in.log2_chroma_h : 0);
  const int width = out.component_width(c), factor = work.factor;
  const auto length = static_cast<std::size_t>(in.component_width(c));
  const auto sums = row_scratch(0, length);
  const auto result = row_scratch(1, static_cast<std::size_t>(width));
  std::ranges::fill(sums, 0.0F);
  for (int r = 0; r < factor; ++r)
    add_row(in, c, nearest_inside(top + y * factor + r, in.component_height(c)), 1,
            static_cast<int>(length), sums.data());
  const float share = 1.0F / static_cast<float>(factor * factor);
  for (int x = 0; x < width; ++x) {
    float sum = 0;
    for (int k = 0; k < factor; ++k)
      sum += sums[static_cast<std::size_t>(
          nearest_inside(left + x * factor + k, static_cast<int>(length)))];
    result[static_cast<std::size_t>(x)] = sum * share;
  }
  store_row(out, c, y, width, result.data());
}

}  // namespace

void run_on_host(const WindowWork& work, const HostPassCall& call) {
  each_band(call, {}, [&](int c, int first, int last) {
    const bool mixed = (work.components >> c & 1) != 0;
    const ImageView& centre = call.in[static_cast<std::size_t>(work.centre)];
    const auto scratch = row_scratch(1, static_cast<std::size_t>(centre.component_width(c)));
    for (std::size_t o = 0; o < call.out.size(); ++o)
      for (int y = first; y < last; ++y) {
        if (mixed) {
          mix_row(work, call, c, y, o);
        } else {
          copy_row(centre, call.out[o], c, y, scratch.data());
        }
      }
  });
}

void run_on_host(const ReduceWork& work, const HostPassCall& call) {
  each_band(call, {}, [&](int c, int first, int last) {
    for (int y = first; y < last; ++y)
      average_row(work, call, c, y);
  });
}

}  // namespace framelane
