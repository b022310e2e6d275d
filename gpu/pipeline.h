#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/clock_chain.h"
#include "gpu/device.h"
#include "gpu/device_pool.h"
#include "gpu/event_cost.h"
#include "gpu/frame_name.h"
#include "gpu/host_pool.h"
#include "gpu/plan.h"
#include "gpu/processed_frame.h"
#include "gpu/temporal_ring.h"

namespace framelane {

struct PipelineSettings {
  Mode mode = Mode::overlapped;
  int lanes = 2;                           // 1 to 8; serial always works with one
  HostMemory memory = HostMemory::pinned;  // recorded in the times; the pools do the locking
  bool timing = true;                      // timing events in every frame
  // What a pass's events take is measured in every frame, not now and then: truer of a pass of
  // microseconds, and slower.
  bool close_timing = false;
  friend bool operator==(const PipelineSettings&, const PipelineSettings&) = default;
};
inline constexpr int kMostLanes = 8;

// Takes source frames through upload, passes and download, several at once, and gives the results
// back in order, none lost, none twice, with their times. Temporal history lives here and is kept
// over changes of mode, lanes and memory.
// Thread-safety: one thread at a time (the process thread); cancel() from any thread. Device and
// pools outlive it.
class Pipeline {
 public:
  // `result_blocks`: how many results may be held at once, in flight and by every consumer.
  Pipeline(Device& device, HostPool& results, int result_blocks,
           ClockChain::Clock::time_point run_start);
  ~Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  // All three only with nothing in flight. configure() keeps the history; set_plan() begins anew.
  void configure(const PipelineSettings& settings);
  void set_plan(std::shared_ptr<const ChainPlan> plan);
  // As the constructor's, for another plan; the pool only grows.
  void set_result_blocks(int blocks);
  // Forgets temporal history and waiting lookahead, as after a seek.
  void restart_history();

  // Results from before it are left out until one comes that is not: where a start lies between two
  // results of one frame. Nothing: none are. Counted as position_of().
  void begin_results_at(std::optional<Nanoseconds> position) { begin_at_ = position; }

  // Where the results of the next submits go; those in flight stay as they are. `kept`: how many
  // results on the device are held at once behind the pipeline; memory is set aside for them.
  void set_results(ResultPlace place, int kept);

  // What the host has to do with earlier frames: in serial mode submit() calls it, on its thread,
  // while the upload is under way, so that the device does not wait for it. It may collect() where
  // has_freed(), and nothing else of this object that is not const. What it throws leaves submit()
  // (see there).
  void set_meanwhile(std::function<void()> work);

  // For closing: passes not begun are left out, so that no wait lasts longer than a band of rows.
  // Results are void.
  void cancel();

  [[nodiscard]] bool can_submit() const {
    return settings_.mode == Mode::serial ? in_flight() < 2 : busy() < lane_count();
  }
  // Submitted and not collected.
  [[nodiscard]] int in_flight() const { return static_cast<int>(in_flight_.size()); }
  [[nodiscard]] int lane_count() const;
  [[nodiscard]] const PipelineSettings& settings() const { return settings_; }
  [[nodiscard]] const std::shared_ptr<const ChainPlan>& plan() const { return plan_; }

  // Frames of the present warm-up done so far, and how many it has; they are flagged in their
  // times.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> warmup() const {
    return {frames_since_rebuild_, warmup_frames_};
  }

  // Precondition: can_submit(), a plan for such frames. Returns at once (pageable copies block as
  // CUDA does); in serial once its download is asked for, and waits first for the submit before it.
  // A preroll frame only fills the history. starts_loop first completes waiting lookahead.
  // `count_scopes`: the scopes that the plan wants are counted of this frame. Whatever it throws,
  // what was submitted before can still be collected, and nothing more submitted.
  void submit(SourceFrame frame, int queue_depth, bool count_scopes = true);
  // Completes what waits for lookahead at the end of the stream. Precondition: can_submit().
  void flush();
  [[nodiscard]] bool has_lookahead() const;
  // Whether free_oldest() would return without waiting.
  [[nodiscard]] bool oldest_ready();
  // Waits for the oldest submit, whose lane can then work on another frame before the results are
  // collected: one submit more than there are lanes is in flight then, and its blocks with it. Does
  // nothing where that is so already. Precondition: in_flight() > 0.
  void free_oldest();
  [[nodiscard]] bool has_freed() const { return freed_; }
  // Waits for the oldest submit and gives its results, none to several. Precondition: in_flight() >
  // 0.
  [[nodiscard]] std::vector<ProcessedFrame> collect();
  // What the latest call was about, for the line of one that threw: "frame 12 (0.480 s), pass
  // gblur, with 2 more in flight". Empty where that was no one frame.
  [[nodiscard]] std::string at_work() const;

 private:
  struct Lane;
  struct Work;
  struct LaneEvents;
  struct DevicePicture;
  struct Record;
  struct StageTimes;
  struct Mark;
  enum class MarkKind : std::uint8_t;
  struct Output;
  struct Counted;
  struct ResidentTable;
  struct State;
  using Ring = TemporalRing<DevicePicture>;
  struct Window {
    std::vector<DevicePicture> pictures;
    int before = 0, after = 0;  // see PassMemory
  };

