#pragma once
#include <cstdint>
#include <deque>

#include "gpu/frame_times.h"

namespace framelane {

// What a timing event itself takes of its queue, measured beside the frames by two events with
// nothing between. An event waits until the host can see what the GPU wrote before: on an H200 that
// is 1.3 us while the link is idle and 7.5 us beside copies both ways, most of what a stage's two
// events are longer apart than the stage itself. Thread-safety: one thread at a time.
class EventCost {
 public:
  // What was measured counts no more: the load has changed.
  void restart() {
    latest_.clear();
    asked_ = 0;
  }
  // Asked once a frame: whether this one should measure it. The first few do, then one of 32.
  [[nodiscard]] bool due() { return asked_++ < kLatest || asked_ % kEvery == 0; }
  void add(Nanoseconds between_two);
  // The median of the latest measurements; 0 before the first.
  [[nodiscard]] Nanoseconds median() const;
  // The stage between two events without the second one's cost.
  [[nodiscard]] Interval without(const Interval& stage) const;

 private:
  static constexpr std::size_t kLatest = 7;
  static constexpr std::uint64_t kEvery = 32;
  std::deque<Nanoseconds> latest_;
  std::uint64_t asked_ = 0;
};

}  // namespace framelane
