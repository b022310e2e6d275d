#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/frame_times.h"

namespace framelane {

// What lies between two events besides the stage, measured beside the frames now and then: how much
// later than a stage's end its event is reached, the way from a copy to the passes' queue. An event
// waits until the host can see what the GPU wrote before: on an H200 that is 1.3 us while the link
// is idle and 7.5 us beside copies both ways. Thread-safety: one thread at a time.
class EventCost {
 public:
  // What was measured counts no more: the load has changed.
  void restart() { *this = {}; }
  // Asked once a frame: whether this one should measure it: of the first 64 one of 8, then one of
  // 512, since each delays its lane.
  [[nodiscard]] bool due() {
    const std::uint64_t frame = asked_++;
    return frame % (frame < 64 ? 8 : 512) == 0;
  }
  void add(Nanoseconds between_two);
  // The median of the latest measurements; 0 before the first.
  [[nodiscard]] Nanoseconds median() const { return median_; }
  // The stage between two events without the second one's cost.
  [[nodiscard]] Interval without(const Interval& stage) const;

 private:
  std::array<Nanoseconds, 7> latest_{};
  std::size_t added_ = 0;
  Nanoseconds median_{0};
  std::uint64_t asked_ = 0;
};

}  // namespace framelane
