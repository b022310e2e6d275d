#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>

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

  // All with the lock held.
  [[nodiscard]] bool takes(const ProcessedFrame& frame, const Playing& playing);
  void forget();
  void store();
  [[nodiscard]] std::optional<Stretch> measure();
  [[nodiscard]] std::optional<Stretch> last_burst() const;
  [[nodiscard]] Stretch stretch_of(std::size_t first, std::size_t end, bool burst) const;

  const Bursts& bursts_;
  mutable std::mutex mutex_;
  Chain chain_;
  FrameFacts planned_;
  ScopeWants scopes_;
  std::uint64_t since_revision_ = 0;
  std::optional<Pictures> pictures_;
  std::int64_t newest_ = -1;  // index
  std::optional<Playing> playing_;
  std::deque<Sample> samples_;          // of playing_, nearly in order
  bool changed_ = false;                // since store()
  std::optional<Bursts::Burst> burst_;  // the last one that frames of samples_ were in
  std::map<OverlapUse, Entry> entries_;
  std::uint64_t uses_ = 0;
};

}  // namespace framelane
