#include "gpu/event_cost.h"

#include <algorithm>

namespace framelane {

void EventCost::add(Nanoseconds between_two) {
  latest_[added_++ % latest_.size()] = between_two;
  std::array sorted = latest_;
  const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(std::min(added_, sorted.size()));
  // The lower one of two in the middle: at first there is little load, and outliers are long.
  const auto middle = sorted.begin() + (end - sorted.begin() - 1) / 2;
  std::nth_element(sorted.begin(), middle, end);
  median_ = *middle;
}

Interval EventCost::without(const Interval& stage) const {
  return {stage.start, std::max(stage.start, stage.end - median())};
}

}  // namespace framelane
