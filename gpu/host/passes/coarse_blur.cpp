#include "gpu/host/passes/coarse_blur.h"

#include <algorithm>
#include <bit>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/blur_sums.h"
#include "gpu/host/passes/coarse_sums.h"
#include "gpu/host/passes/rows.h"

// The second of the two passes.
namespace framelane {
namespace {

constexpr int kSplineRows = 4;  // around an interval
constexpr int kPlanes = 4;      // of a widened row: coarse_sums.h

// Rows of the grid as floats, each read once as a band goes down, and the kernel's sums of them.
class GridRows {
 public:
  GridRows(const CoarseGrid& grid, const CoarseAxis& across, const CoarseAxis& down,
           const ImageView& in, int c, int first)
      : grid_(grid),
        across_(across),
        down_(down),
        in_(in),
        c_(c),
        count_(grid.across.samples()),
        kept_(std::bit_ceil(static_cast<unsigned>(2 * down.radius + 2))),
        stride_(row_stride(static_cast<std::size_t>(count_) + kBlockRoom)),
        sums_stride_(stride_ + 2 * static_cast<std::size_t>(across.radius)),
        rows_(row_scratch(4, kept_ * stride_ + 2 * sums_stride_)),
        around_(static_cast<std::size_t>(2 * down.radius + 2)),
        next_(std::max(first - down.radius, kGridBefore)),
        summed_(first) {}

  // Samples -2 .. intervals + 2 of row j, blurred both ways; asked for from the top down.
  void blur(int j, float* out) {
    if (j >= summed_) sum_down(j);
    float* const sums = sums_of(j);
    extend_row(sums, count_, across_.radius);
    blur_sums().across(sums, across_.weights.data(), across_.radius, count_, out);
    coarse_sums().move(out, count_, 1, 0.5F * static_cast<float>(in_.max_code));
  }

 private:
  // Rows j and j + 1, which share most of their reads.
  void sum_down(int j) {
    read_to(std::min(j + 1 + down_.radius, grid_.down.last()));
    for (int k = -down_.radius; k <= down_.radius + 1; ++k)
      around_[static_cast<std::size_t>(k + down_.radius)] =
          slot(std::clamp(j + k, kGridBefore, grid_.down.last()));
    blur_sums().down_two(around_.data() + down_.radius, down_.weights.data(), down_.radius, count_,
                         sums_of(j), sums_of(j + 1));
    summed_ = j + 2;
  }
  [[nodiscard]] float* sums_of(int j) const {
    float* const sums = rows_.data() + kept_ * stride_;
    return sums + (static_cast<std::size_t>(j) & 1U) * sums_stride_ + across_.radius;
  }
  void read_to(int j) {
    for (; next_ <= j; ++next_)
      load_row(in_, c_, next_ - kGridBefore, 0, count_, slot(next_));
  }
  [[nodiscard]] float* slot(int j) const {
    return rows_.data() + (static_cast<std::size_t>(j - kGridBefore) & (kept_ - 1)) * stride_;
  }

  const CoarseGrid& grid_;
  const CoarseAxis &across_, &down_;
  const ImageView& in_;
  int c_, count_;
  std::size_t kept_, stride_, sums_stride_;
  std::span<float> rows_;
  std::vector<const float*> around_;
  int next_, summed_;
};

// Blurred rows of the grid with all of the picture's columns, in four planes.
class WidenedRows {
 public:
  WidenedRows(GridRows& grid, const GridAxis& axis, int first)
      : grid_(grid),
        axis_(axis),
        stride_(row_stride(static_cast<std::size_t>(axis.intervals() * axis.step() / kPlanes) +
                           static_cast<std::size_t>(kBlockRoom << axis.levels >> 2))),
        room_(static_cast<std::size_t>(axis.samples()) + 2 * std::size_t{kBlockRoom}),
        samples_(row_scratch(5, 3 * room_)),
        rows_(row_scratch(6, kSplineRows * kPlanes * stride_)),
        next_(first) {}

  [[nodiscard]] const float* row(int j) {
    for (; next_ <= j; ++next_) {
      grid_.blur(next_, samples_.data());
      coarse_sums().widen(samples_.data() - kGridBefore, axis_.levels, axis_.intervals(),
                          slot(next_), stride(), samples_.data() + room_);
    }
    return slot(j);
  }
  [[nodiscard]] std::ptrdiff_t stride() const { return static_cast<std::ptrdiff_t>(stride_); }

 private:
  [[nodiscard]] float* slot(int j) const {
    return rows_.data() + static_cast<std::size_t>(j & (kSplineRows - 1)) * kPlanes * stride_;
  }

  GridRows& grid_;
  const GridAxis axis_;
  std::size_t stride_, room_;
  std::span<float> samples_, rows_;
  int next_;
};

// Rows of an interval that begins at row `top`.
void store_interval(const GridInterval& rows, const ImageView& out, int c, int top) {
  std::byte* const to = out.data[c] + top * out.pitch_bytes[c];
  const std::ptrdiff_t pitch = out.pitch_bytes[c];
  if (out.type == SampleType::u8 && out.step_bytes[c] == 1)
    return coarse_sums().fill_bytes(rows, reinterpret_cast<std::uint8_t*>(to), pitch);
  if (out.type == SampleType::u16 && out.step_bytes[c] == 2)
    return coarse_sums().fill_shorts(rows, reinterpret_cast<std::uint16_t*>(to), pitch / 2);
  const auto stride = static_cast<std::size_t>(rows.width) + kBlockRoom;
  const auto samples = row_scratch(7, static_cast<std::size_t>(rows.last) * stride);
  coarse_sums().fill_floats(rows, samples.data(), static_cast<std::ptrdiff_t>(stride));
  for (int p = rows.first; p < rows.last; ++p)
    store_row(out, c, top + p, rows.width, samples.data() + static_cast<std::size_t>(p) * stride);
}

}  // namespace

CoarseGrid coarse_grid(const WideBlurWork& work, const ImageView& between, int c) {
  if (work.partner <= 0 || between.type != SampleType::f16) return {};
  const double across = work.vertical ? work.partner : work.sigma;
  const double down = work.vertical ? work.sigma : work.partner;
  return {{coarse_levels(across, between.max_code), between.component_width(c)},
          {coarse_levels(down, between.max_code), between.component_height(c)}};
}

CoarseBlur::CoarseBlur(const WideBlurWork& work, int max_code)
    : across_(coarse_axis(work.sigma, max_code)), down_(coarse_axis(work.partner, max_code)) {}

void CoarseBlur::rows_from_grid(const CoarseGrid& grid, const HostPassCall& call, int c, int first,
                                int last) const {
  const ImageView& out = call.out[0];
  const GridAxis& down = grid.down;
  const int begin = first >> down.levels;
  GridRows blurred(grid, across_, down_, call.in[0], c, begin - 1);
  WidenedRows rows(blurred, grid.across, begin - 1);
  GridInterval interval{.stride = rows.stride(),
                        .levels = down.levels,
                        .width = out.component_width(c),
                        .shift = out.shift,
                        .top = out.max_code};
  for (int j = begin; j << down.levels < last; ++j) {
    const int top = j << down.levels;
    for (int k = 0; k < kSplineRows; ++k)
      interval.rows[k] = rows.row(j - 1 + k);
    interval.first = std::max(first - top, 0);
    interval.last = std::min(last - top, down.step());
    store_interval(interval, out, c, top);
  }
}

}  // namespace framelane
