#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/log_facts.h"
#include "app/summary.h"

namespace framelane {

// The frames of a stretch of frame numbers, added up. Times in milliseconds.
struct FrameBucket {
  std::int64_t frames = 0;                      // processed, with a frame time
  std::int64_t times = 0;                       // frame times, of dropped frames too
  double total = 0, least = 0, most = 0;        // of the frame times
  double upload = 0, passes = 0, download = 0;  // sums over `frames`
  std::int64_t checksums = 0;                   // frames with a checksum
  std::uint64_t digest = 0, frame_digest = 0;   // sums of hashes, with and without the checksum
  [[nodiscard]] double frame_ms() const { return frames > 0 ? total / double(frames) : 0; }
  void add(const FrameBucket& other);
};

// A run's frames in stretches of `width` frame numbers, a power of two that grows so that there are
// never more than kMost; stretches begin at multiples of it, so those of two runs can be laid side
// by side. Thread-safety: one thread at a time.
class FrameBuckets {
 public:
  static constexpr std::int64_t kMost = 2048;

  void add(std::int64_t frame, const FrameBucket& one);
  [[nodiscard]] std::int64_t width() const { return width_; }
  [[nodiscard]] std::int64_t first_frame() const { return first_ * width_; }
  [[nodiscard]] std::int64_t end_frame() const { return first_frame() + width_ * count(); }
  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(buckets_.size()); }
  [[nodiscard]] const std::vector<FrameBucket>& buckets() const { return buckets_; }
  // The stretch that begins at `frame`; an empty one outside.
  [[nodiscard]] FrameBucket at(std::int64_t frame) const;
  // The same, wide enough that there are at most `most`, and at least `width`.
  [[nodiscard]] FrameBuckets widened(std::int64_t most, std::int64_t width = 1) const;

 private:
  void widen();

  std::int64_t width_ = 1, first_ = 0;  // first_: of buckets_, in widths
  std::vector<FrameBucket> buckets_;
};

// What the timeline draws of a frame.
struct TimelineFrame {
  std::int64_t frame = 0;
  int lane = 0;
  std::optional<Interval> upload, filter, download;
  std::vector<Nanoseconds> passes;
  std::uint64_t bytes_up = 0, bytes_down = 0;
};

// Frames in blocks of kBlock that follow one another; when there are too many, every second block
// goes, and from then on only every second, fourth, ... one is kept. Thread-safety: one thread at a
// time.
class TimelineFrames {
 public:
  static constexpr std::size_t kBlock = 256, kMostBlocks = 160;

  void add(const FrameRow& row);
  [[nodiscard]] const std::vector<std::vector<TimelineFrame>>& blocks() const { return blocks_; }
  [[nodiscard]] bool whole() const { return stride_ == 1; }
  void thin_out();

 private:
  std::vector<std::vector<TimelineFrame>> blocks_;
  std::size_t stride_ = 1, seen_ = 0;
};

// A log read for the report. Thread-safety: a value.
struct ReportLog {
  std::string name;  // of the file, for showing
  LogFacts facts;
  Summary summary;
  std::vector<FrameBuckets> buckets;  // of each of summary's modes
  TimelineFrames timeline;
  int lanes = 1;  // rows of the timeline
  bool has_positions = true;
  std::int64_t rows = 0;
  std::vector<std::string> notes;  // one line each: what is missing, and what follows
};

// Reads the CSV and the JSON beside it. Throws InputError, LogError.
[[nodiscard]] ReportLog read_report_log(const std::string& csv_name);

}  // namespace framelane
