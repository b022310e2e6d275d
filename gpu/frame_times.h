#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/scopes/scope_work.h"

namespace framelane {

using Nanoseconds = std::chrono::nanoseconds;

[[nodiscard]] constexpr double to_ms(Nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

enum class Mode : std::uint8_t { serial, overlapped, staged };
enum class HostMemory : std::uint8_t { pinned, pageable };

[[nodiscard]] const char* name_of(Mode mode);
[[nodiscard]] const char* name_of(HostMemory memory);

// A stretch of the chained clock: nanoseconds since the run's start.
struct Interval {
  Nanoseconds start{0};
  Nanoseconds end{0};
  [[nodiscard]] Nanoseconds length() const { return end - start; }
};

// Counting a scope of the source and of the result.
struct ScopeTime {
  std::optional<Interval> before, after;
  // Together; nothing where nothing was counted.
  [[nodiscard]] std::optional<Nanoseconds> cost() const;
};

// Every time measured of one processed frame: the only source for overlay, log, trace, summary and
// report. Absent means not measured or not done, never 0. A stage's length comes only from events
// of the same frame; an upload behind other frames on a device with queues of its own ends so, and
// begins where the upload before it ended, or when the host asked for it and as long after that as
// uploads with an event before them (every 20 ms). Thread-safety: a value.
struct FrameTimes {
  Mode mode = Mode::serial;
  HostMemory memory = HostMemory::pinned;
  int lanes = 1;
  int lane = 0;
  bool warmup = false;
  std::optional<Nanoseconds> decode, decode_wait;
  std::optional<Interval> decoding;  // the `decode` up to the moment the frame was there
  // `waited` before a copy is the time its stream had reached it while the copy engine was still
  // busy.
  std::optional<Interval> upload, filter, download;
  std::optional<Nanoseconds> upload_waited, download_waited;
  std::vector<Interval> passes;           // in the plan's order; filter spans them
  std::array<ScopeTime, kScopes> scopes;  // by Scope; no part of `filter` or the passes
  std::optional<Nanoseconds> latency;     // submit to collected, host clock
  std::optional<Nanoseconds> present;
  std::uint64_t bytes_up = 0, bytes_down = 0;
  int queue_depth = 0;  // of the FrameQueue when the frame was submitted
};

}  // namespace framelane
