#pragma once
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

namespace framelane {

// Where paced play stands: which pts is due at which moment of the host's clock. The presenter sets
// it; the process thread asks whether a frame can still be on time. Thread-safety: every member may
// be called from any thread.
class PlayClock {
 public:
  using Host = std::chrono::steady_clock;
  using Time = std::chrono::nanoseconds;

  // From now on `pts` is due at `at`, and time passes at `speed` media seconds a second, for frames
  // of `generation`.
  void start(Time pts, Host::time_point at, double speed, std::uint64_t generation);
  // Nothing is due or late until the next start().
  void stop();
  // When `pts` is due; nothing while stopped or for another generation.
  [[nodiscard]] std::optional<Host::time_point> due(Time pts, std::uint64_t generation) const;
  [[nodiscard]] bool running() const;

 private:
  mutable std::mutex mutex_;
  bool running_ = false;
  Time pts_{0};
  Host::time_point at_;
  double speed_ = 1;
  std::uint64_t generation_ = 0;
};

}  // namespace framelane
