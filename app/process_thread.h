#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/play_clock.h"
#include "decode/decode_thread.h"
#include "gpu/bounded_queue.h"
#include "gpu/chain.h"
#include "gpu/device.h"
#include "gpu/host_pool.h"
#include "gpu/pipeline.h"

namespace framelane {

// What the process thread hands on. Thread-safety: a value; pictures are shared read-only.
struct ProcessedItem {
  enum class Kind : std::uint8_t {
    frame,
    end,      // of the stream
    failed,   // nothing more comes; `error` says why
    refused,  // a seek could not be carried out; frames go on
    dropped   // run again after a chain edit and late by now, before upload: its source alone
  };
  Kind kind = Kind::end;
  ProcessedFrame frame;          // Kind::frame, Kind::dropped
  std::string error;             // one line: Kind::failed, Kind::refused
  std::uint64_t generation = 0;  // of every kind
  std::uint64_t revision = 0;    // of the chain when it was handed on, of every kind
};

// What the thread is doing, for the overlay. Thread-safety: a value.
struct ProcessStatus {
  PipelineSettings settings;               // in force
  std::optional<PipelineSettings> wanted;  // while draining towards it
  int in_flight = 0;
  std::int64_t processed = 0;
  std::int64_t dropped = 0;     // late, before upload
  std::int64_t warming_up = 0;  // frames of warm-up done so far; see warmup_of
  std::int64_t warmup_of = 0;   // 0 once warm
  bool pinned_granted = true;
  std::shared_ptr<const ChainPlan> plan;  // null before the first frame
};

// A new chain, or other scopes, while frames go on. Thread-safety: a value.
struct ChainEdit {
  Chain chain;
  std::shared_ptr<const ChainPlan> plan;  // of frames like the one on show
  std::uint64_t revision = 0;             // that results of this chain carry
  std::int64_t shown = -1;                // SourceFrame::index of the frame on show; -1: none
  std::uint64_t generation = 0;           // frames of older ones are not run again
  bool only_whole = false;                // refuse where frames before it are missing
};

struct ProcessOptions {
  Chain chain;
  std::shared_ptr<const ChainPlan> plan;  // of frames like the first one; its scopes hold for all
  OutputFormat output;
  PipelineSettings settings;
  int most_lanes = kMostLanes;
  int behind_results = 5;   // results held at once in the outgoing queue and behind it
  bool from_start = false;  // the first frame is the stream's
  std::optional<Nanoseconds> results_from;  // those of the first generation: not before it
  bool edits = false;  // set_chain() will be called: recent source frames are kept for it
  ResultPlace results_in = ResultPlace::host;  // at first; see set_results()
  int kept_results = 0;  // results on the device held at once behind the outgoing queue and in it
  ClockChain::Clock::time_point run_start;
  const PlayClock* clock =
      nullptr;  // paced play: late frames are dropped before upload; null: nothing is
  // Called on the process thread for each frame it drops; must not block.
  std::function<void(const SourceFrame&, const PipelineSettings&)> on_dropped;
  // Called on the process thread after each item it handed on; must not block.
  std::function<void()> on_handed_on;
};

// How many results such a plan needs room for.
[[nodiscard]] int result_blocks_of(const ChainPlan& plan, const ProcessOptions& options);

// Owns the pipeline: takes decoded frames, keeps every lane busy, hands results on in order. No
// finished frame waits for one that has not arrived: the thread blocks on the incoming queue only
// with nothing in flight. Thread-safety: the members may be called from any thread. Device, pools
// and queues outlive it.
class ProcessThread {
 public:
  ProcessThread(Device& device, HostPool& sources, HostPool& results, BoundedQueue<DecodedItem>& in,
                BoundedQueue<ProcessedItem>& out, ProcessOptions options);
  ~ProcessThread();  // stop()
  ProcessThread(const ProcessThread&) = delete;
  ProcessThread& operator=(const ProcessThread&) = delete;

  // Drains, rebuilds, and goes on with the next frame; of several changes the last counts.
  void set_settings(const PipelineSettings& settings);
  // Drains, plans anew, and runs the frame on show and those after it once more, after the frames
  // that they need before them, then goes on; results the queue still holds go back. Frames run
  // again come in order and none is replaced; what is late of them comes as Kind::dropped. Of
  // several edits the last counts. False, with nothing changed, where edit.only_whole is set and
  // the frames needed are no longer kept.
  [[nodiscard]] bool set_chain(ChainEdit edit);
  // While on, a full outgoing queue loses its oldest frame, given to on_replaced on the process
  // thread, instead of blocking; and nothing is dropped for being late.
  void set_unpaced(bool on);
  // Where results go, from the next frame submitted on; nothing is drained for it.
  void set_results(ResultPlace place);
  void on_replaced(std::function<void(const ProcessedFrame&)> handler);
  [[nodiscard]] ProcessStatus status() const;
  // Ends the thread within a second; what is in flight is lost.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace framelane
