#include "gpu/event_cost.h"

#include <algorithm>

namespace framelane {

void EventCost::add(Nanoseconds between_two) {
  latest_[added_++ % latest_.size()] = between_two;
  std::array sorted = latest_;
  const std::size_t count = std::min(added_, sorted.size()), middle = (count - 1) / 2;
  // The lower one of two in the middle: at first there is little load, and outliers are long.
  std::nth_element(sorted.begin(), sorted.begin() + middle, sorted.begin() + count);
  median_ = sorted[middle];
}

Interval EventCost::without(const Interval& stage) const {
  return {stage.start, std::max(stage.start, stage.end - median())};
}

}  // namespace framelane
