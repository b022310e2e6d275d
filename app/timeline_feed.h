#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "app/bursts.h"
#include "app/frame_row.h"
#include "ui/timeline_model.h"

namespace framelane {

// Keeps the rows of the last frames, and makes the timeline's model of them. While frames go
// through the device one at a time, it is of the last burst. Once kFrames rows and the longest
// burst have come, add() reuses the memory of theirs. Thread-safety: add() from any thread; the
// rest on the main thread.
class TimelineFeed {
 public:
  // Frames kept.
  static constexpr std::size_t kFrames = 1024;

  // `bursts` outlives it.
  explicit TimelineFeed(const Bursts& bursts) : bursts_(bursts) {}
  // Every frame when it ended, dropped ones too, once `bursts` has it.
  void add(const FrameRow& row);
  // Another input: nothing is known.
  void clear();
  // As it is now, or while `held` as it was when it began to be. Valid until the next call.
  [[nodiscard]] const TimelineModel& model(bool held);
  // Those rows of the model's frames of which something lies in the stretch, in order.
  [[nodiscard]] std::vector<FrameRow> rows(Interval stretch);

 private:
  // What the model was made from.
  enum class Source : std::uint8_t { nothing, latest, burst, held };

  void keep_burst();
  [[nodiscard]] std::span<const FrameRow> burst_rows() const;
  [[nodiscard]] const FrameRow& row_at(std::uint64_t number) const;
  [[nodiscard]] std::uint64_t oldest() const;
  void forget();
  [[nodiscard]] bool shows_burst() const;
  void follow();
  [[nodiscard]] Nanoseconds latest_period() const;
  void tell_burst();

  const Bursts& bursts_;
  std::mutex mutex_;
  std::vector<FrameRow> ring_;
  Mode mode_ = Mode::serial;
  int lanes_ = 1;
  std::uint64_t added_ = 0;  // rows of that mode and those lanes; the newest is added_ - 1
  std::optional<Bursts::Burst> burst_;  // the last one that was over and is kept
  std::vector<FrameRow> burst_room_;    // its rows and what else was at work meanwhile, and room
  std::size_t burst_count_ = 0;         // of them
  std::uint64_t kept_bursts_ = 0;       // so far
  Nanoseconds known_until_{0};

  TimelineModel model_;
  Source source_ = Source::nothing;
  std::uint64_t shown_ = 0;  // rows the model has, or the burst it is of
  std::vector<FrameRow> held_rows_;
};

}  // namespace framelane
