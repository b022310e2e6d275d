#include <array>

#include "gpu/filters/chromakey_math.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

// The distances of rows of chroma around one row of pixels; a band's own.
class DistanceRows {
 public:
  DistanceRows(const ChromakeyWork& work, const ImageView& in)
      : work_(work), in_(in), width_(in.component_width(1)) {}

  // Of chroma row y; valid until two other rows were asked for.
  const float* row(int y) {
    const auto slot = static_cast<std::size_t>(y % 3);
    const auto length = static_cast<std::size_t>(width_);
    float* distances = row_scratch(static_cast<int>(slot), length).data();
    if (held_[slot] == y) return distances;
    held_[slot] = y;
    float* const u = row_scratch(3, length).data();
    float* const v = row_scratch(4, length).data();
    load_row(in_, 1, y, 0, width_, u);
    load_row(in_, 2, y, 0, width_, v);
    const ChromakeyWork work = work_;
    for (std::size_t i = 0; i < length; ++i)
      distances[i] = key_distance(work, u[i], v[i]);
    return distances;
  }

 private:
  const ChromakeyWork& work_;
  const ImageView& in_;
  int width_;
  std::array<int, 3> held_{-1, -1, -1};
};

// Sums of three distances down at every chroma column of row y, going on for one at both ends.
float* sums_down(DistanceRows& rows, const ImageView& in, int y) {
  const int lh = in.log2_chroma_h, width = in.component_width(1);
  const float* const above = rows.row(nearest_inside(y - 1, in.height) >> lh);
  const float* const here = rows.row(y >> lh);
  const float* const below = rows.row(nearest_inside(y + 1, in.height) >> lh);
  const auto length = static_cast<std::size_t>(width);
  float* const sums = row_scratch(5, length + 2).data() + 1;
  for (std::size_t i = 0; i < length; ++i)
    sums[i] = above[i] + here[i] + below[i];
  extend_row(sums, width, 1);
  return sums;
}

void alpha_row(const ChromakeyWork& from, const ImageView& in, const ImageView& out,
               DistanceRows& rows, int y) {
  const ChromakeyWork work = from;
  const auto width = static_cast<std::size_t>(in.width);
  const auto top = static_cast<float>(out.max_code);
  float* const alpha = row_scratch(6, width + 1).data();
  const float* const sums = sums_down(rows, in, y);
  if (in.log2_chroma_w == 0) {
    for (std::size_t x = 0; x < width; ++x)
      alpha[x] = key_alpha(work, sums[x - 1] + sums[x] + sums[x + 1], top);
  } else {
    for (std::size_t i = 0; i < (width + 1) / 2; ++i) {
      alpha[2 * i] = key_alpha(work, sums[i - 1] + sums[i] + sums[i], top);
      alpha[2 * i + 1] = key_alpha(work, sums[i] + sums[i] + sums[i + 1], top);
    }
  }
  store_row(out, 3, y, in.width, alpha);
}

void even_alpha_row(const ChromakeyWork& work, const ImageView& out, int y) {
  const auto width = static_cast<std::size_t>(out.width);
  const auto row = row_scratch(6, width);
  const float distance = key_distance(work, work.neutral, work.neutral);
  std::fill_n(row.data(), width, key_alpha(work, 9 * distance, static_cast<float>(out.max_code)));
  store_row(out, 3, y, out.width, row.data());
}

void color_row(const ChromakeyWork& work, const HostPassCall& call, int c, int y) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const int width = out.component_width(c);
  const auto length = static_cast<std::size_t>(width);
  float* const row = row_scratch(7, length).data();
  if (keeps_codes(work, c)) return copy_row(in, out, c, y, row);
  load_row(in, c, y, 0, width, row);
  const float gain = work.gain[c], offset = work.offset[c];
  for (std::size_t i = 0; i < length; ++i)
    row[i] = gain * row[i] + offset;
  store_row(out, c, y, width, row);
}

}  // namespace

void run_on_host(const ChromakeyWork& work, const HostPassCall& call) {
  const ImageView &in = call.in[0], &out = call.out[0];
  call.bands.run(
      in.height, band_rows(in.height, call.bands.threads(), 8),
      [&](int first, int last) {
        DistanceRows rows(work, in);
        for (int y = first; y < last; ++y) {
          for (int c = 0; c < in.color_count; ++c) {
            const int log2 = in.yuv && c > 0 ? in.log2_chroma_h : 0;
            if ((y & ((1 << log2) - 1)) == 0) color_row(work, call, c, y >> log2);
          }
          if (out.data[3] == nullptr) continue;
          if (in.data[1] == nullptr) {
            even_alpha_row(work, out, y);
          } else {
            alpha_row(work, in, out, rows, y);
          }
        }
      },
      call.cancel);
}

}  // namespace framelane
