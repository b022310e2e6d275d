#pragma once
#include <algorithm>
#include <array>
#include <utility>

#include "gpu/host/passes/block_sums.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"

namespace framelane {

// The rows around one row as floats, each with kRadius samples beyond both ends and read from the
// picture once while the window goes down. `edge` says where samples outside come from.
template <int kRadius, typename Edge>
class NeighbourRows {
 public:
  static constexpr int kRows = 2 * kRadius + 1;

  NeighbourRows(const ImageView& in, int c, int first, Edge edge)
      : in_(in), c_(c), width_(in.component_width(c)), edge_(edge) {
    const auto pitch = static_cast<std::size_t>(width_ + 2 * kRadius + kBlockRoom);
    const auto memory = row_scratch(0, rows_.size() * pitch);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      rows_[r] = memory.data() + r * pitch + kRadius;
      if (r + 1 < rows_.size()) load(first - kRadius + static_cast<int>(r), rows_[r]);
    }
  }
  // To row y; rows are asked for one after the other.
  void move_to(int y) { load(y + kRadius, rows_.back()); }
  void move_on() { std::rotate(rows_.begin(), rows_.begin() + 1, rows_.end()); }
  // Row r of the window, from the top; starts at the picture's first sample.
  [[nodiscard]] const float* row(int r) const { return rows_[static_cast<std::size_t>(r)]; }
  [[nodiscard]] int width() const { return width_; }

 private:
  void load(int y, float* row) const {
    load_row(in_, c_, edge_.down(y, in_.component_height(c_)), 0, width_, row);
    for (int i = 1; i <= kRadius; ++i) {
      row[-i] = row[edge_.across(-i, width_)];
      row[width_ - 1 + i] = row[edge_.across(width_ - 1 + i, width_)];
    }
  }

  const ImageView& in_;
  int c_, width_;
  Edge edge_;
  std::array<float*, std::size_t{kRows}> rows_{};
};

// Makes rows first .. last of component c: body(window, out) computes one row of codes.
template <int kRadius, typename Edge, typename Body>
void neighbourhood_rows(const HostPassCall& call, int c, int first, int last, Edge edge,
                        Body body) {
  NeighbourRows<kRadius, Edge> window(call.in[0], c, first, edge);
  const int width = window.width();
  const auto result = row_scratch(1, static_cast<std::size_t>(width));
  for (int y = first; y < last; ++y) {
    window.move_to(y);
    body(std::as_const(window), result.data());
    store_row(call.out[0], c, y, width, result.data());
    window.move_on();
  }
}

// The same where value(n) is the result of a 3x3 neighbourhood, row by row.
template <typename Edge, typename Value>
void neighbourhood3_rows(const HostPassCall& call, int c, int first, int last, Edge edge,
                         Value value) {
  neighbourhood_rows<1>(call, c, first, last, edge, [value](const auto& window, float* out) {
    const float *a = window.row(0) - 1, *b = window.row(1) - 1, *d = window.row(2) - 1;
    const auto width = static_cast<std::size_t>(window.width());
    for (std::size_t x = 0; x < width; ++x) {
      const float n[9] = {a[x],     a[x + 1], a[x + 2], b[x],    b[x + 1],
                          b[x + 2], d[x],     d[x + 1], d[x + 2]};
      out[x] = value(n);
    }
  });
}

}  // namespace framelane
