#pragma once
#include <type_traits>
#include <utility>

#include "gpu/filters/median_network.h"
#include "gpu/image_view.h"

// Runs the networks of median_network.h on whatever holds samples: vectors, packed words.
namespace framelane {

// One exchange. order.lower(a, b, into) and order.higher(a, b, into) choose one of two values.
template <int kLow, int kHigh, int kWants, typename Value, typename Order>
FRAMELANE_BOTH [[gnu::always_inline]] inline void run_exchange(Value* values, const Order& order) {
  const Value a = values[kLow], b = values[kHigh];
  if constexpr ((kWants & 1) != 0) order.lower(a, b, values[kLow]);
  if constexpr ((kWants & 2) != 0) order.higher(a, b, values[kHigh]);
}

template <int R, bool kIsCore, int kAt, typename Value, typename Order>
FRAMELANE_BOTH [[gnu::always_inline]] inline void run_step(Value* values, const Order& order) {
  constexpr Exchange kStep =
      kIsCore ? kMedianCore<R>.network.steps[kAt] : kMedianFinal<R>.steps[kAt];
  run_exchange<kStep.low, kStep.high, kStep.wants>(values, order);
}

template <int R, bool kIsCore, int kFirst, typename Value, typename Order, int... kOffset>
FRAMELANE_BOTH [[gnu::always_inline]] inline void run_steps(
    Value* values, const Order& order, std::integer_sequence<int, kOffset...>) {
  (run_step<R, kIsCore, kFirst + kOffset>(values, order), ...);
}

// Runs the core's or the final network from exchange kFirst on, in pieces that compilers take.
template <int R, bool kIsCore, int kFirst = 0, typename Value, typename Order>
FRAMELANE_BOTH [[gnu::always_inline]] inline void run_network(Value* values, const Order& order) {
  constexpr int kCount = kIsCore ? kMedianCore<R>.network.count : kMedianFinal<R>.count;
  constexpr int kPiece = kCount - kFirst < 128 ? kCount - kFirst : 128;
  run_steps<R, kIsCore, kFirst>(values, order, std::make_integer_sequence<int, kPiece>{});
  if constexpr (kFirst + kPiece < kCount) run_network<R, kIsCore, kFirst + kPiece>(values, order);
}

// The kept wires of the core as the first of the final network's.
template <int R, typename Value, int... kAt>
FRAMELANE_BOTH [[gnu::always_inline]] inline void take_kept(const Value* core, Value* into,
                                                            std::integer_sequence<int, kAt...>) {
  ((into[kAt] = core[std::integral_constant<int, kMedianCore<R>.kept.wire[kAt]>::value]), ...);
}

// The medians of the two windows. core: MedianSizes<R>::kCore values, changed; extras: those of the
// upper and of the lower window, 2 R + 1 each.
template <int R, typename Value, typename Order>
FRAMELANE_BOTH [[gnu::always_inline]] inline void two_medians(Value* core, const Value* upper,
                                                              const Value* lower,
                                                              const Order& order,
                                                              Value (&medians)[2]) {
  using Sizes = MedianSizes<R>;
  run_network<R, true>(core, order);
  for (int half = 0; half < 2; ++half) {
    Value wires[Sizes::kFinal];
    take_kept<R>(core, wires, std::make_integer_sequence<int, Sizes::kKept>{});
    for (int i = 0; i < Sizes::kSide; ++i)
      wires[Sizes::kKept + i] = half == 0 ? upper[i] : lower[i];
    run_network<R, false>(wires, order);
    medians[half] = wires[Sizes::kSide];
  }
}

}  // namespace framelane
