#include "gpu/host/passes/whole_blur.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "gpu/filters/sample_math.h"
#include "gpu/host/passes/rows.h"

namespace framelane {
namespace {

constexpr int kMostWholeCode = 1023;
constexpr int kSumsAtOnce = 4;  // rows

enum WholeScratch {
  picture_rows,
  smoothed_rows,
  padded_places,
  smoothed_row,
  summed_row,
  rounded_row
};

WholeCodes whole_codes(const ImageView& view) {
  const auto bits = static_cast<int>(std::bit_width(static_cast<unsigned>(view.max_code)));
  return {view.shift, view.max_code, kWholeBits - bits};
}

// From row to row: an odd number of cache lines, as row_stride() has it.
std::size_t whole_stride(std::size_t samples) {
  return 2 * row_stride((samples + kWholeRoom + 1) / 2);
}

bool side_by_side(const ImageView& view, int c, SampleType type) {
  return view.type == type && view.step_bytes[c] == (type == SampleType::u8 ? 1 : 2);
}

void load_whole_row(const ImageView& view, int c, int y, std::uint16_t* into) {
  const int width = view.component_width(c);
  const std::byte* const from = view.data[c] + y * view.pitch_bytes[c];
  if (side_by_side(view, c, SampleType::u8))
    return whole_sums()->load_bytes(reinterpret_cast<const std::uint8_t*>(from), width, into);
  if (side_by_side(view, c, SampleType::u16))
    return whole_sums()->load_shorts(reinterpret_cast<const std::uint16_t*>(from),
                                     whole_codes(view), width, into);
  const auto floats = row_scratch(0, static_cast<std::size_t>(width));
  load_row(view, c, y, 0, width, floats.data());
  whole_sums()->load_floats(floats.data(), whole_codes(view), width, into);
}

void store_whole_row(const ImageView& view, int c, int y, const std::uint16_t* row) {
  const int width = view.component_width(c);
  std::byte* const to = view.data[c] + y * view.pitch_bytes[c];
  if (side_by_side(view, c, SampleType::u8))
    return whole_sums()->store_bytes(row, width, reinterpret_cast<std::uint8_t*>(to));
  if (side_by_side(view, c, SampleType::u16))
    return whole_sums()->store_shorts(row, whole_codes(view), width,
                                      reinterpret_cast<std::uint16_t*>(to));
  WholeCodes as = whole_codes(view);
  if (holds_codes(view)) {  // rounded as the others are
    const auto codes = whole_scratch(rounded_row, static_cast<std::size_t>(width));
    whole_sums()->store_shorts(row, {0, as.limit, as.up}, width, codes.data());
    row = codes.data();
    as.up = 0;
  }
  const auto floats = row_scratch(0, static_cast<std::size_t>(width));
  whole_sums()->floats_of(row, as, width, floats.data());
  store_row(view, c, y, width, floats.data());
}

// The last rows of some, each at its own place. There may be some above the picture.
class WholeRing {
 public:
  WholeRing(WholeScratch scratch, int kept, std::size_t stride)
      : kept_(kept),
        stride_(stride),
        rows_(whole_scratch(scratch, static_cast<std::size_t>(kept) * stride)) {}
  [[nodiscard]] std::uint16_t* row(int y) const {
    return rows_.data() + static_cast<std::size_t>((y + kAbove) % kept_) * stride_;
  }

 private:
  static constexpr int kAbove = kWholeBinomial.radius;
  int kept_;
  std::size_t stride_;
  std::span<std::uint16_t> rows_;
};

// Sums down, for which each row of the picture is read, and smoothed, once while a band goes down.
class WholeColumns {
 public:
  WholeColumns(const ImageView& in, int c, const WholeAxis& axis, int first)
      : in_(in),
        c_(c),
        axis_(axis),
        width_(in.component_width(c)),
        height_(in.component_height(c)),
        beyond_(axis.smoothed ? kWholeBinomial.radius : 0),
        picture_(picture_rows, axis.smoothed ? kSmoothedFrom : kept(), stride()),
        smoothed_(smoothed_rows, axis.smoothed ? kept() + 1 : 0, stride()),
        next_smoothed_(nearest_row(first - axis.kernel.radius * axis.kernel.spacing)),
        next_(nearest_inside(next_smoothed_ - beyond_, height_)) {}

  // Rows y .. y + axis.rows() - 1; asked for from the top down.
  void sum(int y, std::uint16_t* const* out) {
    const int spacing = axis_.kernel.spacing, radius = axis_.kernel.radius;
    if (radius == 0) {
      for (int i = 0; i < axis_.rows(); ++i)
        load_whole_row(in_, c_, nearest_inside(y + i, height_), out[i]);
      return;
    }
    read_to(nearest_row(y + spacing - 1 + spacing * (radius + 1)));
    const std::uint16_t* around[2 * kMostWholeRadius + 2];
    for (int i = 0; i < spacing; ++i) {
      for (int k = -radius; k <= radius + 1; ++k)
        around[k + radius] = source().row(nearest_row(y + i + spacing * k));
      whole_sums()->down_two(around + radius, axis_.kernel, width_, out[i], out[i + spacing]);
    }
  }

 private:
  static constexpr int kSmoothedFrom = 2 * kWholeBinomial.radius + 2;  // two at once

