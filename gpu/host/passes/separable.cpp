#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "gpu/filters/gaussian.h"
#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/block_sums.h"
#include "gpu/host/passes/blur_sums.h"
#include "gpu/host/passes/coarse_blur.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"
#include "gpu/host/passes/whole_blur.h"

namespace framelane {
namespace {

// The rows around one as floats, each read from the picture once while the band goes down.
class RowRing {
 public:
  RowRing(const ImageView& in, int c, int radius, bool mirrored)
      : in_(in),
        c_(c),
        radius_(radius),
        mirrored_(mirrored),
        width_(in.component_width(c)),
        height_(in.component_height(c)),
        stride_(row_stride(static_cast<std::size_t>(width_) + kBlockRoom)),
        rows_(row_scratch(4, static_cast<std::size_t>(2 * radius + 2) * stride_)) {}

  // Those of y and of y + 1. Rows are asked for from the top down.
  void read_to(int y) {
    if (next_ < 0) next_ = std::max(0, y - radius_);
    for (; next_ <= std::min(y + 1 + radius_, height_ - 1); ++next_)
      load_row(in_, c_, next_, 0, width_, slot(next_));
  }
  [[nodiscard]] float* row(int y) const {
    return slot(mirrored_ ? reflected_inside(y, height_) : nearest_inside(y, height_));
  }

 private:
  [[nodiscard]] float* slot(int y) const {
    return rows_.data() + static_cast<std::size_t>(y % (2 * radius_ + 2)) * stride_;
  }

