#include "app/recent_frames.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace framelane {
namespace {

constexpr int kWholeRound = std::numeric_limits<int>::max();

}  // namespace

void RecentFrames::clear() {
  entries_.clear();
}

void RecentFrames::add(const SourceFrame& frame, bool begins, bool done) {
  Entry entry;
  entry.item.kind = DecodedItem::Kind::frame;
  entry.item.frame = frame;
  entry.item.generation = frame.generation;
  entry.place = places_++;
  entry.begins = begins;
  entry.done = done;
  entries_.push_back(std::move(entry));
}

void RecentFrames::add_end(const DecodedItem& end) {
  Entry entry;
  entry.item = end;
  entry.place = places_;
  entry.done = true;
  entries_.push_back(std::move(entry));
}

void RecentFrames::set_done(std::int64_t index) {
  for (auto it = entries_.rbegin(); it != entries_.rend(); ++it) {
    if (!it->is_frame() || it->item.frame.preroll || it->item.frame.index != index) continue;
    it->done = true;
    return;
  }
}

// The entry of the frame on show, else of the first that is not done; size() where there is none.
std::size_t RecentFrames::first_shown(std::int64_t shown) const {
  const auto on_show = std::ranges::find_if(entries_, [&](const Entry& entry) {
    return entry.is_frame() && !entry.item.frame.preroll && entry.item.frame.index == shown;
  });
  if (on_show != entries_.end()) return static_cast<std::size_t>(on_show - entries_.begin());
  const auto waits = std::ranges::find_if(entries_, [](const Entry& e) { return !e.done; });
  return static_cast<std::size_t>(waits - entries_.begin());
}

// The entry at which the history of the one at `at` begins; size() is the one to come.
std::size_t RecentFrames::history_of(std::size_t at, int reach) const {
  std::size_t first = at;
  for (std::size_t i = at; reach > 0 && i > 0; --i) {
    const Entry& before = entries_[i - 1];
    if (!before.is_frame()) continue;
    const bool to_come = first == entries_.size();
    if (!to_come && (entries_[first].begins || entries_[first].place - before.place != 1)) break;
    first = i - 1;
    --reach;
  }
  return first;
}

// The first entry that the last `waiting` frames not done need.
std::size_t RecentFrames::first_needed(int reach, int waiting) const {
  std::size_t at = entries_.size();
  for (std::size_t i = entries_.size(); i > 0 && waiting > 0; --i) {
    if (entries_[i - 1].done) continue;
    at = i - 1;
    --waiting;
  }
  if (at == entries_.size()) return history_of(at, reach);
  return history_of(at, reach_of(entries_[at], reach));
}

// A round of a resident loop costs no slots, and an edit cannot decode it anew.
int RecentFrames::reach_of(const Entry& entry, int reach) {
  return entry.item.frame.resident ? kWholeRound : reach;
}

void RecentFrames::trim(int reach, int waiting) {
  for (std::size_t needed = first_needed(reach, waiting); needed > 0; --needed)
    entries_.pop_front();
  drop_between(reach);
}

// Unpaced, many frames are done between the one on show and those that wait.
void RecentFrames::drop_between(int reach) {
  std::vector<bool> needed(entries_.size());
  // Of the frames before the one looked at; at first for what comes next.
  int want = entries_.empty() ? 0 : reach_of(entries_.back(), reach);
  for (std::size_t i = entries_.size(); i > 0; --i) {
    const Entry& entry = entries_[i - 1];
    needed[i - 1] = !entry.is_frame() || !entry.done || want > 0;
    if (!entry.is_frame()) continue;
    want = entry.done ? std::max(want - 1, 0) : reach_of(entry, reach);
    if (entry.begins) want = 0;
  }
  if (std::ranges::find(needed, false) == needed.end()) return;
  std::deque<Entry> kept;
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (needed[i]) kept.push_back(std::move(entries_[i]));
  entries_ = std::move(kept);
}

bool RecentFrames::whole(std::int64_t shown, int reach) const {
  const std::size_t from = first_shown(shown);
  if (from == entries_.size()) return true;
  int before = 0;  // frames without a gap before the one looked at
  std::int64_t place = 0;
  for (std::size_t i = history_of(from, reach); i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (!entry.is_frame()) continue;
    if (entry.begins)
      before = reach;
    else if (entry.place != place + 1)
      before = 0;
    const bool is_shown = i == from || (i > from && !entry.done);
    if (is_shown && before < reach) return false;
    before = std::min(before + 1, reach);
    place = entry.place;
  }
  return true;
}

std::deque<Rerun> RecentFrames::run_again(std::int64_t shown, int reach, int untold) const {
  std::deque<Rerun> again;
  const std::size_t from = first_shown(shown);
  const std::size_t first = history_of(from, reach);
  for (std::size_t i = entries_.size(); i > first; --i) {
    const Entry& entry = entries_[i - 1];
    Rerun rerun;
    rerun.item = entry.item;
    rerun.history = i - 1 < from || entry.done;
    if (!entry.is_frame()) rerun.told = untold-- <= 0;
    again.push_front(std::move(rerun));
  }
  return again;
}

}  // namespace framelane
