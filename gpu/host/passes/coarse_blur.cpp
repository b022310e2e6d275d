#include "gpu/host/passes/coarse_blur.h"

#include <algorithm>
#include <bit>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/blur_sums.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

constexpr int kGrids = 6;            // the picture's rows, and at most five levels
constexpr int kKeptRows = 8;         // of a grid that only the next one is made of: it takes five
constexpr int kSplineRows = 4;       // around an interval
constexpr int kSplineFloats = 4096;  // of an interval's rows at a time, which stay near

// Rows of a picture and of the ever coarser grids above it, each made once as a band goes down.
// Row j of a grid lies at row j << level of the picture.
class GridRows {
 public:
  // first: the first row wanted of the coarsest grid; kept: how many of it are wanted at once.
  GridRows(const ImageView& in, int c, int levels, int first, int kept)
      : in_(in),
        c_(c),
        levels_(levels),
        width_(in.component_width(c)),
        height_(in.component_height(c)),
        stride_(static_cast<std::size_t>(width_) + kBlockRoom) {
    for (int level = levels; level >= 0; --level, first = 2 * first - 2)
      next_[level] = level == 0 ? nearest_inside(first, height_) : first;
    for (int level = 0; level <= levels; ++level)
      begin_[level + 1] = begin_[level] + static_cast<std::size_t>(ring(level, kept)) * stride_;
    top_ = ring(levels, kept);
    rows_ = row_scratch(4, begin_[levels + 1]);
  }

  // Rows of the coarsest grid are asked for from the top down.
  [[nodiscard]] const float* row(int j) {
    make_to(levels_, j);
    return slot(levels_, j);
  }

 private:
  [[nodiscard]] int ring(int level, int kept) const {
    return level < levels_ ? kKeptRows : static_cast<int>(std::bit_ceil(unsigned(kept)));
  }
  void make_to(int level, int j) {
    for (int& next = next_[level]; next <= j; ++next)
      make(level, next);
  }
  void make(int level, int j) {
    if (level == 0) return load_row(in_, c_, j, 0, width_, slot(0, j));
    const float* rows[5];
    for (int k = 0; k < 5; ++k) {
      const int below = 2 * j - 2 + k;
      const int from = level == 1 ? nearest_inside(below, height_) : below;
      make_to(level - 1, from);
      rows[k] = slot(level - 1, from);
    }
    blur_sums().halve_down(rows, width_, slot(level, j));
  }
  [[nodiscard]] float* slot(int level, int j) const {
    const int count = level < levels_ ? kKeptRows : top_;
    return rows_.data() + begin_[level] + static_cast<std::size_t>(j & (count - 1)) * stride_;
  }

  const ImageView& in_;
  int c_, levels_, width_, height_, top_ = 0;
  std::size_t stride_;
  int next_[kGrids] = {};
  std::size_t begin_[kGrids + 1] = {};
  std::span<float> rows_;
};

// Rows of the coarsest grid after the kernel.
class BlurredRows {
 public:
  BlurredRows(const CoarseBlur& blur, const ImageView& in, int c, int first)
      : blur_(blur),
        grid_(in, c, blur.levels, first - blur.radius, 2 * blur.radius + 1),
        width_(in.component_width(c)),
        stride_(static_cast<std::size_t>(width_) + kBlockRoom),
        rows_(row_scratch(5, kSplineRows * stride_)),
        around_(static_cast<std::size_t>(2 * blur.radius + 1)),
        next_(first) {}

  [[nodiscard]] const float* row(int j) {
    for (; next_ <= j; ++next_) {
      for (int k = -blur_.radius; k <= blur_.radius; ++k)
        around_[static_cast<std::size_t>(k + blur_.radius)] = grid_.row(next_ + k);
      blur_sums().down(around_.data() + blur_.radius, blur_.weights.data(), blur_.radius, width_,
                       slot(next_));
    }
    return slot(j);
  }

 private:
  [[nodiscard]] float* slot(int j) const {
    return rows_.data() + static_cast<std::size_t>(j & (kSplineRows - 1)) * stride_;
  }

  const CoarseBlur& blur_;
  GridRows grid_;
  int width_;
  std::size_t stride_;
  std::span<float> rows_;
  std::vector<const float*> around_;
  int next_;
};

