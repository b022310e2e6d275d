#include "app/log_recorder.h"

#include <filesystem>
#include <utility>

#include "app/trace_file.h"

namespace framelane {

void LogRecorder::describe(RunFacts facts, Host::time_point run_start) {
  std::lock_guard lock(mutex_);
  summary_.next_input(facts.input);
  facts_ = std::move(facts);
  run_start_ = run_start;
}

template <typename Writer>
std::optional<std::string> LogRecorder::close(std::unique_ptr<Recording<Writer>>& place) {
  std::unique_ptr<Recording<Writer>> ended;
  {
    std::lock_guard lock(mutex_);
    ended = std::move(place);
  }
  return ended ? ended->finish() : std::nullopt;
}

template <typename Writer>
std::optional<std::string> LogRecorder::take_error(std::unique_ptr<Recording<Writer>>& place) {
  std::unique_ptr<Recording<Writer>> ended;  // goes outside the lock
  std::lock_guard lock(mutex_);
  if (!place) return {};
  auto error = place->writer->error();
  if (error) ended = std::move(place);
  return error;
}

void LogRecorder::start(const std::string& name) {
  (void)begin(name, false);
}

std::optional<std::string> LogRecorder::go_on(const std::string& name) {
  return begin(name, true);
}

std::optional<std::string> LogRecorder::begin(const std::string& name, bool next) {
  auto log = std::make_unique<Recording<FrameLog>>();
  log->writer = std::make_unique<FrameLog>(name, facts_, next, log->end);
  FrameLog& begun = *log->writer;
  {
    std::lock_guard lock(mutex_);
    log.swap(log_);
    rows_ = 0;
  }
  if (!log) return {};
  log->end->raise();
  log->writer->finish_before(begun);
  return log->writer->error();
}

void LogRecorder::start_trace(const std::string& path, bool next) {
  int n = 2;
  const std::string name = next ? free_log_name(path, n) : path;
  auto trace = std::make_unique<Recording<RowWriter>>();
  trace->writer = std::make_unique<RowWriter>(
      "trace " + name, std::make_shared<TraceFile>(name, facts_, std::nullopt, trace->end));
  std::lock_guard lock(mutex_);
  trace.swap(trace_);
}

std::optional<std::string> LogRecorder::close_trace() {
  return close(trace_);
}

std::optional<std::string> LogRecorder::close() {
  return close(log_);
}

FrameRow LogRecorder::add(const ProcessedFrame& frame, const FrameOutcome& outcome) {
  FrameRow row;
  row.frame = frame.source->index;
  row.pts = frame.pts;
  row.times = frame.times;
  row.times.present = outcome.present;
  row.dropped = outcome.dropped;
  row.displayed = outcome.displayed;
  row.plan = frame.plan;
  if (outcome.paced && frame.duration.count() > 0) row.pace = frame.duration;
  return push(std::move(row));
}

FrameRow LogRecorder::add_dropped(const SourceFrame& frame, const PipelineSettings& settings) {
  FrameRow row;
  row.times.mode = settings.mode;
  row.times.lanes = settings.mode == Mode::serial ? 1 : settings.lanes;
  row.times.memory = settings.memory;
  row.frame = frame.index;
  row.pts = frame.pts;
  row.times.decode = frame.decode_time;
  {
    std::lock_guard lock(mutex_);
    row.times.decoding = decoding_of(frame, run_start_);
  }
  row.times.decode_wait = frame.decode_wait;
  row.dropped = true;
  row.displayed = false;
  return push(std::move(row));
}

FrameRow LogRecorder::push(FrameRow row) {
  std::lock_guard lock(mutex_);
  row.finished = Host::now() - run_start_;
  summary_.add(row);
  if (trace_) trace_->writer->try_push(row);
  if (!log_) return row;
  ++rows_;
  log_->writer->try_push(row);
  return row;
}

void LogRecorder::interrupted() {
  std::lock_guard lock(mutex_);
  summary_.interrupted();
  if (log_) log_->writer->interrupted();
}

bool LogRecorder::recording() const {
  std::lock_guard lock(mutex_);
  return log_ != nullptr;
}

std::string LogRecorder::path() const {
  std::lock_guard lock(mutex_);
  return log_ ? log_->writer->current_name() : std::string();
}

void LogRecorder::fill(HudModel& hud, TransportModel& transport) const {
  std::lock_guard lock(mutex_);
  hud.logging = transport.logging = log_ != nullptr;
  hud.log_rows = transport.log_rows = rows_;
  if (log_)
    transport.log_name = std::filesystem::path(log_->writer->current_name()).filename().string();
}

std::optional<std::string> LogRecorder::take_error() {
  return take_error(log_);
}

std::optional<std::string> LogRecorder::take_trace_error() {
  return take_error(trace_);
}

}  // namespace framelane
