#include "app/process_thread.h"

#include <exception>
#include <limits>
#include <utility>

#include "app/process_state.h"

namespace framelane {

ProcessThread::State::State(Device& on, HostPool& source_pool, HostPool& result_pool,
                            BoundedQueue<DecodedItem>& from, BoundedQueue<ProcessedItem>& to,
                            ProcessOptions with)
    : device(on),
      sources(source_pool),
      results(result_pool),
      in(from),
      out(to),
      options(std::move(with)),
      pipeline(device, results, result_blocks_of(*options.plan, options), options.run_start) {
  pipeline.configure(options.settings);
  pipeline.begin_results_at(options.results_from);
  shown.settings = options.settings;
  place = options.results_in;
  pipeline.set_meanwhile([this] { work_meanwhile(); });
  if (options.clock) late_rule.emplace(*options.clock);
}

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
  state_->wake();
  state_->thread.join();
}

void ProcessThread::set_settings(const PipelineSettings& settings) {
  {
    std::lock_guard lock(state_->mutex);
    state_->wanted.settings = settings;
  }
  state_->wake();
}

bool ProcessThread::set_chain(ChainEdit edit) {
  {
    std::lock_guard lock(state_->mutex);
    const bool reached = state_->generation == edit.generation;
    if (edit.only_whole && reached && !state_->recent.whole(edit.shown, edit.plan->reach))
      return false;
    state_->wanted.edit = std::move(edit);
  }
  state_->wake();
  return true;
}

// From a blocked wait, to look at what is wanted.
void ProcessThread::State::wake() {
  in.interrupt();
  out.interrupt();
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
  } catch (const FrameError& error) {
    end_with(error.what());
  } catch (const std::exception& error) {
    const std::string at = pipeline.at_work();
    end_with((at.empty() ? at : at + ": ") + reason_of(error));
  }
}

// What other lanes had finished is handed on first. The failure belongs to every generation.
void ProcessThread::State::end_with(const std::string& line) {
  try {
    drain();
  } catch (const std::exception&) {
    // The device is gone for the others as well; what is in `ready` came before.
  }
  hand_on_rest();
  try {
    tell_failed(line);
  } catch (const std::exception&) {
    // Nobody is left to tell: what has failed before is why.
  }
}

void ProcessThread::State::tell_failed(const std::string& line) {
  ProcessedItem failed;
  failed.kind = ProcessedItem::Kind::failed;
  failed.error = line;
  failed.generation = std::numeric_limits<std::uint64_t>::max();
  while (!stopping && out.push(failed) == QueueStatus::interrupted) {
  }
  if (options.on_handed_on) options.on_handed_on();
}

// What has failed before is what is told, also where handing on is what fails.
void ProcessThread::State::hand_on_rest() {
  bool whole = false;
  while (!stopping && !whole) {
    const std::size_t waiting = ready.size();
    try {
      whole = hand_on();
    } catch (const std::exception&) {
      if (ready.size() == waiting) ready.pop_front();  // the item at fault, else it is out
    }
  }
}

void ProcessThread::State::loop() {
  while (!stopping) {
    if (changes_pending()) apply_changes();
    if (!hand_on()) continue;
    if (!pipeline.can_submit() || pipeline.oldest_ready()) {
      pipeline.free_oldest();
      refill();
      if (pipeline.has_freed()) collect_oldest();
    } else {
      take_one();
    }
    show();
  }
}

bool ProcessThread::State::changes_pending() const {
  std::lock_guard lock(mutex);
  return wanted.settings || wanted.edit;
}

// The frames in flight are finished first and wait in `ready`; they go out before anything new,
// unless an edit runs them again.
void ProcessThread::State::apply_changes() {
  Changes next;
  {
    std::lock_guard lock(mutex);
    next = std::exchange(wanted, {});
    shown.wanted = next.settings;
    shown.in_flight = pipeline.in_flight();
  }
  drain();
  if (next.settings) apply_settings(*next.settings);
  if (next.edit) apply_edit(*next.edit);
  {
    std::lock_guard lock(mutex);
    shown.wanted.reset();
  }
  show();
}

void ProcessThread::State::apply_settings(const PipelineSettings& next) {
  if (next.memory != pipeline.settings().memory) {
    sources.set_memory(next.memory);
    results.set_memory(next.memory);
  }
  pipeline.configure(next);
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
    std::optional<ProcessedItem> overtaken;
    if (!hand_on(ready.front(), overtaken)) return false;
    ready.pop_front();  // before anything that may throw: its frame is in the queue
    if (options.on_handed_on) options.on_handed_on();
    if (overtaken && overtaken->kind == ProcessedItem::Kind::frame) tell_replaced(overtaken->frame);
  }
  return true;
}

// Nothing that could block: this thread alone pushes, so that room found in `out` stays.
void ProcessThread::State::work_meanwhile() {
  if (pipeline.has_freed()) collect_oldest();
  if (ready.size() + out.size() <= out.capacity()) (void)hand_on();
}

// `overtaken`: what had to leave the queue for it.
bool ProcessThread::State::hand_on(ProcessedItem& item, std::optional<ProcessedItem>& overtaken) {
  if (item.generation != generation) return true;  // sought away from meanwhile
  item.revision = revision;
  const auto is_mark = [](const ProcessedItem& next) {
    return next.kind != ProcessedItem::Kind::frame;
  };
  // A mark is replaced by nothing, nor replaces anything.
  if (!unpaced || is_mark(item) || keeps_its_place(item) || out.next_is(is_mark)) {
    const QueueStatus status = out.push(item);
    if (status == QueueStatus::closed) stopping = true;
    if (status == QueueStatus::ok && settling > 0) --settling;
    return status == QueueStatus::ok;
  }
  overtaken = out.push_replacing_oldest(std::move(item));
  return true;
}

// What runs again may be on show already, with its row written: only the presenter knows. It is not
// replaced, nor by what follows.
bool ProcessThread::State::keeps_its_place(const ProcessedItem& item) {
  if (item.frame.source->index <= again_until) settling = out.capacity() + 1;
  return settling > 0;
}

void ProcessThread::State::tell_replaced(const ProcessedFrame& frame) {
  std::function<void(const ProcessedFrame&)> handler;
  {
    std::lock_guard lock(mutex);
    handler = replaced;
    recent.set_done(frame.source->index);
  }
  if (handler) handler(frame);
}

void ProcessThread::State::collect_oldest() {
  for (ProcessedFrame& frame : pipeline.collect()) {
    ProcessedItem item;
    item.kind = ProcessedItem::Kind::frame;
    item.generation = frame.generation;
    item.frame = std::move(frame);
    item.frame.revision = revision;
    release_late(item.frame.source->index);
    ready.push_back(std::move(item));
    std::lock_guard lock(mutex);
    ++shown.processed;
  }
}

void ProcessThread::State::drain() {
  while (pipeline.in_flight() > 0)
    collect_oldest();
}

}  // namespace framelane
