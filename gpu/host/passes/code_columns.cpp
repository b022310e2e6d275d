#include "gpu/host/passes/code_columns.h"

#include <algorithm>

namespace framelane {
namespace {

constexpr std::uint8_t kNoByte = 0x80;  // shuffles make 0 of it

std::size_t length(int count) {
  return static_cast<std::size_t>(count);
}

}  // namespace

CodeColumns::CodeColumns(const ScaleAxis& axis, const std::byte* table, int step)
    : step_(step),
      used_(axis.used),
      wanted_(axis.count * step),
      count_((wanted_ + kCodeBlock - 1) / kCodeBlock * kCodeBlock) {
  if (used_ > kMostCodeTaps) return;
  const ScaleTaps by = taps_of(axis, table);
  outputs_ = 8;
  while (outputs_ > 0 && !place_windows(by.firsts))
    outputs_ /= 2;
  if (outputs_ > 0) order_weights(by.weights, axis.taps);
}

// Gives whether all fit.
bool CodeColumns::place_windows(const int* firsts) {
  bases_.assign(length(count_ / outputs_), 0);
  places_.assign(length(count_ / outputs_) * 4 * kCodeWindow, kNoByte);
  const auto input = [&](int i) { return firsts[i / step_] * step_ + i % step_; };
  for (int first = 0, w = 0; first < wanted_; first += outputs_, ++w) {
    const int last = std::min(first + outputs_, wanted_);
    int base = input(first);
    for (int i = first + 1; i < last; ++i)
      base = std::min(base, input(i));
    bases_[length(w)] = base * static_cast<int>(sizeof(std::uint16_t));
    for (int lane = 0; lane < kCodeWindow; ++lane) {
      const int i = first + code_output(outputs_, lane);
      if (i >= last) continue;
      const int place = input(i) - base + code_tap(outputs_, lane) * step_;
      if (place >= kCodeWindow) return false;
      std::uint8_t* const at = places_.data() + 4 * length(w * kCodeWindow + lane);
      at[0] = static_cast<std::uint8_t>(2 * place);
      at[1] = static_cast<std::uint8_t>(2 * place + 1);
    }
  }
  return true;
}

void CodeColumns::order_weights(const float* weights, int taps) {
  const int at_once = kCodeWindow / outputs_, steps = (used_ + at_once - 1) / at_once;
  weights_.assign(length(count_ / outputs_ * steps) * kCodeWindow, 0.0F);
  float* into = weights_.data();
  for (int first = 0; first < wanted_; first += outputs_)
    for (int tap = 0; tap < steps * at_once; tap += at_once)
      for (int lane = 0; lane < kCodeWindow; ++lane, ++into) {
        const int i = first + code_output(outputs_, lane), k = tap + code_tap(outputs_, lane);
        if (i < wanted_ && k < used_) *into = weights[std::ptrdiff_t{taps} * (i / step_) + k];
      }
}

CodeTaps CodeColumns::taps(int shift) const {
  const int at_once = kCodeWindow / outputs_;
  return {bases_.data(),
          places_.data(),
          weights_.data(),
          count_,
          outputs_,
          (used_ + at_once - 1) / at_once,
          at_once * step_ * static_cast<int>(sizeof(std::uint16_t)),
          shift};
}

}  // namespace framelane
