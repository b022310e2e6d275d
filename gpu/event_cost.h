#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/frame_times.h"

namespace framelane {

// What lies between two events besides the stage, or between the host's asking and an event,
// measured beside the frames now and then: how much later than a stage's end its event is reached,
// the way from a copy to the passes' queue. An event waits until the host can see what the GPU
// wrote before: on an H200 that is 1.3 us while the link is idle and 7.5 us beside copies both
// ways. Thread-safety: one thread at a time.
class EventCost {
 public:
  // `rank`: which of each hundred of the latest measurements counts, the least being 0.
  explicit EventCost(int rank = 50) : rank_(rank) {}
  // What was measured counts no more: the load has changed.
  void restart() { *this = EventCost(rank_); }
  // Asked once a frame: whether this one should measure it: of the first 64 one of 8, then one of
  // 512, since each delays its lane.
  [[nodiscard]] bool due() {
    const std::uint64_t frame = asked_++;
    return frame % (frame < 64 ? 8 : 512) == 0;
  }
  void add(Nanoseconds between_two);
  // The latest measurements' median, or what has the constructor's rank; 0 before the first.
  [[nodiscard]] Nanoseconds typical() const { return typical_; }
  // The stage between two events without the second one's cost.
  [[nodiscard]] Interval without(const Interval& stage) const;

 private:
  std::array<Nanoseconds, 7> latest_{};
  std::size_t added_ = 0;
  Nanoseconds typical_{0};
  int rank_;
  std::uint64_t asked_ = 0;
};

}  // namespace framelane
