#include <limits>
#include <utility>

#include "app/process_state.h"
#include "decode/joined_times.h"

// What the process thread takes in: frames and marks, new or once more.

namespace framelane {
namespace {

constexpr int kSpareResults = 2;
constexpr std::uint64_t kFirstGeneration = 1;
constexpr auto kScopesEvery = std::chrono::microseconds(16'600);
// The frame on show and the next one are the presenter's.
constexpr int kHeldByPresenter = 2;

}  // namespace

// One submit more than the lanes: its results wait to be handed on while the lane works again. At
// the end of the stream or at a wrap those of the frames that waited for lookahead come as well.
int result_blocks_of(const ChainPlan& plan, const ProcessOptions& options) {
  const int frames = options.most_lanes + 1 + needs_of(plan).ahead;
  return frames * results_per_frame(plan) + options.behind_results + kSpareResults;
}

void ProcessThread::State::take_one() {
  if (runs_again()) return run_one_again();
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

// A lane that has just become free works again before its result's times are read and it is handed
// on: that and waking the threads behind takes longer than a submit.
void ProcessThread::State::refill() {
  if (changes_pending() || !pipeline.can_submit()) return;
  if (runs_again()) return run_one_again();
  DecodedItem item;
  if (in.try_pop(item) == QueueStatus::ok) take(std::move(item));
}

void ProcessThread::State::take(DecodedItem item) {
  if (item.generation < generation) return;
  if (item.generation > generation) begin_generation(item.generation);
  settle_late(item.kind == DecodedItem::Kind::end || item.kind == DecodedItem::Kind::failed);
  if (item.kind == DecodedItem::Kind::frame) return take_frame(std::move(item.frame));
  if (item.kind != DecodedItem::Kind::refused) {
    std::lock_guard lock(mutex);
    recent.add_end(item);
  }
  take_mark(item, false);
}

void ProcessThread::State::begin_generation(std::uint64_t next) {
  {
    std::lock_guard lock(mutex);
    generation = next;
    recent.clear();
  }
  again.clear();
  left_out.clear();
  held_late.reset();
  loop_round = 0;
  expected_pts.reset();
  fresh = true;
  if (next > kFirstGeneration) pipeline.begin_results_at({});
  pipeline.restart_history();
}

// Joined or damaged files: time runs on from there.
bool ProcessThread::State::jumps(const SourceFrame& frame) const {
  if (!expected_pts || frame.preroll) return false;
  return times_jump(frame.pts - *expected_pts, frame.duration);
}

// Whether playing on from this frame needs nothing before it.
bool ProcessThread::State::begins(const SourceFrame& frame) const {
  if (frame.starts_loop || (pipeline.plan() && !fits(frame.picture.facts))) return true;
  const bool first =
      frame.pts.count() <= 0 || (options.from_start && frame.generation == kFirstGeneration);
  return fresh && (frame.resident || first);
}

bool ProcessThread::State::fits(const FrameFacts& facts) const {
  return pipeline.plan() && pipeline.plan()->source == facts;
}

Fate ProcessThread::State::fate_of(const SourceFrame& frame) {
  if (!late_rule || unpaced || frame.preroll) return Fate::process;
  return late_rule->fate(frame, remembers(*pipeline.plan()), PlayClock::Host::now());
}

// While an edit waits, what it needs stays.
void ProcessThread::State::remember(const SourceFrame& frame, bool begins, bool done) {
  if (!options.edits) return;
  const PlanNeeds needs = needs_of(*pipeline.plan());
  std::lock_guard lock(mutex);
  recent.add(frame, begins, done);
  if (wanted.edit) return;
  recent.trim(pipeline.plan()->reach, pipeline.in_flight() + static_cast<int>(ready.size()) + 1 +
                                          needs.ahead + static_cast<int>(out.capacity()) +
                                          kHeldByPresenter);
}

void ProcessThread::State::take_frame(SourceFrame frame) {
  if (frame.starts_loop || jumps(frame)) ++loop_round;
  frame.loop = loop_round;
  expected_pts = frame.pts + frame.duration;
  const bool first = begins(frame);
  fresh = false;
  if (!fits(frame.picture.facts)) replan(frame);
  const Fate fate = fate_of(frame);
  remember(frame, first, frame.preroll);
  if (fate == Fate::process) return submit(std::move(frame));
  held_late = Late{std::move(frame), fate};
}

// The last frame stays on show, so it is processed however late it is.
void ProcessThread::State::settle_late(bool was_last) {
  if (!held_late) return;
  Late late = std::move(*held_late);
  held_late.reset();
  if (!fits(late.frame.picture.facts)) replan(late.frame);  // an edit came since
  if (!was_last) leave_out(late.frame);
  if (!was_last && late.fate == Fate::skip) {
    skipped = true;
    return;
  }
  late.frame.preroll = !was_last;
  submit(std::move(late.frame));
}

void ProcessThread::State::leave_out(const SourceFrame& frame) {
  if (options.on_dropped) options.on_dropped(frame, pipeline.settings());
  std::lock_guard lock(mutex);
  ++shown.dropped;
  recent.set_done(frame.index);
}

void ProcessThread::State::submit(SourceFrame frame) {
  if (std::exchange(skipped, false)) pipeline.restart_history();
  if (frame.preroll && !remembers(*pipeline.plan())) return;
  pipeline.set_results(place, options.kept_results);
  const bool counted = counts_scopes(frame);
  while (!pipeline.can_submit())  // one item may bring two
    collect_oldest();
  pipeline.submit(std::move(frame), static_cast<int>(in.size()), counted);
}

// Unpaced, more frames are processed than anyone sees: their scopes are counted at the rate of a
// display, and of the frame on show when it runs again.
bool ProcessThread::State::counts_scopes(const SourceFrame& frame) {
  if (!unpaced || frame.preroll) return true;
  const auto now = PlayClock::Host::now();
  if (frame.index != on_show && now - scopes_counted < kScopesEvery) return false;
  scopes_counted = now;
  return true;
}

// The end of the stream, or its failure: what waits for lookahead is completed, then the mark goes
// out, unless it was told before.
void ProcessThread::State::take_mark(const DecodedItem& item, bool told) {
  const bool goes_on = item.kind == DecodedItem::Kind::refused;
  if (!goes_on) {
    finish_stream();
    release_late(std::numeric_limits<std::int64_t>::max());
  }
  if (told) return;
  ProcessedItem mark;
  mark.kind = goes_on                               ? ProcessedItem::Kind::refused
              : item.kind == DecodedItem::Kind::end ? ProcessedItem::Kind::end
                                                    : ProcessedItem::Kind::failed;
  mark.error = item.error;
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
void ProcessThread::State::replan(const SourceFrame& frame) {
  finish_stream();
  try {
    use_plan(plan_chain(options.chain, frame.picture.facts, options.output, options.plan->scopes));
  } catch (const std::exception& error) {
    throw FrameError(text_of(name_of(frame)) + ": " + reason_of(error));
  }
}

void ProcessThread::State::use_plan(std::shared_ptr<const ChainPlan> plan) {
  pipeline.set_result_blocks(result_blocks_of(*plan, options));
  pipeline.set_plan(std::move(plan));
}

}  // namespace framelane
