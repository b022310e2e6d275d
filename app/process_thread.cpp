#include "app/process_thread.h"

#include <atomic>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

#include "app/late_rule.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr auto kLongestGap = std::chrono::seconds(10);
constexpr auto kLargestStepBack = std::chrono::milliseconds(200);

}  // namespace

struct ProcessThread::State {
  State(Device& on, HostPool& source_pool, HostPool& result_pool, BoundedQueue<DecodedItem>& from,
        BoundedQueue<ProcessedItem>& to, ProcessOptions with)
      : device(on),
        sources(source_pool),
        results(result_pool),
        in(from),
        out(to),
        options(std::move(with)),
        pipeline(device, results, options.result_blocks, options.run_start) {
    pipeline.configure(options.settings);
    shown.settings = options.settings;
    place = options.results_in;
    if (options.clock) late_rule.emplace(*options.clock);
  }

  Device& device;
  HostPool& sources;
  HostPool& results;
  BoundedQueue<DecodedItem>& in;
  BoundedQueue<ProcessedItem>& out;
  ProcessOptions options;

  // Shared with other threads.
  std::atomic<bool> stopping{false};
  std::atomic<bool> unpaced{false};
  std::atomic<ResultPlace> place{ResultPlace::host};
  mutable std::mutex mutex;
  std::optional<PipelineSettings> wanted;
  std::function<void(const ProcessedFrame&)> replaced;
  ProcessStatus shown;

  // The thread's own.
  Pipeline pipeline;
  std::optional<LateRule> late_rule;
  std::deque<ProcessedItem> ready;  // collected, not handed on yet
  std::uint64_t generation = 0;
  std::uint64_t loop_round = 0;  // stretches of the generation in which pts run on
  std::optional<Nanoseconds> expected_pts;
  bool skipped = false;  // the frame before was left out: history restarts
  std::thread thread;

  void run();
  void loop();
  [[nodiscard]] bool settings_pending() const;
  void apply_settings();
  [[nodiscard]] bool hand_on();
  [[nodiscard]] bool hand_on(ProcessedItem& item);
  void collect_oldest();
  void drain();
  void take_one();
  void refill();
  void take(DecodedItem item);
  void take_frame(SourceFrame frame);
  [[nodiscard]] bool jumps(const SourceFrame& frame) const;
  void take_mark(DecodedItem item);
  void finish_stream();
  void end_with(const std::string& line);
  void replan(const FrameFacts& facts);
  void show();
};

ProcessThread::ProcessThread(Device& device, HostPool& sources, HostPool& results,
                             BoundedQueue<DecodedItem>& in, BoundedQueue<ProcessedItem>& out,
                             ProcessOptions options)
    : state_(std::make_unique<State>(device, sources, results, in, out, std::move(options))) {
  state_->thread = std::thread([state = state_.get()] { state->run(); });
}

ProcessThread::~ProcessThread() {
  stop();
}

void ProcessThread::stop() {
  if (!state_->thread.joinable()) return;
  state_->stopping = true;
  state_->pipeline.cancel();
  state_->in.interrupt();
  state_->out.interrupt();
  state_->thread.join();
}

void ProcessThread::set_settings(const PipelineSettings& settings) {
  {
    std::lock_guard lock(state_->mutex);
    state_->wanted = settings;
  }
  state_->in.interrupt();
  state_->out.interrupt();
}

void ProcessThread::set_unpaced(bool on) {
  state_->unpaced = on;
  state_->out.interrupt();
}

void ProcessThread::set_results(ResultPlace place) {
  state_->place = place;
}

void ProcessThread::on_replaced(std::function<void(const ProcessedFrame&)> handler) {
  std::lock_guard lock(state_->mutex);
  state_->replaced = std::move(handler);
}

ProcessStatus ProcessThread::status() const {
  std::lock_guard lock(state_->mutex);
  return state_->shown;
}

void ProcessThread::State::run() {
  try {
    loop();
  } catch (const std::exception& error) {
    end_with(error.what());
  }
}

// What other lanes had finished is handed on first. The failure belongs to every generation.
void ProcessThread::State::end_with(const std::string& line) {
  try {
    drain();
  } catch (const std::exception&) {
    // The device is gone for the others as well; what is in `ready` came before.
  }
  while (!stopping && !hand_on()) {
  }
  ProcessedItem failed;
  failed.kind = ProcessedItem::Kind::failed;
  failed.error = line;
  failed.generation = std::numeric_limits<std::uint64_t>::max();
  while (!stopping && out.push(failed) == QueueStatus::interrupted) {
  }
  if (options.on_handed_on) options.on_handed_on();
}

void ProcessThread::State::loop() {
  while (!stopping) {
    if (settings_pending()) apply_settings();
    if (!hand_on()) continue;
    if (!pipeline.can_submit() || pipeline.oldest_ready()) {
      collect_oldest();
      refill();
    } else {
      take_one();
    }
    show();
  }
}

bool ProcessThread::State::settings_pending() const {
  std::lock_guard lock(mutex);
  return wanted.has_value();
}

// The frames in flight are finished first and wait in `ready`; they go out before anything new.
void ProcessThread::State::apply_settings() {
  PipelineSettings next;
  {
    std::lock_guard lock(mutex);
    next = *std::exchange(wanted, std::nullopt);
    shown.wanted = next;
    shown.in_flight = pipeline.in_flight();
  }
  drain();
  if (next.memory != pipeline.settings().memory) {
    sources.set_memory(next.memory);
    results.set_memory(next.memory);
  }
  pipeline.configure(next);
  {
    std::lock_guard lock(mutex);
    shown.wanted.reset();
  }
  show();
}

