#include <algorithm>
#include <utility>

#include "app/process_state.h"

// A chain edit on the process thread. What the presenter has not taken goes back, and the frame on
// show and all after it run again under the new chain; what the presenter took meanwhile it knows
// by its index.

namespace framelane {

// Results in the queue and in `ready` are void; their frames are among the recent ones. Returns how
// many ends of the stream were among them: they are told again, after the frames before them.
int ProcessThread::State::take_back_results() {
  // At once, or the presenter would take a later frame than one taken back here, which it would
  // then leave out as one that it is past.
  std::deque<ProcessedItem> back = out.take_all();
  std::ranges::move(ready, std::back_inserter(back));
  ready.clear();
  left_out.clear();
  int ends = 0;
  for (const Rerun& rerun : again)
    ends += rerun.item.kind != DecodedItem::Kind::frame && !rerun.told;
  for (ProcessedItem& item : back) {
    if (item.generation != generation) continue;
    if (item.kind == ProcessedItem::Kind::refused) ready.push_back(std::move(item));
    if (item.kind == ProcessedItem::Kind::end || item.kind == ProcessedItem::Kind::failed) ++ends;
  }
  return ends;
}

void ProcessThread::State::apply_edit(const ChainEdit& edit) {
  const int ends = take_back_results();
  options.chain = edit.chain;
  options.plan = edit.plan;
  revision = edit.revision;
  on_show = edit.shown;
  skipped = false;
  settling = 0;
  again.clear();
  if (generation >= edit.generation) {
    std::lock_guard lock(mutex);
    again = recent.run_again(edit.shown, edit.plan->reach, ends);
  }
  keep_held_late();
  for (const Rerun& rerun : again)
    if (rerun.item.kind == DecodedItem::Kind::frame) again_until = rerun.item.frame.index;
  // Frames that it does not fit are planned for as they come.
  if (pipeline.plan()) use_plan(edit.plan);
}

// It never ran, and what comes behind it still decides: it is not among those that run again, but
// waits for the next item, under the new chain, to which it may matter as history.
void ProcessThread::State::keep_held_late() {
  if (!held_late) return;
  held_late->fate = Fate::history_only;
  if (again.empty()) return;
  const DecodedItem& last = again.back().item;
  if (last.kind == DecodedItem::Kind::frame && last.frame.index == held_late->frame.index)
    again.pop_back();
}

// Frames that a seek has left behind do not.
bool ProcessThread::State::runs_again() {
  if (again.empty()) return false;
  const bool left =
      in.next_is([this](const DecodedItem& next) { return next.generation > generation; });
  if (left) again.clear();
  return !left;
}

void ProcessThread::State::run_one_again() {
  const Rerun next = std::move(again.front());
  again.pop_front();
  if (next.item.kind == DecodedItem::Kind::frame)
    run_again(next.item.frame, next.history);
  else
    take_mark(next.item, next.told);
}

void ProcessThread::State::run_again(SourceFrame frame, bool history) {
  if (!fits(frame.picture.facts)) replan(frame);
  frame.preroll = history;
  const bool late = fate_of(frame) != Fate::process;
  // The frame on show is worth it, however late, while nothing else can take its place.
  const bool last = frame.index == on_show && again.empty() && in.size() == 0;
  if (late && !last) {
    tell_dropped(frame);
    frame.preroll = true;
  }
  submit(std::move(frame));
}

void ProcessThread::State::tell_dropped(SourceFrame frame) {
  ProcessedItem item;
  item.kind = ProcessedItem::Kind::dropped;
  item.generation = frame.generation;
  item.frame.generation = frame.generation;
  item.frame.revision = revision;
  item.frame.source = std::make_shared<const SourceFrame>(std::move(frame));
  left_out.push_back(std::move(item));
}

// Frames before it may still be on their way, so a dropped one waits for its place: rows keep the
// order of the frames.
void ProcessThread::State::release_late(std::int64_t before) {
  while (!left_out.empty() && left_out.front().frame.source->index < before) {
    ready.push_back(std::move(left_out.front()));
    left_out.pop_front();
  }
}

}  // namespace framelane
