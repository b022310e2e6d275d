#include "gpu/event_cost.h"

#include <algorithm>

namespace framelane {

void EventCost::add(Nanoseconds between_two) {
  latest_[added_++ % latest_.size()] = between_two;
  std::array sorted = latest_;
  const std::size_t count = std::min(added_, sorted.size());
  // The lower one of two in the middle: at first there is little load, and outliers are long.
  const std::size_t at = (count - 1) * static_cast<std::size_t>(rank_) / 100;
  std::nth_element(sorted.begin(), sorted.begin() + at, sorted.begin() + count);
  typical_ = sorted[at];
}

Interval EventCost::without(const Interval& stage) const {
  return {stage.start, std::max(stage.start, stage.end - typical())};
}

}  // namespace framelane
