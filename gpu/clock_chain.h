#pragma once
#include <chrono>
#include <memory>
#include <vector>

#include "gpu/device.h"
#include "gpu/frame_times.h"

namespace framelane {

// Turns the device's events into nanoseconds since the run's start. A device measures spans as a
// float of milliseconds, which loses 5 us within a minute; so positions are measured from a base
// event at most about a second old, and bases are chained in 64-bit nanoseconds. Each base is held
// between two moments of the host's clock, its record() and the time it was first seen done, so the
// chain cannot drift away from the host. Thread-safety: one thread at a time.
class ClockChain {
 public:
  using Clock = std::chrono::steady_clock;
  struct Base;
  using BaseRef = std::shared_ptr<Base>;

  ClockChain(Device& device, Clock::time_point run_start);
  ~ClockChain();

  // Call before submitting a frame to `stream`. Records a new base there when the present one is
  // older than 1 s; when it is older than 2 s, as after a pause, the new one takes its place from
  // the host's clock alone.
  // Returns the event recorded for it, null when the base stays. What is measured against the new
  // base must come after it.
  const Event* renew_if_due(Stream& stream, Clock::time_point now = Clock::now());
  // The base in force; kept with the frame's events until they are read.
  [[nodiscard]] const BaseRef& base() const { return current_; }
  // When `event` happened, since the run's start. Base and event are ready; bases are asked for in
  // the order they were recorded. `now` is the host's clock.
  [[nodiscard]] Nanoseconds position(const BaseRef& base, const Event& event,
                                     Clock::time_point now = Clock::now());

 private:
  void resolve(Base& base, Clock::time_point now);
  [[nodiscard]] BaseRef unused_base();
  [[nodiscard]] Nanoseconds elapsed(const Event& from, const Event& to) const;

  Device& device_;
  Clock::time_point run_start_;
  BaseRef current_;
  std::vector<BaseRef> bases_;
};

}  // namespace framelane