// A row and the grids above it, with what lies beyond its ends. Grid sample j is at j << level.
struct AcrossGrid {
  int first = 0, last = 0;   // of the samples wanted
  float* samples = nullptr;  // sample 0
};

class AcrossRow {
 public:
  AcrossRow(const CoarseBlur& blur, int width) : blur_(blur), width_(width) {
    count_ = (width + blur.step() - 1) >> blur.levels;
    grids_[blur.levels].first = -1 - blur.radius;
    grids_[blur.levels].last = count_ + 1 + blur.radius;
    for (int level = blur.levels; level > 0; --level) {
      grids_[level - 1].first = 2 * grids_[level].first - 2;
      grids_[level - 1].last = 2 * grids_[level].last + 2;
    }
    take_memory();
  }

  // The samples of a row, from `first` 0 on.
  [[nodiscard]] float* samples() const { return grids_[0].samples; }

  // The blurred row, from what samples() has been filled with.
  [[nodiscard]] const float* blurred() {
    const BlurSums& sums = blur_sums();
    const AcrossGrid& row = grids_[0];
    std::fill(row.samples + row.first, row.samples, row.samples[0]);
    std::fill(row.samples + width_, row.samples + row.last + 1, row.samples[width_ - 1]);
    for (int level = 1; level <= blur_.levels; ++level) {
      const AcrossGrid& to = grids_[level];
      sums.halve_across(grids_[level - 1].samples + std::ptrdiff_t{2} * to.first,
                        to.last - to.first + 1, to.samples + to.first, room_[0], room_[1]);
    }
    sums.across(grids_[blur_.levels].samples - 1, blur_.weights.data(), blur_.radius, count_ + 3,
                kernel_);
    sums.between_across(kernel_ + 1, blur_.levels, count_, result_);
    return result_;
  }

 private:
  void take_memory() {
    const auto length = static_cast<std::size_t>(grids_[0].last - grids_[0].first + 1);
    const std::size_t stride = length + kBlockRoom;
    const auto scratch = row_scratch(
        4, stride * static_cast<std::size_t>(blur_.levels + 4) + std::size_t{kBlockRoom} * 32);
    float* next = scratch.data();
    for (int level = 0; level <= blur_.levels; ++level, next += stride)
      grids_[level].samples = next - grids_[level].first;
    for (float** room : {&room_[0], &room_[1], &kernel_}) {
      *room = next;
      next += room == &kernel_ ? 0 : stride / 2;
    }
    next += stride;
    result_ = next;
  }

  const CoarseBlur& blur_;
  int width_, count_;
  AcrossGrid grids_[kGrids];
  float *room_[2] = {}, *kernel_ = nullptr, *result_ = nullptr;
};

}  // namespace

void coarse_down(const CoarseBlur& blur, const HostPassCall& call, int c, int first, int last) {
  const ImageView& in = call.in[0];
  const int width = in.component_width(c), step = blur.step();
  const int columns = kSplineFloats >> blur.levels;
  const auto between = row_scratch(6, kSplineFloats + static_cast<std::size_t>(kBlockRoom));
  BlurredRows rows(blur, in, c, (first >> blur.levels) - 1);
  for (int j = first >> blur.levels; j << blur.levels < last; ++j) {
    const float* around[kSplineRows];
    for (int k = 0; k < kSplineRows; ++k)
      around[k] = rows.row(j - 1 + k);
    const int top = j << blur.levels;
    for (int x = 0; x < width; x += columns) {
      const int count = std::min(columns, width - x);
      blur_sums().between_down(around, blur.levels, count, between.data(), columns);
      for (int y = std::max(top, first); y < std::min(top + step, last); ++y)
        store_part(call.out[0], c, y, x, count, between.data() + std::ptrdiff_t{y - top} * columns);
      for (const float*& row : around)
        row += columns;
    }
  }
}

void coarse_across(const CoarseBlur& blur, const HostPassCall& call, int c, int first, int last) {
  const int width = call.in[0].component_width(c);
  AcrossRow row(blur, width);
  for (int y = first; y < last; ++y) {
    load_row(call.in[0], c, y, 0, width, row.samples());
    store_row(call.out[0], c, y, width, row.blurred());
  }
}

}  // namespace framelane
