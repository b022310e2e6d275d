#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "app/frame_row.h"
#include "ui/timeline_model.h"

namespace framelane {

// Keeps the rows of the last frames, and makes the timeline's model of them. While the source's
// pace lets frames through the device one at a time, it is of the last burst of two or more. Once
// warm, nothing is allocated for a frame. Thread-safety: add() from any thread; the rest on the
// main thread.
class TimelineFeed {
 public:
  // Frames kept.
  static constexpr std::size_t kFrames = 1024;

  // Every frame when it ended, dropped ones too.
  void add(const FrameRow& row);
  // Another input: nothing is known.
  void clear();
  // As it is now, or while `held` as it was when it began to be. Valid until the next call.
  [[nodiscard]] const TimelineModel& model(bool held);
  // Those rows of the model's frames of which something lies in the stretch, in order.
  [[nodiscard]] std::vector<FrameRow> rows(Interval stretch);

 private:
  // Frames of which each began before the one before it had ended; serial ones hardly after.
  struct Run {
    Nanoseconds begin{0}, end{0};
    int frames = 0;
  };
  // What the model was made from.
  enum class Source : std::uint8_t { nothing, latest, burst, held };

  void note_run(const FrameRow& row);
  void keep_burst();
  [[nodiscard]] const FrameRow& row_at(std::uint64_t number) const;
  [[nodiscard]] std::uint64_t oldest() const;
  void forget();
  [[nodiscard]] bool one_at_a_time() const;
  void follow();
  [[nodiscard]] Nanoseconds latest_period() const;
  void tell_burst();

  std::mutex mutex_;
  std::vector<FrameRow> ring_;
  Mode mode_ = Mode::serial;
  int lanes_ = 1;
  std::uint64_t added_ = 0;  // rows of that mode and those lanes; the newest is added_ - 1
  Run run_;                  // that goes on
  bool paced_ = false;       // its time to be shown sets the pace of the latest frame
  std::optional<Run> burst_;
  bool burst_kept_ = false;           // its rows are burst_rows_
  std::vector<FrameRow> burst_rows_;  // and what else was at work meanwhile
  std::uint64_t bursts_ = 0;          // kept so far
  Nanoseconds known_until_{0};

  TimelineModel model_;
  Source source_ = Source::nothing;
  std::uint64_t shown_ = 0;  // rows the model has, or the burst it is of
  std::vector<FrameRow> held_rows_;
};

}  // namespace framelane
