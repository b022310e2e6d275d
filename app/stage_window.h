#pragma once
#include <chrono>
#include <deque>
#include <optional>
#include <vector>

namespace framelane {

// Nearest-rank percentile: times sorted longest first, index = ceil(fraction *
// count) - 1. fraction 0.01 is the time that 1 % of the frames exceed or equal (p99). Nothing
// without samples.
[[nodiscard]] std::optional<double> time_percentile(std::vector<double> times_ms, double fraction);

// The samples of one stage over the last two seconds. Thread-safety: one thread at a time.
class StageWindow {
 public:
  using Host = std::chrono::steady_clock;

  // `bytes` 0 where the stage copies nothing; `wait_ms` is decode's.
  void add(double ms, Host::time_point at, double bytes = 0, double wait_ms = 0);
  void clear() { samples_.clear(); }
  [[nodiscard]] bool empty() const { return samples_.empty(); }
  [[nodiscard]] std::optional<double> mean_ms() const;
  // p95 and p99 as time_percentile() finds them.
  struct Times {
    double last = 0, mean = 0, p95 = 0, p99 = 0, max = 0;
  };
  [[nodiscard]] std::optional<Times> times() const;
  // 10^9 bytes per second of copying, one direction.
  [[nodiscard]] std::optional<double> gb_per_s() const;
  // At most `points` values, oldest first, for drawing, in the place of what `into` held.
  void series(std::size_t points, std::vector<float>& into) const;
  void waits(std::size_t points, std::vector<float>& into) const;

 private:
  struct Sample {
    Host::time_point at;
    double ms = 0, bytes = 0, wait_ms = 0;
  };
  std::deque<Sample> samples_;
};

// Events a second, over the last two seconds. Thread-safety: one thread at a time.
class RateWindow {
 public:
  using Host = std::chrono::steady_clock;
  void add(Host::time_point at);
  void clear() { times_.clear(); }
  // Nothing until two events; nothing when the last one is over two seconds old.
  [[nodiscard]] std::optional<double> per_second(Host::time_point now) const;

 private:
  std::deque<Host::time_point> times_;
};

}  // namespace framelane
