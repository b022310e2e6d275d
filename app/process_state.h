#pragma once
#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "app/late_rule.h"
#include "app/process_thread.h"
#include "app/recent_frames.h"

// What a ProcessThread works with; private to process_*.cpp.

namespace framelane {

struct ProcessThread::State {
  State(Device& on, HostPool& source_pool, HostPool& result_pool, BoundedQueue<DecodedItem>& from,
        BoundedQueue<ProcessedItem>& to, ProcessOptions with);

  Device& device;
  HostPool& sources;
  HostPool& results;
  BoundedQueue<DecodedItem>& in;
  BoundedQueue<ProcessedItem>& out;
  ProcessOptions options;

  // What is to change: one snapshot, of which the last counts.
  struct Changes {
    std::optional<PipelineSettings> settings;
    std::optional<ChainEdit> edit;
  };

  // Shared with other threads.
  std::atomic<bool> stopping{false};
  std::atomic<bool> unpaced{false};
  std::atomic<ResultPlace> place{ResultPlace::host};
  mutable std::mutex mutex;  // guards what follows
  Changes wanted;
  std::function<void(const ProcessedFrame&)> replaced;
  ProcessStatus shown;
  RecentFrames recent;           // of `generation`
  std::uint64_t generation = 0;  // written by the thread alone

  // The thread's own.
  Pipeline pipeline;
  std::optional<LateRule> late_rule;
  std::deque<ProcessedItem> ready;     // collected, not handed on yet
  std::deque<ProcessedItem> left_out;  // dropped when run again: before results of later frames
  std::deque<Rerun> again;             // before anything new
  std::uint64_t revision = 0;          // of the chain in force
  std::int64_t on_show = -1;           // at the latest edit
  std::int64_t again_until = -1;       // results of frames up to this index are run again
  std::size_t settling = 0;            // items to push before nothing run again can be in the queue
  std::uint64_t loop_round = 0;        // stretches of the generation in which pts run on
  std::optional<Nanoseconds> expected_pts;
  // Late, and not left out yet: nobody knows before the next item that it is the last one.
  struct Late {
    SourceFrame frame;
    Fate fate = Fate::skip;
  };
  std::optional<Late> held_late;
  bool fresh = false;                          // the next frame is the first of its generation
  bool skipped = false;                        // the frame before was left out: history restarts
  PlayClock::Host::time_point scopes_counted;  // unpaced: when a frame's were last
  std::thread thread;

  // process_thread.cpp: the loop, settings, handing on.
  void run();
  void loop();
  void wake();
  [[nodiscard]] bool changes_pending() const;
  void apply_changes();
  void apply_settings(const PipelineSettings& next);
  [[nodiscard]] bool hand_on();
  [[nodiscard]] bool hand_on(ProcessedItem& item, std::optional<ProcessedItem>& overtaken);
  void work_meanwhile();
  [[nodiscard]] bool keeps_its_place(const ProcessedItem& item);
  void tell_replaced(const ProcessedFrame& frame);
  void collect_oldest();
  void drain();
  void hand_on_rest();
  void end_with(const std::string& line);
  void tell_failed(const std::string& line);
  void show();

  // process_frames.cpp: what comes in.
  void take_one();
  void refill();
  void take(DecodedItem item);
  void begin_generation(std::uint64_t next);
  void take_frame(SourceFrame frame);
  [[nodiscard]] bool jumps(const SourceFrame& frame) const;
  [[nodiscard]] bool begins(const SourceFrame& frame) const;
  [[nodiscard]] Fate fate_of(const SourceFrame& frame);
  void settle_late(bool was_last);
  void leave_out(const SourceFrame& frame);
  void remember(const SourceFrame& frame, bool begins, bool done);
  void submit(SourceFrame frame);
  [[nodiscard]] bool counts_scopes(const SourceFrame& frame);
  void take_mark(const DecodedItem& item, bool told);
  void finish_stream();
  [[nodiscard]] bool fits(const FrameFacts& facts) const;
  void replan(const SourceFrame& frame);
  void use_plan(std::shared_ptr<const ChainPlan> plan);

  // process_edit.cpp: chain edits.
  void apply_edit(const ChainEdit& edit);
  [[nodiscard]] int take_back_results();
  void keep_held_late();
  [[nodiscard]] bool runs_again();
  void run_one_again();
  void run_again(SourceFrame frame, bool history);
  void tell_dropped(SourceFrame frame);
  void release_late(std::int64_t before);
};

}  // namespace framelane
