#include "gpu/event_cost.h"

#include <algorithm>
#include <vector>

namespace framelane {

void EventCost::add(Nanoseconds between_two) {
  latest_.push_back(between_two);
  if (latest_.size() > kLatest) latest_.pop_front();
}

Nanoseconds EventCost::median() const {
  if (latest_.empty()) return Nanoseconds{0};
  std::vector<Nanoseconds> sorted(latest_.begin(), latest_.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

Interval EventCost::without(const Interval& stage) const {
  return {stage.start, std::max(stage.start, stage.end - median())};
}

}  // namespace framelane
