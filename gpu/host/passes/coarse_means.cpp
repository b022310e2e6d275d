#include <algorithm>
#include <cmath>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/block_sums.h"
#include "gpu/host/passes/coarse_blur.h"
#include "gpu/host/passes/coarse_sums.h"
#include "gpu/host/passes/rows.h"

// The first of the two passes.
namespace framelane {
namespace {

constexpr int kGrids = 6;     // the picture's own, and at most five levels
constexpr int kKeptRows = 8;  // of a grid that the next one is made of: it takes five
constexpr int kTaps = 5;

// Levels that are made as 16-bit integers: a level multiplies the highest code by 16.
int whole_levels(const ImageView& in, int c, int levels) {
  if (in.component_width(c) < kWholeLanes) return 0;
  if (in.type == SampleType::u8 && in.step_bytes[c] == 1) return std::min(levels, 2);
  if (in.type == SampleType::u16 && in.step_bytes[c] == 2 && in.max_code < 4096) return 1;
  return 0;
}

// Rows of a picture and of the ever coarser grids above it, each made once as a band goes down.
// Row j of a grid lies at row j << level of the picture; they are as long as the picture's.
class HalvedRows {
 public:
  // first: the first row wanted of the coarsest grid.
  HalvedRows(const ImageView& in, int c, int levels, int first)
      : in_(in),
        c_(c),
        levels_(levels),
        whole_(whole_levels(in, c, levels)),
        width_(in.component_width(c)),
        height_(in.component_height(c)),
        stride_(row_stride(static_cast<std::size_t>(width_) + kBlockRoom)),
        wholes_(whole_scratch(0, static_cast<std::size_t>(whole_ + 1) * kKeptRows * stride_)),
        floats_(row_scratch(4, static_cast<std::size_t>(levels + 1) * kKeptRows * stride_)) {
    for (int level = levels; level >= 0; --level, first = 2 * first - 2)
      next_[level] = next_whole_[level] = level == 0 ? nearest_inside(first, height_) : first;
  }

  // Row j of the coarsest grid times `gain`, plus `offset`; asked for from the top down.
  void read(int j, float gain, float offset, float* into) {
    if (whole_ == levels_) return widen(j, gain, offset, into);
    make_to(levels_, j);
    std::copy_n(slot(levels_, j), width_, into);
    coarse_sums().move(into, width_, gain, offset);
  }

 private:
  void widen(int j, float gain, float offset, float* into) {
    make_whole_to(whole_, j);
    coarse_sums().floats_of(whole_slot(whole_, j), width_, gain, offset, into);
  }
  void make_to(int level, int j) {
    for (int& next = next_[level]; next <= j; ++next)
      make(level, next);
  }
  void make(int level, int j) {
    if (level == 0) return load_row(in_, c_, j, 0, width_, slot(0, j));
    if (level == whole_) return widen(j, 1, 0, slot(level, j));
    const float* rows[kTaps];
    for (int k = 0; k < kTaps; ++k) {
      const int from = below(level, j, k);
      make_to(level - 1, from);
      rows[k] = slot(level - 1, from);
    }
    coarse_sums().floats_down(rows, width_, slot(level, j));
  }
  void make_whole_to(int level, int j) {
    for (int& next = next_whole_[level]; next <= j; ++next)
      make_whole(level, next);
  }
  void make_whole(int level, int j) {
    if (level == 1) return make_first(j);
    const std::uint16_t* rows[kTaps];
    for (int k = 0; k < kTaps; ++k) {
      make_whole_to(level - 1, below(level, j, k));
      rows[k] = whole_slot(level - 1, below(level, j, k));
    }
    coarse_sums().shorts_down(rows, {}, width_, whole_slot(level, j));
  }
  // Straight from the picture.
  void make_first(int j) {
    if (in_.type == SampleType::u8) {
      const std::uint8_t* rows[kTaps];
      for (int k = 0; k < kTaps; ++k)
        rows[k] = stored<std::uint8_t>(below(1, j, k));
      return coarse_sums().bytes_down(rows, width_, whole_slot(1, j));
    }
    const std::uint16_t* rows[kTaps];
    for (int k = 0; k < kTaps; ++k)
      rows[k] = stored<std::uint16_t>(below(1, j, k));
    coarse_sums().shorts_down(rows, {in_.shift, in_.max_code}, width_, whole_slot(1, j));
  }
  // The row k of five of the grid below that row j is made of.
  [[nodiscard]] int below(int level, int j, int k) const {
    const int row = 2 * j - 2 + k;
    return level == 1 ? nearest_inside(row, height_) : row;
  }
  template <typename Sample>
  [[nodiscard]] const Sample* stored(int y) const {
    return reinterpret_cast<const Sample*>(in_.data[c_] + y * in_.pitch_bytes[c_]);
  }
  [[nodiscard]] std::size_t place(int level, int j) const {
    return static_cast<std::size_t>(level * kKeptRows + (j & (kKeptRows - 1))) * stride_;
  }
  [[nodiscard]] float* slot(int level, int j) const { return floats_.data() + place(level, j); }
  [[nodiscard]] std::uint16_t* whole_slot(int level, int j) const {
    return wholes_.data() + place(level, j);
  }

