#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/allocation_watch.h"
#include "app/engine.h"
#include "app/frame_log.h"
#include "app/options.h"
#include "app/progress.h"
#include "app/row_writer.h"
#include "app/stop_signal.h"
#include "app/summary.h"
#include "decode/output_file.h"

namespace framelane {

// The run's end of the pipeline: each result is checked, written, logged and counted in order.
// Thread-safety: the main thread alone; what it is given outlives it.
class OutputStage {
 public:
  using Host = std::chrono::steady_clock;
  // Throws OutputError when output, log or trace cannot be made, OutputInterrupted when `stop` came
  // while nobody opened a pipe's other end.
  OutputStage(const Options& options, Engine& engine, RunFacts facts, Host::time_point run_start,
              const StopSignal& stop);

  // Takes results until the end, a failure or a signal; then completes the outputs. Throws nothing:
  // see failure().
  void run();

  [[nodiscard]] bool times_lost() const { return output_ && output_->times_lost(); }
  // What went wrong, one line; nothing when all is well.
  [[nodiscard]] const std::optional<std::string>& failure() const { return failure_; }
  // Nothing did but that the signal came while nobody read output, log or trace.
  [[nodiscard]] bool only_interrupted() const { return only_interrupted_; }
  // Whether failure() was said when it happened.
  [[nodiscard]] bool told() const { return told_; }
  [[nodiscard]] const Summary& summary() const { return summary_; }
  [[nodiscard]] RunTotals totals() const;
  // Of every frame's checksum in order.
  [[nodiscard]] std::optional<std::uint64_t> checksum() const { return all_; }

 private:
  // Whether page-locking was granted, if it was asked for at all.
  [[nodiscard]] bool as_asked(const HostPool::Counts& pool) const;
  // Notes what the work throws as the failure.
  void attempt(const std::function<void()>& work);
  // `interrupted`: by the signal alone.
  void fail(const std::string& line, bool interrupted = false);
  // Of FrameLog and RowWriter.
  template <typename Writer>
  void finish_writer(Writer& writer, bool told);
  template <typename Writer>
  void push(Writer& writer, const char* what, bool& ended, FrameRow row);
  void take_results();
  void take(ProcessedFrame& frame);
  [[nodiscard]] FrameRow row_of(ProcessedFrame& frame);
  void wait_until_due(const ProcessedFrame& frame);
  void draw_progress();
  // Frames of the source to be processed, where that is known.
  [[nodiscard]] std::optional<std::int64_t> frames_to_come() const;

  const Options& options_;
  Engine& engine_;
  RunFacts facts_;
  Host::time_point run_start_;
  Host::time_point finished_ = run_start_;
  const StopSignal& stop_;
  ProgressLine progress_;
  std::unique_ptr<FrameLog> log_;
  std::unique_ptr<RowWriter> trace_;
  bool log_ended_ = false, trace_ended_ = false;
  std::unique_ptr<OutputFile> output_;
  Summary summary_;
  AllocationWatch watch_;
  std::optional<Host::time_point> first_due_;
  PlayEpoch epoch_;
  std::optional<std::uint64_t> all_;
  std::int64_t frames_ = 0;
  std::optional<std::string> failure_;
  bool only_interrupted_ = false;
  bool told_ = false;
};

}  // namespace framelane