void ProcessThread::State::show() {
  std::lock_guard lock(mutex);
  shown.settings = pipeline.settings();
  shown.in_flight = pipeline.in_flight();
  shown.plan = pipeline.plan();
  const auto [done, of] = pipeline.warmup();
  shown.warming_up = done;
  shown.warmup_of = done < of ? of : 0;
  const HostPool::Counts counts = results.counts();
  shown.pinned_granted = counts.blocks == 0 || counts.page_locked;
}

// True when nothing is left to hand on; false when interrupted, to look at the settings again.
bool ProcessThread::State::hand_on() {
  while (!ready.empty()) {
    if (!hand_on(ready.front())) return false;
    ready.pop_front();
    if (options.on_handed_on) options.on_handed_on();
  }
  return true;
}

bool ProcessThread::State::hand_on(ProcessedItem& item) {
  if (item.generation != generation) return true;  // sought away from meanwhile
  if (!unpaced || item.kind != ProcessedItem::Kind::frame) {
    const QueueStatus status = out.push(item);
    if (status == QueueStatus::closed) stopping = true;
    return status == QueueStatus::ok;
  }
  std::optional<ProcessedItem> oldest = out.push_replacing_oldest(std::move(item));
  if (!oldest || oldest->kind != ProcessedItem::Kind::frame) return true;
  std::function<void(const ProcessedFrame&)> handler;
  {
    std::lock_guard lock(mutex);
    handler = replaced;
  }
  if (handler) handler(oldest->frame);
  return true;
}

void ProcessThread::State::collect_oldest() {
  for (ProcessedFrame& frame : pipeline.collect()) {
    ProcessedItem item;
    item.kind = ProcessedItem::Kind::frame;
    item.generation = frame.generation;
    item.frame = std::move(frame);
    ready.push_back(std::move(item));
    std::lock_guard lock(mutex);
    ++shown.processed;
  }
}

void ProcessThread::State::drain() {
  while (pipeline.in_flight() > 0)
    collect_oldest();
}

void ProcessThread::State::take_one() {
  DecodedItem item;
  if (pipeline.in_flight() > 0) {
    if (in.try_pop(item) != QueueStatus::ok) return collect_oldest();
  } else {
    const QueueStatus status = in.pop(item);
    if (status == QueueStatus::closed) stopping = true;
    if (status != QueueStatus::ok) return;
  }
  take(std::move(item));
}

// A lane that has just become free works again before its result is handed on: waking the threads
// behind takes longer than a submit.
void ProcessThread::State::refill() {
  DecodedItem item;
  if (settings_pending() || !pipeline.can_submit()) return;
  if (in.try_pop(item) == QueueStatus::ok) take(std::move(item));
}

void ProcessThread::State::take(DecodedItem item) {
  if (item.generation < generation) return;
  if (item.generation > generation) {
    generation = item.generation;
    loop_round = 0;
    expected_pts.reset();
    pipeline.restart_history();
  }
  if (item.kind == DecodedItem::Kind::frame) return take_frame(std::move(item.frame));
  take_mark(std::move(item));
}

// Joined or damaged files: pts that go back or leave a gap nobody would sit through. Time runs on
// from there.
bool ProcessThread::State::jumps(const SourceFrame& frame) const {
  if (!expected_pts || frame.preroll) return false;
  const Nanoseconds gap = frame.pts - *expected_pts;
  return gap > kLongestGap || gap < -frame.duration - kLargestStepBack;
}

void ProcessThread::State::take_frame(SourceFrame frame) {
  if (frame.starts_loop || jumps(frame)) ++loop_round;
  frame.loop = loop_round;
  expected_pts = frame.pts + frame.duration;
  const auto& plan = pipeline.plan();
  if (!plan || plan->source != frame.picture.facts) replan(frame.picture.facts);
  if (late_rule && !unpaced && !frame.preroll) {
    const bool temporal = pipeline.plan()->reach > 0;
    const Fate fate = late_rule->fate(frame, temporal, PlayClock::Host::now());
    if (fate != Fate::process) {
      if (options.on_dropped) options.on_dropped(frame, pipeline.settings());
      std::lock_guard lock(mutex);
      ++shown.dropped;
    }
    if (fate == Fate::skip) {
      skipped = true;
      return;
    }
    frame.preroll = fate == Fate::history_only;
  }
  if (std::exchange(skipped, false)) pipeline.restart_history();
  if (frame.preroll && pipeline.plan()->reach == 0) return;
  pipeline.set_results(place, options.kept_results);
  pipeline.submit(std::move(frame), static_cast<int>(in.size()));
}

// The end of the stream, or its failure: what waits for lookahead is completed, then the mark goes
// out.
void ProcessThread::State::take_mark(DecodedItem item) {
  ProcessedItem mark;
  const bool goes_on = item.kind == DecodedItem::Kind::refused;
  if (!goes_on) finish_stream();
  mark.kind = goes_on                               ? ProcessedItem::Kind::refused
              : item.kind == DecodedItem::Kind::end ? ProcessedItem::Kind::end
                                                    : ProcessedItem::Kind::failed;
  mark.error = std::move(item.error);
  mark.generation = item.generation;
  ready.push_back(std::move(mark));
}

void ProcessThread::State::finish_stream() {
  drain();
  if (!pipeline.plan() || !pipeline.has_lookahead()) return;
  pipeline.flush();
  drain();
}

// Frames of another size, layout or colour: those before are finished, history begins anew.
void ProcessThread::State::replan(const FrameFacts& facts) {
  finish_stream();
  pipeline.set_plan(plan_chain(options.chain, facts, options.output));
}

}  // namespace framelane
