#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "app/bursts.h"
#include "app/frame_outcome.h"
#include "app/summary.h"
#include "gpu/chain.h"
#include "gpu/processed_frame.h"

namespace framelane {

// What figures of a frame's time are compared by. Thread-safety: a value.
struct OverlapUse {
  Mode mode = Mode::serial;
  int lanes = 1;  // 1 in serial
  HostMemory memory = HostMemory::pinned;
  // Unpaced and decoded meanwhile: the time of a frame includes waiting for the decoder, as that of
  // a burst or of a resident loop does not.
  bool decoding = false;
  friend bool operator==(const OverlapUse&, const OverlapUse&) = default;
  friend bool operator<(const OverlapUse& a, const OverlapUse& b) {
    return std::tie(a.mode, a.lanes, a.memory, a.decoding) <
           std::tie(b.mode, b.lanes, b.memory, b.decoding);
  }
};

// Keeps, for each mode x lanes x memory, the stretch of frames measured the last time it was used:
// unpaced the last two seconds, at most kMostFrames; paced the last burst. All are void when chain,
// scopes, the pictures' size or layout, or whether results are downloaded change. Warm-up does not
// count. Thread-safety: add() from any thread; the rest on the main thread.
class OverlapFeed {
 public:
  static constexpr std::size_t kMostFrames = 256;
  static constexpr Nanoseconds kWindow{2'000'000'000};

  struct Stretch {
    ModeSummary frames;
    bool burst = false;  // then without the terms of decode and pace
  };

  // `bursts` outlives it.
  explicit OverlapFeed(const Bursts& bursts) : bursts_(bursts) {}
  // Every frame that ended, shown or not, once `bursts` has it.
  void add(const ProcessedFrame& frame, const FrameOutcome& outcome);
  // The chain in force and its plan; results of it carry `revision` or a later one.
  void set_chain(const Chain& chain, const ChainPlan& plan, std::uint64_t revision);
  // Play was paused or moved: frames before and after it are not of one stretch.
  void interrupted();
  // Another input.
  void clear();

  // Works out the stretch that is being played; find() gives those of the last call.
  void renew();
  // Nothing where it was not measured.
  [[nodiscard]] std::optional<Stretch> find(const OverlapUse& use) const;
  // Other lanes that `use` was last used with, in its mode, memory and manner; 0: none.
  [[nodiscard]] int other_lanes(const OverlapUse& use) const;

 private:
  struct Sample {
    std::int64_t index = 0;
    Interval work;
    FrameTimes times;
  };
  struct Playing {
    OverlapUse use;
    bool paced = false;
    friend bool operator==(const Playing&, const Playing&) = default;
  };
  struct Entry {
    Stretch stretch;
    std::uint64_t used = 0;  // the higher the later
  };
  // What makes frames comparable beside the chain.
  struct Pictures {
    FrameFacts source;
    bool downloaded = false;
    friend bool operator==(const Pictures&, const Pictures&) = default;
  };

  // What a stretch is worked out from: a copy, so that add() need not wait for that.
  struct Measured {
    Playing playing;
    std::vector<Sample> samples;
    std::optional<Bursts::Burst> burst;
    [[nodiscard]] std::optional<Stretch> stretch() const;
    [[nodiscard]] std::optional<Stretch> last_burst() const;
    [[nodiscard]] Stretch stretch_of(std::size_t first, std::size_t end) const;
  };
  // Where samples are kept: no memory is asked for once there were kMostFrames of them.
  [[nodiscard]] std::span<const Sample> samples() const { return std::span(kept_).subspan(gone_); }

  // All with the lock held.
  [[nodiscard]] bool takes(const ProcessedFrame& frame, const Playing& playing);
  void forget();
  void forget_samples();
  void keep(Sample sample);
  void store();
  [[nodiscard]] std::optional<Measured> to_measure();
  void enter(const OverlapUse& use, std::optional<Stretch> stretch);

  const Bursts& bursts_;
  mutable std::mutex mutex_;
  Chain chain_;
  FrameFacts planned_;
  ScopeWants scopes_;
  std::uint64_t since_revision_ = 0;
  std::optional<Pictures> pictures_;
  std::int64_t newest_ = -1;  // index
  std::optional<Playing> playing_;
  std::vector<Sample> kept_;            // of playing_, by index
  std::size_t gone_ = 0;                // so many at the front of kept_ count no more
  std::uint64_t forgotten_ = 0;         // how often entries_ became void
  bool changed_ = false;                // since store()
  std::optional<Bursts::Burst> burst_;  // the last one that frames of kept_ were in
  std::map<OverlapUse, Entry> entries_;
  std::uint64_t uses_ = 0;
};

}  // namespace framelane
