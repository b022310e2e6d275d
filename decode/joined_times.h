#pragma once
#include <chrono>
#include <optional>

namespace framelane {

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
