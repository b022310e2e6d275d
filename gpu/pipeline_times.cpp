#include <algorithm>

#include "gpu/pipeline.h"
#include "gpu/pipeline_lane.h"

// What a Pipeline makes of its events once a submit is done.

namespace framelane {
namespace {

void remember(std::deque<Nanoseconds>& ends, Nanoseconds end) {
  constexpr std::size_t kKeptEnds = std::size_t{4} * kMostLanes;
  ends.push_back(end);
  if (ends.size() > kKeptEnds) ends.pop_front();
}

// When a copy that ended then could begin: its stream had reached it and the copy before it was
// done.
Nanoseconds engine_free(Nanoseconds reached, Nanoseconds ended,
                        const std::deque<Nanoseconds>& earlier_ends) {
  for (const Nanoseconds end : earlier_ends)
    if (end <= ended) reached = std::max(reached, end);
  return reached;
}

}  // namespace

// A copy is reached when its stream gets there, and begins when its engine is free.
void Pipeline::place_copy(std::optional<Interval>& copy, std::optional<Nanoseconds>& waited,
                          std::deque<Nanoseconds>& earlier_ends) {
  const Nanoseconds reached = copy->start;
  copy->start = engine_free(copy->start, copy->end, earlier_ends);
  waited = copy->start - reached;
  remember(earlier_ends, copy->end);
}

// Where an upload began whose host asked for it then, is told by those that were marked.
Interval Pipeline::span_of(const Work& work, const Mark& mark) {
  const auto now = ClockChain::Clock::now();
  const Nanoseconds end = clock_.position(work.base, work.events->at(mark.end), now);
  if (mark.kind != MarkKind::upload || !work.upload_asked)
    return {clock_.position(work.base, work.events->at(mark.begin), now), end};
  const Nanoseconds asked = *work.upload_asked - run_start_;
  if (mark.begin == kNoMark) return {std::min(asked + upload_lag_.typical(), end), end};
  const Nanoseconds begin = clock_.position(work.base, work.events->at(mark.begin), now);
  upload_lag_.add(begin - asked);
  return {begin, end};
}

// Precondition: everything of the work is done.
void Pipeline::read_times(Work& work) {
  if (!settings_.timing) return;
  work.marked->wait();
  // What the others are measured with first.
  const auto is_cost = [](const Mark& mark) {
    return mark.kind == MarkKind::pass_cost || mark.kind == MarkKind::download_cost;
  };
  for (const Mark& mark : work.marks)
    if (is_cost(mark)) take_mark(mark, span_of(work, mark));
  for (const Mark& mark : work.marks)
    if (!is_cost(mark)) take_mark(mark, span_of(work, mark));
}

// A pass or the count of a scope.
Interval Pipeline::among_passes(const Mark& mark, const Interval& span) const {
  const Nanoseconds entered = mark.starts_early ? span.start + entry_.typical() : span.start;
  return pass_cost_.without({std::min(entered, span.end), span.end});
}

void Pipeline::take_mark(const Mark& mark, const Interval& span) {
  const bool engines = device_.facts().copy_engines > 0;
  switch (mark.kind) {
    case MarkKind::pass_cost:
      return pass_cost_.add(span.length());
    case MarkKind::entry:
      return entry_.add(pass_cost_.without(span).length());
    case MarkKind::download_cost:
      return download_cost_.add(span.length());
    case MarkKind::tables:
      if (engines) remember(download_ends_, download_cost_.without(span).end);
      return;
    default:
      break;
  }
  FrameTimes& times = mark.times->times;
  switch (mark.kind) {
    case MarkKind::scope_before:
      times.scopes.at(mark.pass).before = among_passes(mark, span);
      break;
    case MarkKind::scope_after:
      times.scopes.at(mark.pass).after = among_passes(mark, span);
      break;
    case MarkKind::pass:
      times.passes[mark.pass] = among_passes(mark, span);
      break;
    case MarkKind::upload:
      times.upload = span;
      if (engines) place_copy(times.upload, times.upload_waited, upload_ends_);
      break;
    default:
      times.download = download_cost_.without(span);
      if (engines) place_copy(times.download, times.download_waited, download_ends_);
  }
}

// Each pass was measured once, for the result itself or for the picture its window was centred on.
FrameTimes Pipeline::merged(const StageTimes& times) {
  FrameTimes all = times.times;
  for (const StageTimes* part = times.before.get(); part != nullptr; part = part->before.get()) {
    all.upload = part->times.upload;
    all.upload_waited = part->times.upload_waited;
    for (std::size_t p = 0; p < all.passes.size(); ++p)
      if (all.passes[p].end.count() == 0) all.passes[p] = part->times.passes[p];
    for (std::size_t s = 0; s < all.scopes.size(); ++s)
      if (!all.scopes[s].before) all.scopes[s].before = part->times.scopes[s].before;
  }
  if (!all.upload) all.passes.clear();
  if (!all.passes.empty()) all.filter = Interval{all.passes.front().start, all.passes.back().end};
  return all;
}

ProcessedFrame Pipeline::finish(Output& output, Nanoseconds latency) {
  FrameTimes times = merged(*output.times);
  times.latency = latency;
  ProcessedFrame frame;
  frame.picture = std::move(output.picture);
  frame.on_device = std::move(output.on_device);
  frame.source = output.record->source;
  frame.plan = plan_;
  frame.index = next_index_++;
  frame.pts = output.pts;
  frame.duration = output.duration;
  frame.generation = frame.source->generation;
  frame.times = std::move(times);
  frame.scopes = std::move(output.scopes);
  return frame;
}

}  // namespace framelane
