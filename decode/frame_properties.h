#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

#include "decode/ffmpeg_types.h"
#include "gpu/frame_facts.h"

namespace framelane {

struct Orientation {
  int rotation = 0;  // as FrameFacts
  bool mirror = false;
};
// Of a display matrix (ISO 14496-12, 8.5.2: x' = a x + c y, y' = b x + d y, kept as a b u c d v x y
// w); turned to the nearest quarter.
[[nodiscard]] Orientation orientation_of(const std::int32_t (&matrix)[9]);

// All facts of a frame. `format` is what its picture will have.
[[nodiscard]] FrameFacts facts_of(AVFormatContext& container, AVStream& stream, AVFrame& frame,
                                  const PixelFormat* format);

// Turns FFmpeg's timestamps into time from the stream's start. Frames without one get the previous
// frame's time plus its duration. Thread-safety: one thread at a time.
class FrameClock {
 public:
  using Time = std::chrono::nanoseconds;
  struct Stamp {
    Time pts{0};
    Time duration{0};
  };
  FrameClock(const AVStream& stream, AVRational frame_rate);

  [[nodiscard]] Stamp stamp(const AVFrame& frame);
  // After a seek: frames without a timestamp count from `at`.
  void restart(Time at);
  // False when frames carry no times of their own.
  [[nodiscard]] bool timed() const { return timed_; }
  // Rounded down, in the stream's time base.
  [[nodiscard]] std::int64_t timestamp_at(Time time) const;
  // Of one frame at the nominal rate; 40 ms when there is none.
  [[nodiscard]] Time frame_time() const { return frame_time_; }

 private:
  AVRational time_base_;
  std::int64_t stream_start_;
  std::optional<std::int64_t> start_;  // set by the first frame
  Time frame_time_;
  bool rate_known_;
  bool timed_ = true;
  Time next_{0};
};

}  // namespace framelane
