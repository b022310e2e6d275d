#pragma once
#include <algorithm>
#include <span>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/rows.h"

namespace framelane {

// The rows around one of a component as floats, its borders repeated, each read from the picture
// once while a band goes down. Thread-safety: the calling thread's, as row_scratch().
class PaddedRows {
 public:
  // radius: rows above and below; margin: samples on both sides; tail: readable floats behind;
  // scale: factor of every sample. Uses row_scratch(7).
  PaddedRows(const ImageView& in, int c, int radius, int margin, int tail, float scale = 1)
      : in_(in),
        c_(c),
        radius_(radius),
        margin_(margin),
        width_(in.component_width(c)),
        height_(in.component_height(c)),
        scale_(scale),
        stride_(row_stride(static_cast<std::size_t>(width_ + 2 * margin + tail))),
        rows_(row_scratch(7, static_cast<std::size_t>(2 * radius + 1) * stride_)) {}

  // Reads what row(y - radius .. y + radius) need. Rows are asked for from the top down.
  void read_to(int y) {
    if (next_ < 0) next_ = std::max(0, y - radius_);
    for (; next_ <= std::min(y + radius_, height_ - 1); ++next_)
      read(slot(next_), next_);
  }
  // The row's first sample; `margin` samples before it and behind the last one are readable.
  [[nodiscard]] const float* row(int y) const { return slot(nearest_inside(y, height_)); }

 private:
  void read(float* into, int y) const {
    load_row(in_, c_, y, 0, width_, into);
    if (scale_ != 1)
      for (int x = 0; x < width_; ++x)
        into[x] *= scale_;
    extend_row(into, width_, margin_);
  }
  [[nodiscard]] float* slot(int y) const {
    return rows_.data() + static_cast<std::size_t>(y % (2 * radius_ + 1)) * stride_ +
           static_cast<std::size_t>(margin_);
  }

  const ImageView& in_;
  int c_, radius_, margin_, width_, height_;
  float scale_;
  std::size_t stride_;
  std::span<float> rows_;
  int next_ = -1;
};

}  // namespace framelane