  void name_work(const std::optional<FrameName>& frame, std::size_t others);
  // Lanes at work.
  [[nodiscard]] int busy() const { return static_cast<int>(in_flight_.size()) - (freed_ ? 1 : 0); }
  [[nodiscard]] Lane& begin_work();
  void end_work(Lane& lane);
  void mark_done(Lane& lane);
  [[nodiscard]] DevicePicture upload(Lane& lane, std::shared_ptr<Record> record);
  void advance(Lane& lane, std::size_t pass, DevicePicture picture);
  [[nodiscard]] std::vector<DevicePicture> run(Lane& lane, std::size_t pass, const Window& window);
  [[nodiscard]] DevicePicture make_output(Lane& lane, std::size_t pass, const DevicePicture& from);
  [[nodiscard]] PassMemory memory_for(Lane& lane, std::size_t pass,
                                      std::shared_ptr<DeviceBuffer>& scratch);
  [[nodiscard]] const std::byte* table_for(Lane& lane, const PassTableRef& table);
  void keep_tables_of(const ChainPlan& plan);
  void complete_ring(Lane& lane, std::size_t pass);
  void complete_lookahead(Lane& lane);
  void give_result(Lane& lane, DevicePicture picture);
  [[nodiscard]] DeviceResult keep_on_device(Lane& lane, DevicePicture& picture);
  void download(Lane& lane, const DevicePicture& picture, Output& output);
  [[nodiscard]] HostBlockRef result_block(std::size_t bytes);
  [[nodiscard]] FrameScopes count_result(Lane& lane, const DevicePicture& picture);
  [[nodiscard]] std::shared_ptr<const ScopeTables> count(Lane& lane, const DevicePicture& picture,
                                                         ScopeSide side);
  [[nodiscard]] HostBlockRef table_block(ScopeSide side, std::size_t bytes);
  void download_tables(Lane& lane);
  void make_mark_streams();
  [[nodiscard]] int mark_upload(Lane& lane);
  [[nodiscard]] bool marks_beside() const;
  [[nodiscard]] int mark_after(Lane& lane, const Event& copied);
  [[nodiscard]] int mark_downloaded(Lane& lane);
  [[nodiscard]] std::pair<int, bool> mark_entry(Lane& lane);
  void measure_pass_cost(Lane& lane, Stream& stream, int end);
  void wait_if_serial(Lane& lane);
  void free_if_serial();
  void read_times(Work& work);
  [[nodiscard]] Interval span_of(const Work& work, const Mark& mark);
  void take_mark(const Mark& mark, const Interval& span);
  [[nodiscard]] static FrameTimes merged(const StageTimes& times);
  [[nodiscard]] ProcessedFrame finish(Output& output, Nanoseconds latency);
  static void place_copy(std::optional<Interval>& copy, std::optional<Nanoseconds>& waited,
                         std::deque<Nanoseconds>& earlier_ends);
  [[nodiscard]] Interval among_passes(const Mark& mark, const Interval& span) const;
  [[nodiscard]] bool is_warmup();
  void warm_up(std::int64_t frames);

  Device& device_;
  HostPool& results_;
  int result_blocks_;
  ClockChain::Clock::time_point run_start_;
  ClockChain clock_;
  DevicePool pool_;
  // Always page-locked: what the scopes cost does not depend on the frames' memory.
  HostPool before_tables_, after_tables_;
  // Where queues are shared, they hold nothing but events, in a queue of passes: those at which
  // uploads begin, and those at which downloads have ended. In a copy engine's queue an event with
  // a time delays every copy behind it.
  std::unique_ptr<Stream> begin_marks_, end_marks_;
  PipelineSettings settings_;
  std::shared_ptr<const ChainPlan> plan_;
  ResultPlace place_ = ResultPlace::host;
  int kept_ = 0;
  std::function<void()> meanwhile_;
  std::size_t set_aside_bytes_ = 0;  // the size of result that memory is set aside for
  std::size_t last_temporal_ = 0;    // passes before it run for frames that only fill the history
  std::mutex streams_mutex_;         // cancel() against configure()
  bool cancelled_ = false;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::size_t next_lane_ = 0;
  std::deque<std::unique_ptr<Work>> in_flight_;
  bool freed_ = false;  // the oldest one's lane is free
  std::optional<FrameName> frame_at_work_;
  const Pass* pass_at_work_ = nullptr;  // of plan_
  std::size_t others_at_work_ = 0;
  std::unique_ptr<Work> work_;                // being submitted
  std::vector<std::unique_ptr<Ring>> rings_;  // one a pass; null where it is not temporal
  std::vector<ResidentTable> tables_;         // of the plan's passes
  std::vector<State> states_;                 // one a pass
  std::int64_t next_index_ = 0;
  std::optional<Nanoseconds> begin_at_;
  std::int64_t frames_since_rebuild_ = 0;
  std::int64_t warmup_frames_ = 0;
  bool started_ = false;
  std::deque<Nanoseconds> upload_ends_, download_ends_;  // of the latest copies of each engine
  // Where passes have a queue of their own.
  EventCost pass_cost_, download_cost_;
  EventCost entry_{25};   // in the rest of its measurements other lanes' passes were in the way
  EventCost upload_lag_;  // from the host's asking for an upload to the event before it
  ClockChain::Clock::time_point upload_marked_;  // when the latest of those events was
};

}  // namespace framelane