  [[nodiscard]] int kept() const { return axis_.kernel.spacing * (2 * axis_.kernel.radius + 2); }
  [[nodiscard]] std::size_t stride() const {
    return whole_stride(static_cast<std::size_t>(width_));
  }
  [[nodiscard]] const WholeRing& source() const { return axis_.smoothed ? smoothed_ : picture_; }
  // Smoothed rows beyond the picture's ends differ from those there.
  [[nodiscard]] int nearest_row(int y) const {
    return std::clamp(y, -beyond_, height_ - 1 + beyond_);
  }
  void read_to(int y) {
    if (axis_.smoothed) return smooth_to(y);
    for (; next_ <= y; ++next_)
      load_whole_row(in_, c_, next_, picture_.row(next_));
  }
  void smooth_to(int y) {
    constexpr int kRadius = kWholeBinomial.radius;
    for (; next_smoothed_ <= y; next_smoothed_ += 2) {
      for (; next_ <= std::min(next_smoothed_ + kRadius + 1, height_ - 1); ++next_)
        load_whole_row(in_, c_, next_, picture_.row(next_));
      const std::uint16_t* around[kSmoothedFrom];
      for (int k = -kRadius; k <= kRadius + 1; ++k)
        around[k + kRadius] = picture_.row(nearest_inside(next_smoothed_ + k, height_));
      whole_sums()->down_two(around + kRadius, kWholeBinomial, width_,
                             smoothed_.row(next_smoothed_), smoothed_.row(next_smoothed_ + 1));
    }
  }

  const ImageView& in_;
  int c_;
  const WholeAxis& axis_;
  int width_, height_, beyond_;
  WholeRing picture_, smoothed_;
  int next_smoothed_, next_;
};

// Sums across of rows that it has the place for.
class WholeAcross {
 public:
  WholeAcross(const WholeAxis& axis, int width)
      : axis_(axis),
        width_(width),
        length_(static_cast<std::size_t>(width) + 2 * static_cast<std::size_t>(axis.reach())),
        stride_(whole_stride(length_)),
        padded_(whole_scratch(padded_places, kSumsAtOnce * stride_)),
        smoothed_(whole_scratch(smoothed_row, stride_)),
        summed_(whole_scratch(summed_row, stride_)) {}

  [[nodiscard]] std::uint16_t* place(int row) const {
    return padded_.data() + static_cast<std::size_t>(row) * stride_ + axis_.reach();
  }
  [[nodiscard]] const std::uint16_t* sum(int row) const {
    std::uint16_t* const from = place(row);
    if (axis_.kernel.radius == 0) return from;
    std::fill(from - axis_.reach(), from, from[0]);
    std::fill(from + width_, from + width_ + axis_.reach(), from[width_ - 1]);
    whole_sums()->across(axis_.smoothed ? smooth(from) : from, axis_.kernel, width_,
                         summed_.data());
    return summed_.data();
  }

 private:
  [[nodiscard]] const std::uint16_t* smooth(const std::uint16_t* from) const {
    const int margin = axis_.kernel.radius * axis_.kernel.spacing;
    whole_sums()->across(from - margin, kWholeBinomial, width_ + 2 * margin, smoothed_.data());
    return smoothed_.data() + margin;
  }

  const WholeAxis& axis_;
  int width_;
  std::size_t length_, stride_;
  std::span<std::uint16_t> padded_, smoothed_, summed_;
};

std::byte* between_row(const ImageView& between, int c, int y) {
  return between.data[c] + y * between.pitch_bytes[c];
}
std::size_t between_bytes(const ImageView& between, int c) {
  return static_cast<std::size_t>(between.component_width(c)) * sizeof(std::uint16_t);
}

}  // namespace

bool whole_sums_take(int max_code, int radius) {
  return whole_sums() != nullptr && max_code <= kMostWholeCode && radius <= kMostWholeRadius;
}

void whole_rows(const WholeAxis& across, const WholeAxis& down, const HostPassCall& call, int c,
                int first, int last) {
  WholeColumns columns(call.in[0], c, down, first);
  const WholeAcross rows(across, call.out[0].component_width(c));
  std::uint16_t* places[kSumsAtOnce];
  for (int i = 0; i < kSumsAtOnce; ++i)
    places[i] = rows.place(i);
  for (int y = first; y < last; y += down.rows()) {
    columns.sum(y, places);
    for (int i = 0; i < std::min(down.rows(), last - y); ++i)
      store_whole_row(call.out[0], c, y + i, rows.sum(i));
  }
}

void whole_rows_down(const WholeAxis& down, const HostPassCall& call, int c, int first, int last) {
  const ImageView& between = call.out[0];
  WholeColumns columns(call.in[0], c, down, first);
  const std::size_t stride = whole_stride(static_cast<std::size_t>(between.component_width(c)));
  const auto memory = whole_scratch(padded_places, kSumsAtOnce * stride);
  std::uint16_t* places[kSumsAtOnce];
  for (std::size_t i = 0; i < kSumsAtOnce; ++i)
    places[i] = memory.data() + i * stride;
  for (int y = first; y < last; y += down.rows()) {
    columns.sum(y, places);
    for (int i = 0; i < std::min(down.rows(), last - y); ++i)
      std::memcpy(between_row(between, c, y + i), places[i], between_bytes(between, c));
  }
}

void whole_rows_from_between(const WholeAxis& across, const HostPassCall& call, int c, int first,
                             int last) {
  const WholeAcross rows(across, call.out[0].component_width(c));
  for (int y = first; y < last; ++y) {
    std::memcpy(rows.place(0), between_row(call.in[0], c, y), between_bytes(call.in[0], c));
    store_whole_row(call.out[0], c, y, rows.sum(0));
  }
}

void whole_rows_across(const WholeAxis& across, const HostPassCall& call, int c, int first,
                       int last) {
  const WholeAcross rows(across, call.out[0].component_width(c));
  for (int y = first; y < last; ++y) {
    load_whole_row(call.in[0], c, y, rows.place(0));
    store_whole_row(call.out[0], c, y, rows.sum(0));
  }
}

}  // namespace framelane
