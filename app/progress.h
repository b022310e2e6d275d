#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "gpu/frame_times.h"

namespace framelane {

// The line's text: frames, fps, time left, what bounds. `total` where it is known.
[[nodiscard]] std::string progress_text(std::int64_t frames, std::optional<std::int64_t> total,
                                        double fps, const std::string& bound);

// What a progress line may have left where the next line is to stand.
void clear_progress();

// One line on standard error that is written over while a run goes on; nothing where standard error
// is not a terminal, or when off. Thread-safety: one thread at a time.
class ProgressLine {
 public:
  explicit ProgressLine(bool on);  // on: unless --quiet
  ~ProgressLine();                 // clears the line
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Whether it is time to draw again; cheap, to be asked for each frame.
  [[nodiscard]] bool due() const;
  void draw(std::int64_t frames, std::optional<std::int64_t> total, const std::string& bound);
  // Any text at once.
  void draw_text(const std::string& text);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool on_ = false;
  bool drawn_ = false;
  Clock::time_point last_;
  std::int64_t last_frames_ = 0;
};

}  // namespace framelane
