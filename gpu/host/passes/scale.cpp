#include <algorithm>
#include <span>

#include "gpu/filters/sample_math.h"
#include "gpu/filters/scale_work.h"
#include "gpu/host/passes/byte_scaler.h"
#include "gpu/host/passes/code_scaler.h"
#include "gpu/host/passes/passes.h"
#include "gpu/host/passes/rows.h"
#include "gpu/host/passes/scale_columns.h"
#include "gpu/host/passes/scale_sums.h"
#include "gpu/host/passes/vectors.h"

namespace framelane {
namespace {

constexpr int kMostKept = 64;  // rows kept as floats; wider sums read the picture again

// The rows a column of sums needs, each read from the picture once while the band goes down.
class KeptRows {
 public:
  KeptRows(const ImageView& in, int c, int count)
      : in_(in),
        c_(c),
        count_(count),
        width_(in.component_width(c)),
        height_(in.component_height(c)),
        stride_(static_cast<std::size_t>(width_) + kScaleSlack),
        rows_(row_scratch(4, static_cast<std::size_t>(count) * stride_)) {}

  // From the top down, `count` rows at most.
  void read(int first) {
    next_ = std::max(next_, first);
    for (; next_ < std::min(first + count_, height_); ++next_)
      load_row(in_, c_, next_, 0, width_, slot(next_));
  }
  [[nodiscard]] const float* row(int y) const { return slot(std::min(y, height_ - 1)); }

 private:
  [[nodiscard]] float* slot(int y) const {
    return rows_.data() + static_cast<std::size_t>(y % count_) * stride_;
  }
  const ImageView& in_;
  int c_, count_, width_, height_;
  std::size_t stride_;
  std::span<float> rows_;
  int next_ = 0;
};

// Of the rows from `first` on.
void sum_kept(const KeptRows& kept, int first, const float* weights, int taps, int width,
              float* sums) {
  const float* rows[kMostKept];
  for (int k = 0; k < taps; ++k)
    rows[k] = kept.row(first + k);
  sum_down(rows, weights, taps, width, sums);
}

void sum_read(const ImageView& in, int c, int first, const float* weights, int taps, float* sums) {
  const int width = in.component_width(c);
  std::fill_n(sums, width, 0.0F);
  for (int k = 0; k < taps; ++k)
    add_row(in, c, std::min(first + k, in.component_height(c) - 1), weights[k], width, sums);
}

struct Axes {
  const ScaleAxis &across, &down;
  ScaleTaps across_taps, down_taps;
  const ScaleColumns& columns;
  bool clamp;
};

// Such samples are clamped as they are stored.
bool stores_codes(const ImageView& view) {
  return view.type == SampleType::u8 || view.type == SampleType::u16;
}

void scale_rows(const Axes& axes, const HostPassCall& call, int c, int first, int last) {
  const ImageView &in = call.in[0], &out = call.out[0];
  const int width = in.component_width(c), used = axes.down.used;
  const auto limit = static_cast<float>(out.max_code);
  const bool keeps = used <= kMostKept;
  const auto length = static_cast<std::size_t>(width);
  const auto column =
      row_scratch(0, length + kScaleSlack + static_cast<std::size_t>(axes.across.taps));
  const auto room =
      row_scratch(1, static_cast<std::size_t>(axes.across.count) + std::size_t{kFloat8});
  const auto result = room.first(static_cast<std::size_t>(axes.across.count));
  KeptRows kept(in, c, keeps ? used : 1);
  for (int y = first; y < last; ++y) {
    const int top = axes.down_taps.firsts[y];
    const float* weights = axes.down_taps.weights + std::ptrdiff_t{axes.down.taps} * y;
    if (keeps) {
      kept.read(top);
      sum_kept(kept, top, weights, used, width, column.data());
    } else {
      sum_read(in, c, top, weights, used, column.data());
    }
    const float* from = column.data();
    if (axes.across.resized) {
      std::fill_n(column.begin() + width, axes.across.taps, 0.0F);
      if (axes.columns.usable()) {
        axes.columns.sum(column.data(), result.data());
      } else {
        sum_across(column.data(), axes.across, axes.across_taps, result.data());
      }
      from = result.data();
    }
    if (axes.clamp && !stores_codes(out)) {
      std::transform(from, from + result.size(), result.begin(),
                     [limit](float v) { return clamped(v, limit); });
      from = result.data();
    }
    store_row(out, c, y, axes.across.count, from);
  }
}

void copy_rows(const HostPassCall& call, int c, int first, int last) {
  const auto scratch = row_scratch(0, static_cast<std::size_t>(call.out[0].component_width(c)));
  for (int y = first; y < last; ++y)
    copy_row(call.in[0], call.out[0], c, y, scratch.data());
}

}  // namespace

void scale_floats(const ScaleWork& work, const HostPassCall& call) {
  const auto columns_of = [&](const ScaleAxis& axis) {
    return ScaleColumns(axis, taps_of(axis, call.memory.tables[axis.table]));
  };
  const ScaleColumns columns[2] = {columns_of(work.across[0]), columns_of(work.across[1])};
  each_band(call, {32}, [&](int c, int first, int last) {
    const int part = scale_part(call.in[0], c);
    const ScaleAxis &across = work.across[part], &down = work.down[part];
    if (!across.resized && !down.resized) return copy_rows(call, c, first, last);
    scale_rows({across, down, taps_of(across, call.memory.tables[across.table]),
                taps_of(down, call.memory.tables[down.table]), columns[part], work.clamp},
               call, c, first, last);
  });
}

void run_on_host(const ScaleWork& work, const HostPassCall& call) {
  if (!scale_bytes(work, call) && !scale_codes(work, call)) scale_floats(work, call);
}

}  // namespace framelane
