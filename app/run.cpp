#include "app/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "app/allocation_watch.h"
#include "app/checksum.h"
#include "app/engine.h"
#include "app/frame_log.h"
#include "app/open_run.h"
#include "app/progress.h"
#include "app/run_json.h"
#include "app/summary.h"
#include "app/trace_file.h"
#include "decode/color_words.h"
#include "decode/output_file.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

using Host = std::chrono::steady_clock;
constexpr auto kLookAtSignals = std::chrono::milliseconds(50);
constexpr int kResultsQueue = 4;

void say(const std::string& line) {
  std::fputs(("framelane: " + line + "\n").c_str(), stderr);
}

// The run's end of the pipeline, on the main thread: each result is checked, written, logged and
// counted in order.
class OutputStage {
 public:
  OutputStage(const Options& options, Engine& engine, RunFacts facts, Host::time_point run_start,
              const StopSignal& stop)
      : options_(options),
        engine_(engine),
        facts_(std::move(facts)),
        run_start_(run_start),
        stop_(stop),
        progress_(!options.quiet) {
    if (!options.output.empty())
      output_ = std::make_unique<OutputFile>(options.output, engine.result_facts(),
                                             engine.result_rate(), stop.interrupt());
    if (!options.log.empty()) log_ = std::make_unique<FrameLog>(options.log, facts_);
    if (!options.trace.empty())
      trace_ = std::make_unique<RowWriter>("trace " + options.trace,
                                           std::make_shared<TraceFile>(options.trace, facts_));
  }

  // Takes results until the end, a failure or a signal; then completes the outputs.
  void run() {
    attempt([this] { take_results(); });
    progress_.clear();
    if (log_) finish_writer(*log_, log_ended_);
    if (trace_) finish_writer(*trace_, trace_ended_);
    attempt([this] {
      if (output_) output_->finish();
    });
  }

  [[nodiscard]] bool times_lost() const { return output_ && output_->times_lost(); }
  // What went wrong, one line; nothing when all is well.
  [[nodiscard]] const std::optional<std::string>& failure() const { return failure_; }
  // Nothing did but that the signal came while nobody read the output.
  [[nodiscard]] bool only_interrupted() const { return only_interrupted_; }
  // Whether failure() was said when it happened.
  [[nodiscard]] bool told() const { return told_; }
  [[nodiscard]] const Summary& summary() const { return summary_; }
  [[nodiscard]] RunTotals totals() const {
    RunTotals totals;
    totals.wall = finished_ - run_start_;
    totals.decode = engine_.decode().counts();
    totals.page_locked = as_asked(engine_.source_pool()) && as_asked(engine_.result_pool());
    watch_.fill(totals, engine_);
    return totals;
  }
  // Of every frame's checksum in order.
  [[nodiscard]] std::optional<std::uint64_t> checksum() const { return all_; }

 private:
  // Whether page-locking was granted, if it was asked for at all.
  [[nodiscard]] bool as_asked(const HostPool::Counts& pool) const {
    return options_.memory != HostMemory::pinned || pool.blocks == 0 || pool.page_locked;
  }

  template <typename Work>
  void attempt(Work work) {
    try {
      work();
    } catch (const OutputInterrupted& end) {
      only_interrupted_ = only_interrupted_ || !failure_;
      fail(end.what());
    } catch (const std::exception& error) {
      fail(error.what());
    }
  }

  void fail(const std::string& line) {
    if (!failure_) failure_ = line;
  }

  // The first failure is said at the end, the ones behind it here; none twice.
  template <typename Writer>
  void finish_writer(Writer& writer, bool told) {
    writer.finish();
    const auto error = writer.error();
    if (!error || told) return;
    if (failure_) say(*error);
    fail(*error);
  }

  void take_results() {
    while (stop_.number() == 0) {
      ProcessedItem item;
      const QueueStatus status = engine_.results().pop_for(item, kLookAtSignals);
      if (status == QueueStatus::closed) return;
      if (status != QueueStatus::ok) continue;
      if (item.kind == ProcessedItem::Kind::failed) fail(item.error);
      if (item.kind != ProcessedItem::Kind::frame) return;
      take(item.frame);
    }
  }

  void take(ProcessedFrame& frame) {
    if (options_.realtime) wait_until_due(frame);
    FrameRow row;
    if (options_.checksum) {
      row.checksum = picture_checksum(frame.picture);
      all_ = chain_checksum(all_.value_or(0), *row.checksum);
    }
    if (output_) output_->write(frame.picture, frame.pts, frame.duration);
    row.frame = frame.index;
    row.pts = frame.pts;
    if (options_.realtime && frame.duration.count() > 0) row.pace = frame.duration;
    row.times = std::move(frame.times);
    row.plan = frame.plan;
    finished_ = Host::now();
    row.finished = finished_ - run_start_;
    if (!row.times.warmup) watch_.begin(engine_);
    summary_.add(row);
    ++frames_;
    if (progress_.due()) draw_progress();
    if (trace_ && !trace_ended_ && !trace_->push(row)) {
      trace_ended_ = true;
      report_end(*trace_, "trace");
    }
    if (log_ && !log_ended_ && !log_->push(std::move(row))) {
      log_ended_ = true;
      report_end(*log_, "log");
    }
  }

  // Logging ends; processing does not.
  template <typename Writer>
  void report_end(const Writer& writer, const char* what) {
    const std::string line = writer.error().value_or(std::string(what) + ": ended");
    say(line + "; processing goes on");
    told_ = told_ || !failure_;
    fail(line);
  }

