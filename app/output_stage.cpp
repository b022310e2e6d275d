#include "app/output_stage.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>

#include "app/checksum.h"
#include "app/say.h"
#include "app/told_wait.h"
#include "app/trace_file.h"

namespace framelane {
namespace {

constexpr auto kLookAtSignals = std::chrono::milliseconds(50);

}  // namespace

OutputStage::OutputStage(const Options& options, Engine& engine, RunFacts facts,
                         Host::time_point run_start, const StopSignal& stop)
    : options_(options),
      engine_(engine),
      facts_(std::move(facts)),
      run_start_(run_start),
      stop_(stop),
      progress_(!options.quiet) {
  const PipeWait wait = told_wait(stop, options.quiet);
  if (!options.output.empty())
    output_ = std::make_unique<OutputFile>(options.output, engine.result_facts(),
                                           engine.result_rate(), wait);
  if (!options.log.empty()) log_ = std::make_unique<FrameLog>(options.log, facts_, false, wait);
  if (!options.trace.empty())
    trace_ = std::make_unique<RowWriter>(
        "trace " + options.trace,
        std::make_shared<TraceFile>(options.trace, facts_, std::nullopt, wait));
}

void OutputStage::run() {
  attempt([this] { take_results(); });
  progress_.clear();
  if (log_) finish_writer(*log_, log_ended_);
  if (trace_) finish_writer(*trace_, trace_ended_);
  attempt([this] {
    if (output_) output_->finish();
  });
}

RunTotals OutputStage::totals() const {
  RunTotals totals;
  totals.wall = finished_ - run_start_;
  totals.decode = engine_.decode().counts();
  totals.page_locked = as_asked(engine_.source_pool()) && as_asked(engine_.result_pool());
  watch_.fill(totals, engine_);
  return totals;
}

bool OutputStage::as_asked(const HostPool::Counts& pool) const {
  return options_.memory != HostMemory::pinned || pool.blocks == 0 || pool.page_locked;
}

void OutputStage::attempt(const std::function<void()>& work) {
  try {
    work();
  } catch (const OutputInterrupted& end) {
    fail(end.what(), true);
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void OutputStage::fail(const std::string& line, bool interrupted) {
  only_interrupted_ = interrupted && (only_interrupted_ || !failure_);
  if (!failure_) failure_ = line;
}

// The first failure is said at the end, the ones behind it here; none twice.
template <typename Writer>
void OutputStage::finish_writer(Writer& writer, bool told) {
  writer.finish();
  const auto error = writer.error();
  if (!error || told) return;
  if (failure_) say(*error);
  fail(*error, writer.given_up());
}

void OutputStage::take_results() {
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

void OutputStage::take(ProcessedFrame& frame) {
  if (options_.realtime) wait_until_due(frame);
  FrameRow row = row_of(frame);
  if (output_) output_->write(frame.picture, frame.pts, frame.duration);
  finished_ = Host::now();
  row.finished = finished_ - run_start_;
  if (!row.times.warmup) watch_.begin(engine_);
  summary_.add(row);
  ++frames_;
  if (progress_.due()) draw_progress();
  if (trace_) push(*trace_, "trace", trace_ended_, row);
  if (log_) push(*log_, "log", log_ended_, std::move(row));
}

FrameRow OutputStage::row_of(ProcessedFrame& frame) {
  FrameRow row;
  if (options_.checksum) {
    row.checksum = picture_checksum(frame.picture);
    all_ = chain_checksum(all_.value_or(0), *row.checksum);
  }
  row.frame = frame.index;
  row.pts = frame.pts;
  if (options_.realtime && frame.duration.count() > 0) row.pace = frame.duration;
  row.times = std::move(frame.times);
  row.plan = frame.plan;
  return row;
}

// Where it fails, logging ends; processing does not.
template <typename Writer>
void OutputStage::push(Writer& writer, const char* what, bool& ended, FrameRow row) {
  if (ended || writer.push(std::move(row))) return;
  ended = true;
  const std::string line = writer.error().value_or(std::string(what) + ": ended");
  say(stop_.number() == 0 ? line + "; processing goes on" : line);
  told_ = told_ || !failure_;
  fail(line, writer.given_up());
}

void OutputStage::wait_until_due(const ProcessedFrame& frame) {
  const auto now = Host::now();
  // A loop, or files joined together: time runs on from there.
  const PlayEpoch epoch = epoch_of(*frame.source);
  if (!first_due_ || epoch != epoch_) first_due_ = now - frame.pts;
  epoch_ = epoch;
  while (stop_.number() == 0 && Host::now() < *first_due_ + frame.pts)
    std::this_thread::sleep_until(std::min(*first_due_ + frame.pts, Host::now() + kLookAtSignals));
}

std::optional<std::int64_t> OutputStage::frames_to_come() const {
  if (options_.frames || options_.plays != 1 || options_.resident != 0) return options_.frames;
  const InputFacts& input = engine_.input();
  if (input.frame_count || !input.duration || input.frame_rate.num <= 0) return input.frame_count;
  const double seconds = static_cast<double>(input.duration->count()) / 1e9;
  return static_cast<std::int64_t>(seconds * input.frame_rate.num / input.frame_rate.den);
}

void OutputStage::draw_progress() {
  std::optional<std::int64_t> total = frames_to_come();
  if (total) *total *= engine_.results_per_frame();
  const auto& modes = summary_.modes();
  const auto bound = modes.empty() ? std::nullopt : modes.back().bound(facts_.link).largest();
  progress_.draw(frames_, total, bound ? name_of(*bound) : "");
}

}  // namespace framelane
