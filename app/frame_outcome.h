#pragma once
#include <cstdint>
#include <optional>

#include "gpu/frame_times.h"

namespace framelane {

// How a frame ended, for its row in the log. Thread-safety: a value.
struct FrameOutcome {
  bool displayed = false;
  bool dropped = false;
  bool paced = false;                  // its pts set the pace
  std::optional<Nanoseconds> present;  // time to draw and swap it
  std::optional<Nanoseconds> between;  // since the frame displayed before it
};

// Frames counted by the presenter. Late: shown more than half its duration after it was due.
// Repeated: frame durations that the frame before stayed on because the next had not arrived.
// Dropped: processed but never shown, because the next one was due as well; those dropped before
// upload are counted by the process thread.
struct PresentCounts {
  std::int64_t displayed = 0, dropped = 0, late = 0, repeated = 0;
};

}  // namespace framelane
