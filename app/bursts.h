#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "gpu/frame_times.h"

namespace framelane {

// Which frames went through the device one upon the other: the one judgement that the panels share.
// A burst is two or more consecutive results of one mode, lanes, memory and pace, of which each
// reached the device before those before it had left it; in serial no later after the one before
// than the host may take to hand it over: a quarter of its time, at least kHandover. Warm-up does
// not count. Once warm, nothing is allocated for a frame. Thread-safety: every member from any
// thread.
class Bursts {
 public:
  static constexpr Nanoseconds kWindow{2'000'000'000};
  static constexpr std::size_t kMostFrames = 512;  // of the window
  static constexpr Nanoseconds kHandover{250'000};

  struct Burst {
    Interval at;  // of the device's work, on the run's clock
    std::int64_t first_frame = 0, last_frame = 0;
    bool going_on = false;  // the next frame may still belong to it
    [[nodiscard]] int frames() const { return static_cast<int>(last_frame - first_frame + 1); }
  };

  Bursts() { samples_.reserve(kMostFrames + 1); }
  // A frame that ended, shown or not; nearly in order. `frame` counts results, as
  // ProcessedFrame::index. `paced`: its time to be shown set the pace.
  void add(std::int64_t frame, const FrameTimes& times, bool paced);
  // Play was paused or moved: frames before and after it are not of one burst.
  void interrupted();
  // Another input, or another pace: nothing is known.
  void clear();

  // Of the settings in use; nothing before there was one.
  [[nodiscard]] std::optional<Burst> last() const;
  // Paced, and fewer than half of the frames of the last two seconds were in bursts.
  [[nodiscard]] bool one_at_a_time() const;

 private:
  struct Use {
    Mode mode = Mode::serial;
    int lanes = 1;  // 1 in serial
    HostMemory memory = HostMemory::pinned;
    bool paced = false;
    friend bool operator==(const Use&, const Use&) = default;
  };
  struct Sample {
    std::int64_t frame = 0;
    Interval work;
    bool interrupted = false;  // before it
    // Of the frames that followed each other up to this one.
    std::int64_t first = 0;
    Interval run;
  };

  // All with the lock held.
  [[nodiscard]] bool takes(std::int64_t frame, const Use& use);
  void insert(Sample sample);
  void join(std::size_t at);
  [[nodiscard]] bool follows(const Sample& before, const Sample& sample) const;
  void leave_window();

  mutable std::mutex mutex_;
  std::optional<Use> use_;
  std::int64_t newest_ = -1;     // frame
  std::vector<Sample> samples_;  // by frame
  bool interrupted_ = false;     // since the newest
  std::optional<Burst> last_;
};

}  // namespace framelane