  const ImageView& in_;
  int c_, levels_, whole_, width_, height_;
  std::size_t stride_;
  std::span<std::uint16_t> wholes_;
  std::span<float> floats_;
  int next_[kGrids] = {}, next_whole_[kGrids] = {};
};

// The grids above a row, with what lies beyond the picture's ends.
class HalvedColumns {
 public:
  explicit HalvedColumns(const GridAxis& axis) : axis_(axis) {
    first_[axis.levels] = kGridBefore;
    last_[axis.levels] = axis.last();
    for (int level = axis.levels; level > 0; --level) {
      first_[level - 1] = 2 * first_[level] - 2;
      last_[level - 1] = 2 * last_[level] + 2;
    }
    stride_ = static_cast<std::size_t>(count(0)) + kBlockRoom;
    memory_ = row_scratch(5, 3 * stride_);
  }
  // Where a row of the picture's length is to be put.
  [[nodiscard]] float* picture() const { return memory_.data() - first_[0]; }

  // All of the grid's samples of it.
  [[nodiscard]] float* make() {
    float* const row = memory_.data();
    float* const room = row + stride_;
    std::fill(row, picture(), *picture());
    std::fill(picture() + axis_.size, row + count(0), picture()[axis_.size - 1]);
    // Samples are read before those that take their place are written.
    for (int level = 1; level <= axis_.levels; ++level)
      coarse_sums().floats_across(row + 2, count(level), row, room);
    return row;
  }

 private:
  [[nodiscard]] int count(int level) const { return last_[level] - first_[level] + 1; }

  const GridAxis axis_;
  int first_[kGrids] = {}, last_[kGrids] = {};
  std::size_t stride_ = 0;
  std::span<float> memory_;
};

// The grid's rows in [first, last), and those beyond the ends.
int first_grid_row(const GridAxis& down, int first) {
  return first == 0 ? kGridBefore : (first + down.step() - 1) >> down.levels;
}
int end_of_grid_rows(const GridAxis& down, int last) {
  return last == down.size ? down.last() + 1 : (last + down.step() - 1) >> down.levels;
}

}  // namespace

void rows_to_grid(const CoarseGrid& grid, const HostPassCall& call, int c, int first, int last) {
  const int begin = first_grid_row(grid.down, first), end = end_of_grid_rows(grid.down, last);
  HalvedRows rows(call.in[0], c, grid.down.levels, begin);
  HalvedColumns columns(grid.across);
  // A level multiplies by 16: taken back before the levels across, which then give the mean.
  const float gain = std::ldexp(1.0F, -4 * (grid.across.levels + grid.down.levels));
  const float middle = 0.5F * static_cast<float>(call.out[0].max_code);
  const float offset = std::ldexp(-middle, -4 * grid.across.levels);
  for (int j = begin; j < end; ++j) {
    rows.read(j, gain, offset, columns.picture());
    store_row(call.out[0], c, j - kGridBefore, grid.across.samples(), columns.make());
  }
}

}  // namespace framelane
