#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "decode/frame_source.h"
#include "gpu/device.h"
#include "gpu/frame_times.h"
#include "gpu/link_rates.h"
#include "gpu/plan.h"

namespace framelane {

// One frame at its end: shown, dropped, or through the output stage. What the log and the summary
// are fed with. Thread-safety: a value; the plan is shared read-only.
struct FrameRow {
  std::int64_t frame = 0;   // 0-based in this run
  Nanoseconds pts{0};       // from the stream's start
  Nanoseconds finished{0};  // host time since the run's start
  FrameTimes times;
  bool dropped = false;                   // not shown because it was late
  std::optional<bool> displayed;          // nothing where there is no display
  std::optional<std::uint64_t> checksum;  // XXH3-64 of the result
  std::optional<Nanoseconds> pace;        // the frame's own length, where its pts set the pace
  std::shared_ptr<const ChainPlan> plan;  // null for a frame dropped before upload

  // Dropped or not, it went through the pipeline: lane, times and bytes are its own.
  [[nodiscard]] bool processed() const { return !dropped || plan != nullptr; }
};

// What does not change during a run, for the log's JSON and the summary. Thread-safety: a value.
struct RunFacts {
  DeviceFacts device;
  LinkRates link;
  InputFacts input;
  std::string chain_text;  // at the start
};

// What the engine counted in all, for the summary. Thread-safety: a value.
struct RunTotals {
  Nanoseconds wall{0};  // from the first frame submitted to the last one finished
  DecodeCounts decode;
  bool page_locked = true;  // whether page-locking was granted where it was asked for
  // Allocations by our code after warm-up; nothing where it was not watched.
  std::optional<std::uint64_t> page_locked_allocations, device_allocations, host_allocations;
  std::string device_fallback;  // why --device auto took the CPU; empty otherwise
  std::string stopped_by;       // "SIGINT" and its kind; empty otherwise
};

}  // namespace framelane