  const ImageView& in_;
  int c_, radius_;
  bool mirrored_;
  int width_, height_;
  std::size_t stride_;
  std::span<float> rows_;
  int next_ = -1;
};

// Sums down for rows y and, below `last`, y + 1, stored in `out` and `next`; gives how many rows
// they are. room: for pointers to the rows.
int convolve_columns(RowRing& ring, int y, int last, const float* weights, int radius, int count,
                     std::span<const float*> room, float* out, float* next) {
  ring.read_to(y);
  for (int k = -radius; k <= radius + 1; ++k)
    room[static_cast<std::size_t>(k + radius)] = ring.row(y + k);
  if (y + 1 < last) {
    blur_sums().down_two(room.data() + radius, weights, radius, count, out, next);
    return 2;
  }
  blur_sums().down(room.data() + radius, weights, radius, count, out);
  return 1;
}

// The same of one row, straight from the picture.
void convolve_column(const ImageView& in, int c, int y, std::span<const float> weights,
                     std::span<float> sums) {
  const int width = in.component_width(c), height = in.component_height(c);
  const auto above = row_scratch(5, sums.size()), below = row_scratch(6, sums.size());
  load_row(in, c, y, 0, width, above.data());
  for (std::size_t x = 0; x < sums.size(); ++x)
    sums[x] = weights[0] * above[x];
  for (int k = 1; k < static_cast<int>(weights.size()); ++k) {
    load_row(in, c, nearest_inside(y - k, height), 0, width, above.data());
    load_row(in, c, nearest_inside(y + k, height), 0, width, below.data());
    const float weight = weights[static_cast<std::size_t>(k)];
    for (std::size_t x = 0; x < sums.size(); ++x)
      sums[x] += weight * (above[x] + below[x]);
  }
}

void extend(float* row, int width, int margin, bool mirrored) {
  if (!mirrored) return extend_row(row, width, margin);
  for (int i = 1; i <= margin; ++i) {
    row[-i] = row[reflected_inside(-i, width)];
    row[width - 1 + i] = row[reflected_inside(width - 1 + i, width)];
  }
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
  const std::size_t stride = length + 2 * static_cast<std::size_t>(margin) + kBlockRoom;
  const auto padded = row_scratch(0, 2 * stride);
  const auto blurred = row_scratch(1, length);
  float* const columns[2] = {padded.data() + margin, padded.data() + stride + margin};
  RowRing ring(in, c, part.y.radius, part.mirrored);
  const float* room[2 * kMaxTileRadius + 2];
  for (int y = first, made = 0; y < last; y += made) {
    made = convolve_columns(ring, y, last, part.y.weight, part.y.radius, width, room, columns[0],
                            columns[1]);
    for (int r = 0; r < made; ++r) {
      extend(columns[r], width, margin, part.mirrored);
      blur_sums().across(columns[r], part.x.weight, margin, width, blurred.data());
      if (part.sharpen) sharpen_row(ring.row(y + r), in, part.amount, blurred);
      store_row(call.out[0], c, y + r, width, blurred.data());
    }
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

// Radii whose rows are kept; beyond, they would leave every cache.
constexpr int kMaxRing = 128;

void wide_down(const WideBlurWork& work, const HostPassCall& call, int c, int first, int last) {
  const ImageView& in = call.in[0];
  const int width = in.component_width(c), kept = std::min(work.radius, kMaxRing);
  const auto blurred = row_scratch(1, static_cast<std::size_t>(width));
  const auto next = row_scratch(2, static_cast<std::size_t>(width));
  const auto weights = gaussian_weights(work);
  RowRing ring(in, c, kept, false);
  const float* room[2 * kMaxRing + 2];
  for (int y = first, made = 0; y < last; y += made) {
    made = 1;
    if (kept < work.radius) {
      convolve_column(in, c, y, weights, blurred);
    } else {
      made = convolve_columns(ring, y, last, weights.data(), kept, width, room, blurred.data(),
                              next.data());
    }
    store_row(call.out[0], c, y, width, blurred.data());
    if (made > 1) store_row(call.out[0], c, y + 1, width, next.data());
  }
}

void wide_across(const WideBlurWork& work, const HostPassCall& call, int c, int first, int last) {
  const ImageView& in = call.in[0];
  const int width = in.component_width(c), margin = work.radius;
  const auto length = static_cast<std::size_t>(width);
  const auto padded = row_scratch(0, length + 2 * static_cast<std::size_t>(margin) + kBlockRoom);
  const auto blurred = row_scratch(1, length);
  const auto weights = gaussian_weights(work);
  for (int y = first; y < last; ++y) {
    load_row(in, c, y, 0, width, padded.data() + margin);
    extend_row(padded.data() + margin, width, margin);
    blur_sums().across(padded.data() + margin, weights.data(), margin, width, blurred.data());
    store_row(call.out[0], c, y, width, blurred.data());
  }
}

// A band that goes down first fills its ring; very wide ones are slow and may be cancelled soon.
BandLimits exact_limits(const WideBlurWork& work) {
  const bool ring = work.vertical && work.radius <= kMaxRing;
  return ring ? BandLimits{2 * work.radius} : BandLimits{2, 2};
}

void exact_rows(const WideBlurWork& work, const HostPassCall& call, int c, int first, int last) {
  if (work.vertical) return wide_down(work, call, c, first, last);
  wide_across(work, call, c, first, last);
}

int widest_radius(const WideBlurWork& work) {
  return std::max(work.radius, gaussian_radius(work.partner));
}

// Integers between the two passes; across alone, only of what comes next to be stored.
bool whole_taken(const WideBlurWork& work, const HostPassCall& call) {
  if (!work.vertical && work.partner <= 0 && !holds_codes(call.out[0])) return false;
  return whole_sums_take(call.in[0].max_code, widest_radius(work));
}

// Measured: grids of bytes grow coarser earlier.
bool whole_is_quicker_than_grid(const WideBlurWork& work, const HostPassCall& call) {
  const int most = call.in[0].max_code > 255 ? 22 : 17;
  return widest_radius(work) <= most && whole_taken(work, call);
}

// One of the two ways of a pass without a grid.
class PlainWideRows {
 public:
  PlainWideRows(const WideBlurWork& work, const HostPassCall& call)
      : work_(work), call_(call), whole_(whole_taken(work, call)) {
    if (whole_) axis_ = whole_axis(gaussian_weights(work), call.in[0].max_code);
  }
  [[nodiscard]] BandLimits limits() const {
    if (whole_) return work_.vertical ? BandLimits{2 * axis_.reach()} : BandLimits{};
    return exact_limits(work_);
  }
  void operator()(int c, int first, int last) const {
    if (!whole_) return exact_rows(work_, call_, c, first, last);
    if (work_.vertical) return whole_rows_down(axis_, call_, c, first, last);
    if (work_.partner > 0) return whole_rows_from_between(axis_, call_, c, first, last);
    whole_rows_across(axis_, call_, c, first, last);
  }

 private:
  const WideBlurWork& work_;
  const HostPassCall& call_;
  bool whole_;
  WholeAxis axis_;
};

CoarseGrid grid_of(const WideBlurWork& work, const HostPassCall& call, int c) {
  return coarse_grid(work, work.vertical ? call.out[0] : call.in[0], c);
}

// Components too small for a grid go the plain way.
void run_down_to_grid(const WideBlurWork& work, const HostPassCall& call) {
  const PlainWideRows plain(work, call);
  each_band_of(work.components, call, BandLimits{32}, [&](int c, int first, int last) {
    const CoarseGrid grid = grid_of(work, call, c);
    if (!grid.usable()) return plain(c, first, last);
    rows_to_grid(grid, call, c, first, last);
  });
}

// A band first blurs the grid's rows around it.
void run_from_grid(const WideBlurWork& work, const HostPassCall& call) {
  const CoarseBlur blur(work, call.in[0].max_code);
  const PlainWideRows plain(work, call);
  const BandLimits limits{std::max(64, 2 * gaussian_radius(work.partner))};
  each_band_of(work.components, call, limits, [&](int c, int first, int last) {
    const CoarseGrid grid = grid_of(work, call, c);
    if (!grid.usable()) return plain(c, first, last);
    blur.rows_from_grid(grid, call, c, first, last);
  });
}

WholeAxis whole_axis_of(const TileKernel& kernel, int max_code) {
  return whole_axis({kernel.weight, static_cast<std::size_t>(kernel.radius) + 1}, max_code);
}

// The components have one kernel.
void run_whole(const SeparableComponent& part, unsigned components, const HostPassCall& call) {
  const WholeAxis across = whole_axis_of(part.x, call.out[0].max_code);
  const WholeAxis down = whole_axis_of(part.y, call.out[0].max_code);
  each_band_of(components, call, {},
               [&](int c, int first, int last) { whole_rows(across, down, call, c, first, last); });
}

}  // namespace

void run_on_host(const SeparableWork& work, const HostPassCall& call) {
  unsigned components = 0;
  for (unsigned c = 0; c < 4; ++c)
    if (!work.components[c].copy) components |= 1U << c;
  const ImageView& out = call.out[0];
  if (work.near && components != 0 && holds_codes(out) &&
      whole_sums_take(out.max_code, kMaxTileRadius))
    return run_whole(work.components[std::countr_zero(components)], components, call);
  each_band_of(components, call, {}, [&](int c, int first, int last) {
    filter_rows(work.components[static_cast<std::size_t>(c)], call, c, first, last);
  });
}

void run_on_host(const WideBlurWork& work, const HostPassCall& call) {
  const bool coarse = grid_of(work, call, 0).usable() && !whole_is_quicker_than_grid(work, call);
  if (coarse && work.vertical) return run_down_to_grid(work, call);
  if (coarse) return run_from_grid(work, call);
  const PlainWideRows plain(work, call);
  each_band_of(work.components, call, plain.limits(), plain);
}

}  // namespace framelane
