#include "gpu/host/passes/byte_columns.h"

#include <algorithm>
#include <cstring>

namespace framelane {
namespace {

constexpr std::uint8_t kNothing = 0x80;  // shuffles make 0 of it

std::size_t size(int count) {
  return static_cast<std::size_t>(count);
}

}  // namespace

ByteColumns::ByteColumns(const ScaleAxis& axis, const std::byte* table, int step,
                         const ByteSums& sums)
    : step_(step),
      count_((axis.count * step + kByteBlock - 1) / kByteBlock * kByteBlock),
      pairs_((axis.used + 1) / 2),
      places_(size(count_) * 4, kNothing),
      weights_(size(count_) * 2 * size(pairs_)) {
  const int outputs = axis.count * step;
  const int* const firsts = taps_of(axis, table).firsts;
  far_ = !place_windows(firsts, outputs, sums.near);
  usable_ = !far_ || place_windows(firsts, outputs, sums.far);
  if (usable_) order_weights(short_weights_of(axis, table), axis.taps, outputs, sums.lanes);
}

// Gives whether all fit.
bool ByteColumns::place_windows(const int* firsts, int outputs, const ByteWindow& window) {
  bases_.assign(size(count_ / window.outputs), 0);
  const auto input = [&](int i) { return firsts[i / step_] * step_ + i % step_; };
  for (int first = 0, w = 0; first < outputs; first += window.outputs, ++w) {
    const int last = std::min(first + window.outputs, outputs);
    int base = input(first);
    for (int i = first + 1; i < std::min(first + step_, last); ++i)
      base = std::min(base, input(i));
    bases_[size(w)] = base;
    for (int i = first; i < last; ++i) {
      const int place = input(i) - base;
      if (place + step_ >= window.bytes) return false;
      const int picked = place + w % window.shared * window.bytes;
      std::uint8_t* const at = places_.data() + std::ptrdiff_t{4} * i;
      at[0] = static_cast<std::uint8_t>(picked);
      at[2] = static_cast<std::uint8_t>(picked + step_);
    }
  }
  return true;
}

void ByteColumns::order_weights(const std::int16_t* weights, int taps, int outputs, int lanes) {
  for (int i = 0; i < outputs; ++i) {
    const std::int16_t* const from = weights + std::ptrdiff_t{taps} * (i / step_);
    std::int16_t* into =
        weights_.data() + std::ptrdiff_t{2} * (i / lanes * lanes * pairs_ + i % lanes);
    for (int p = 0; p < pairs_; ++p, into += std::ptrdiff_t{2} * lanes)
      std::memcpy(into, from + std::ptrdiff_t{2} * p, 2 * sizeof *into);
  }
}

ByteTaps ByteColumns::taps() const {
  return {bases_.data(), places_.data(), weights_.data(), count_, pairs_, 2 * step_, far_};
}

}  // namespace framelane
