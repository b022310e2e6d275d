#pragma once
#include <memory>
#include <string>

#include "app/play_clock.h"
#include "app/process_thread.h"
#include "decode/decode_thread.h"
#include "decode/open_input.h"
#include "gpu/device.h"
#include "gpu/host_pool.h"

namespace framelane {

struct EngineOptions {
  std::string input;
  OpenOptions open;   // held_frames is worked out here
  DecodeStart start;  // reach is worked out here
  Chain chain;
  OutputFormat output;
  ScopeWants scopes;
  PipelineSettings settings;
  int most_lanes = kMostLanes;                 // lanes can be raised to this while running
  int results_queue = 3;                       // capacity of results()
  ResultPlace results_in = ResultPlace::host;  // at first: ProcessThread::set_results()
  int held_by_consumers = 2;  // results held at once behind results(): shown, checksum, written
  ClockChain::Clock::time_point run_start = ClockChain::Clock::now();
  bool edits = false;                // set_chain() will be called
  const PlayClock* clock = nullptr;  // paced play; null: nothing is dropped
  std::function<void(const SourceFrame&, const PipelineSettings&)> on_dropped;
  std::function<void()> on_handed_on;
};

// One input being decoded and processed: pools, queues, decode thread and process thread, started
// in the constructor and ended in the destructor, which takes less than a second in any state.
// Thread-safety: made and destroyed on one thread, which alone calls set_chain(), reach() and
// result_facts(); the threads' own members from any.
class Engine {
 public:
  // Throws InputError, UsageError, DeviceError. The device outlives the engine.
  Engine(Device& device, EngineOptions options);
  ~Engine();
  // Ends both threads; what is in results() stays there.
  void stop();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  [[nodiscard]] Device& device() const { return device_; }
  [[nodiscard]] BoundedQueue<ProcessedItem>& results() { return results_queue_; }
  [[nodiscard]] DecodeThread& decode() { return *decode_; }
  [[nodiscard]] ProcessThread& process() { return *process_; }
  [[nodiscard]] const InputFacts& input() const { return input_; }
  // Of the results of frames like the first one, or of those of the latest edit.
  [[nodiscard]] const FrameFacts& result_facts() const { return result_facts_; }
  // Nominal; 0/1 where the input's is unknown.
  [[nodiscard]] Rational result_rate() const {
    return {input_.frame_rate.num * results_per_frame_, input_.frame_rate.den};
  }
  [[nodiscard]] int results_per_frame() const { return results_per_frame_; }
  [[nodiscard]] int queue_depth() const { return static_cast<int>(frames_queue_.size()); }
  [[nodiscard]] int queue_capacity() const { return static_cast<int>(frames_queue_.capacity()); }
  [[nodiscard]] HostPool::Counts source_pool() const { return sources_.counts(); }
  [[nodiscard]] HostPool::Counts result_pool() const { return results_.counts(); }
  // Frames before a sought one that the chain needs run first.
  [[nodiscard]] int reach() const { return reach_; }
  // Throws UsageError where the chain cannot take such frames.
  [[nodiscard]] std::shared_ptr<const ChainPlan> plan(const Chain& chain, const FrameFacts& source,
                                                      const ScopeWants& scopes) const;
  // ProcessThread's; reach() follows the chain.
  [[nodiscard]] bool set_chain(ChainEdit edit);

 private:
  Device& device_;
  HostPool sources_;
  HostPool results_;
  BoundedQueue<DecodedItem> frames_queue_;
  BoundedQueue<ProcessedItem> results_queue_;
  InputFacts input_;
  FrameFacts result_facts_;
  OutputFormat output_;
  int reach_ = 0;
  int results_per_frame_ = 1;
  std::unique_ptr<DecodeThread> decode_;
  std::unique_ptr<ProcessThread> process_;
};

}  // namespace framelane
