#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/frame_times.h"
#include "ui/hud_model.h"

namespace framelane {

// A stretch of a row: a stage at work on a frame, or waiting to begin. Nanoseconds on the run's
// clock.
struct TimelineBlock {
  Nanoseconds start{0}, end{0};
  std::int64_t frame = 0;  // as the log counts them
  Stage stage = Stage::decode;
  bool waiting = false;
  std::optional<std::size_t> name;    // of a pass, in TimelineModel::names
  std::uint64_t bytes = 0;            // copied by it; 0 where nothing is
  std::optional<Nanoseconds> waited;  // before it began, where that is known
  [[nodiscard]] Nanoseconds length() const { return end - start; }
};

struct TimelineRow {
  std::string name;
  std::vector<TimelineBlock> blocks;  // in time; none overlaps another
};

// When each stage of the last frames was at work, from one clock. Thread-safety: a value.
struct TimelineModel {
  std::vector<TimelineRow> rows;  // decode, one a lane, present
  std::vector<std::string> names;
  // Up to here every row is complete: frames that come later begin later.
  Nanoseconds known_until{0};
  // What the last frames took together, for one of them; 0 unknown.
  Nanoseconds period{0};
  // Frames that followed each other without a pause.
  struct Burst {
    Interval at;
    int frames = 0;
  };
  // Set while one frame at a time is in flight: then this is what there is to see.
  std::optional<Burst> burst;
};

}  // namespace framelane