  void wait_until_due(const ProcessedFrame& frame) {
    const auto now = Host::now();
    // A loop, or files joined together: time runs on from there.
    const PlayEpoch epoch = epoch_of(*frame.source);
    if (!first_due_ || epoch != epoch_) first_due_ = now - frame.pts;
    epoch_ = epoch;
    while (stop_.number() == 0 && Host::now() < *first_due_ + frame.pts)
      std::this_thread::sleep_until(
          std::min(*first_due_ + frame.pts, Host::now() + kLookAtSignals));
  }

  void draw_progress() {
    std::optional<std::int64_t> total = options_.frames;
    const InputFacts& input = engine_.input();
    if (!total && options_.plays == 1 && options_.resident == 0) {
      total = input.frame_count;
      if (!total && input.duration && input.frame_rate.num > 0)
        total = static_cast<std::int64_t>(static_cast<double>(input.duration->count()) / 1e9 *
                                          input.frame_rate.num / input.frame_rate.den);
    }
    const auto& modes = summary_.modes();
    const auto bound = modes.empty() ? std::nullopt : modes.back().bound(facts_.link).largest();
    if (total) *total *= engine_.results_per_frame();
    progress_.draw(frames_, total, bound ? name_of(*bound) : "");
  }

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

// Before the first frame. What the summary repeats is said early on a terminal only.
void say_beginning(const Options& options, const std::string& fallback, const Engine& engine) {
  if (options.quiet) return;
  if (isatty(STDERR_FILENO) == 1) {
    if (!fallback.empty()) say("on the CPU: " + fallback);
    for (const std::string& note : engine.input().notes)
      say(note);
  }
  const auto frames = static_cast<std::uint64_t>(options.resident);
  if (frames > 0)
    say(fmt::format("resident: {} frames, {:.1f} MB kept", frames,
                    static_cast<double>(frames * engine.source_pool().block_bytes) / 1e6));
}

void print_summary(const Options& options, const RunFacts& facts, const RunTotals& totals,
                   const OutputStage& stage) {
  const bool taken = options.output == "-";
  std::FILE* out = taken ? stderr : stdout;
  if (options.json) {
    Json json = summary_json(facts, totals, stage.summary());
    if (stage.checksum()) json["checksum"] = fmt::format("{:016x}", *stage.checksum());
    json["error"] = stage.failure() ? Json(*stage.failure()) : Json();
    std::fputs(json_text(json).c_str(), out);
  } else if (!options.quiet) {
    std::fputs(summary_text(facts, totals, stage.summary()).c_str(), out);
    if (stage.checksum())
      std::fputs(fmt::format("checksum     {:016x}, of every frame's in order\n", *stage.checksum())
                     .c_str(),
                 out);
  }
}

// Of a finished output: what its kind of file does not hold.
void say_what_is_lost(const Options& options, const OutputStage& stage, const FrameFacts& written) {
  if (options.quiet || options.output.empty()) return;
  if (stage.times_lost())
    say("--output " + options.output +
        ": the frames' own times do not follow its one rate and are lost; FILE.nut keeps them");
  const std::string flags = input_flags(output_kind(options.output), written);
  if (flags.empty() || stage.failure()) return;
  const bool turned = written.rotation != 0 || written.mirror;
  const bool coloured = flags.find("-color_range") != std::string::npos;
  const char* what = !turned ? "colour" : coloured ? "colour and rotation" : "rotation";
  say("--output " + options.output + ": readers do not learn its " + what +
      " from it; ffmpeg does where this stands before -i: " + flags);
}

int process(const Options& options, const StopSignal& stop) {
  const OpenedDevice opened = open_device(options.device);
  const auto link = measure_link(*opened.device, options.memory);
  const auto run_start = Host::now();
  EngineOptions engine_options = engine_options_of(options);
  engine_options.run_start = run_start;
  engine_options.most_lanes = options.lanes;
  engine_options.results_queue = kResultsQueue;
  engine_options.open.interrupt = stop.interrupt();
  Engine engine(*opened.device, std::move(engine_options));
  say_beginning(options, opened.fallback_reason, engine);
  const RunFacts facts{opened.device->facts(), link, engine.input(), to_text(options.chain)};
  OutputStage stage(options, engine, facts, run_start, stop);
  stage.run();
  RunTotals totals = stage.totals();
  totals.device_fallback = opened.fallback_reason;
  if (stop.number() != 0) totals.stopped_by = StopSignal::name(stop.number());
  print_summary(options, facts, totals, stage);
  if (stage.summary().processed() == 0 && !stage.failure() && stop.number() == 0) {
    say("no frame was processed: " + why_nothing_came(options, engine.input()));
    return 1;
  }
  say_what_is_lost(options, stage, engine.result_facts());
  if (stage.failure() && !stage.told()) say(*stage.failure());
  if (stage.failure() && !stage.only_interrupted()) return 1;
  return stop.number() != 0 ? 128 + stop.number() : 0;
}

}  // namespace

int run_command(const Options& options, const StopSignal& stop) {
  try {
    return process(options, stop);
  } catch (const OutputInterrupted& end) {
    say(end.what());
    return 128 + stop.number();
  } catch (const InputError&) {
    if (stop.number() == 0) throw;
    return 128 + stop.number();  // while opening
  }
}

}  // namespace framelane
