#pragma once
#include <chrono>
#include <optional>

namespace framelane {

// Of a frame of such duration whose pts is `gap` behind where the frame before it ended. What lies
// a little before that frame itself is out of order, and no new beginning.
[[nodiscard]] constexpr bool times_begin_again(std::chrono::nanoseconds gap,
                                               std::chrono::nanoseconds duration) {
  constexpr std::chrono::milliseconds kLargestStepBack(200);
  return gap < -duration - kLargestStepBack;
}
// Also over a gap that nobody would sit through.
[[nodiscard]] constexpr bool times_jump(std::chrono::nanoseconds gap,
                                        std::chrono::nanoseconds duration) {
  constexpr std::chrono::seconds kLongestGap(10);
  return gap > kLongestGap || times_begin_again(gap, duration);
}

// The frames' times counted from the first one on over times that begin again, as in files joined
// to one; there, gaps are left out as well. Thread-safety: one thread at a time.
class JoinedTimes {
 public:
  using Time = std::chrono::nanoseconds;
  // The next frame in order. What its pts lacks to that count.
  Time add(Time pts, Time duration);
  // Gaps are left out also before the first time that begins again.
  void leave_out_gaps() { leaves_out_gaps_ = true; }
  // The next frame counts from its own pts on.
  void restart();
  // Where the frame added last ends; nothing before one was.
  [[nodiscard]] std::optional<Time> end() const;

 private:
  [[nodiscard]] Time lacks() const { return begun_again_ || leaves_out_gaps_ ? lacks_ : Time(0); }

  Time lacks_{0};
  bool begun_again_ = false, leaves_out_gaps_ = false;
  std::optional<Time> expected_;  // pts of the next frame
};

}  // namespace framelane
