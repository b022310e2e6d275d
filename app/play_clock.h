#pragma once
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

#include "gpu/source_frame.h"

namespace framelane {

// A stretch in which pts run on: seeks and opening begin a new generation, each wrap of a loop a
// new round of it. Thread-safety: a value.
struct PlayEpoch {
  std::uint64_t generation = 0;
  std::uint64_t loop = 0;
  friend bool operator==(const PlayEpoch&, const PlayEpoch&) = default;
};
[[nodiscard]] inline PlayEpoch epoch_of(const SourceFrame& frame) {
  return {frame.generation, frame.loop};
}

// Where paced play stands: which pts is due at which moment of the host's clock. The presenter sets
// it; the process thread asks whether a frame can still be on time. Thread-safety: every member may
// be called from any thread.
class PlayClock {
 public:
  using Host = std::chrono::steady_clock;
  using Time = std::chrono::nanoseconds;

  // From now on `pts` is due at `at`, and time passes at `speed` media seconds a second, for frames
  // of `generation`.
  void start(Time pts, Host::time_point at, double speed, const PlayEpoch& epoch);
  // Nothing is due or late until the next start().
  void stop();
  // When `pts` is due; nothing while stopped or for another epoch.
  [[nodiscard]] std::optional<Host::time_point> due(Time pts, const PlayEpoch& epoch) const;
  [[nodiscard]] bool running() const;

 private:
  mutable std::mutex mutex_;
  bool running_ = false;
  Time pts_{0};
  Host::time_point at_;
  double speed_ = 1;
  PlayEpoch epoch_;
};

}  // namespace framelane
