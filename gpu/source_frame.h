#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

#include "gpu/frame_name.h"
#include "gpu/frame_times.h"
#include "gpu/picture.h"

namespace framelane {

// One frame as the decoder hands it on. Holding it holds its slot.
// Thread-safety: immutable once pushed into a queue.
struct SourceFrame {
  HostPicture picture;
  std::int64_t index = 0;  // 0-based in this run, counts decoded frames handed on
  // From the stream's start; made from the frame rate where absent.
  std::chrono::nanoseconds pts{0};
  // What pts lacks to the time since the stream's first frame, where files were joined to one.
  std::chrono::nanoseconds joined_after{0};
  std::chrono::nanoseconds duration{0};  // to the next frame, as far as known; 0 unknown
  std::uint64_t generation = 0;          // raised by seek and open; consumers discard older ones
  // Spent in demuxing and decoding calls since the previous frame (none: it was decoded before, a
  // resident one), and blocked pushing that one.
  std::optional<std::chrono::nanoseconds> decode_time;
  // The moment the last of those calls returned.
  std::optional<std::chrono::steady_clock::time_point> decoded_at;
  std::chrono::nanoseconds decode_wait{0};
  bool key = false;
  bool preroll = false;  // run through the chain for its history, not shown, not counted
  // First frame after a loop wrap: lookahead is flushed, history restarts.
  bool starts_loop = false;
  bool resident = false;   // goes round in memory: its slot is held anyway
  std::uint64_t loop = 0;  // wraps since the generation began; set by the process thread
};

// Where the frame lies in its input, as --start counts.
[[nodiscard]] inline std::chrono::nanoseconds position_of(const SourceFrame& frame) {
  return frame.pts + frame.joined_after;
}

[[nodiscard]] inline FrameName name_of(const SourceFrame& frame) {
  return {frame.index, position_of(frame)};
}

// When the frame was decoded, on the run's clock; nothing where that was not measured.
[[nodiscard]] inline std::optional<Interval> decoding_of(
    const SourceFrame& frame, std::chrono::steady_clock::time_point run_start) {
  if (!frame.decode_time || !frame.decoded_at) return std::nullopt;
  const Nanoseconds end = *frame.decoded_at - run_start;
  return Interval{end - *frame.decode_time, end};
}

}  // namespace framelane
