#include "app/timeline_feed.h"

#include <algorithm>

#include "app/timeline_blocks.h"

namespace framelane {
namespace {

constexpr int kPeriodFrames = 16;

bool meets(const std::optional<Interval>& part, Interval stretch) {
  return part && part->start < stretch.end && stretch.start < part->end;
}

bool anything_in(const FrameRow& row, Interval stretch) {
  return meets(row.times.decoding, stretch) || meets(device_work(row), stretch) ||
         meets(presenting(row), stretch);
}

// Nothing of a later frame begins before.
Nanoseconds complete_until(const FrameRow& row) {
  if (row.times.decoding) return row.times.decoding->end;
  const auto work = device_work(row);
  return work ? work->start : row.finished;
}

}  // namespace

const FrameRow& TimelineFeed::row_at(std::uint64_t number) const {
  return ring_[static_cast<std::size_t>(number % kFrames)];
}

std::uint64_t TimelineFeed::oldest() const {
  return added_ > kFrames ? added_ - kFrames : 0;
}

void TimelineFeed::add(const FrameRow& row) {
  std::lock_guard lock(mutex_);
  if (row.processed() && (row.times.mode != mode_ || row.times.lanes != lanes_)) {
    forget();
    mode_ = row.times.mode;
    lanes_ = row.times.lanes;
  }
  if (ring_.size() < kFrames && added_ == ring_.size())
    ring_.push_back(row);
  else
    ring_[static_cast<std::size_t>(added_ % kFrames)] = row;
  ++added_;
  // While a frame is on show, those that never will be end before it.
  if (row.displayed.value_or(true)) known_until_ = std::max(known_until_, complete_until(row));
  keep_burst();
}

// What is held stays.
void TimelineFeed::forget() {
  added_ = 0;
  burst_.reset();
  known_until_ = Nanoseconds{0};
  if (source_ != Source::held) source_ = Source::nothing;
}

// Frames one at a time would push it out.
void TimelineFeed::keep_burst() {
  const auto last = bursts_.last();
  if (!last || last->going_on || known_until_ < last->at.end) return;
  if (burst_ && burst_->first_frame == last->first_frame && burst_->last_frame == last->last_frame)
    return;
  burst_ = last;
  const Nanoseconds beside = last->at.length() / 2;
  const Interval around{last->at.start - beside, last->at.end + beside};
  burst_count_ = 0;
  for (std::uint64_t n = oldest(); n < added_; ++n) {
    if (!anything_in(row_at(n), around)) continue;
    if (burst_count_ == burst_room_.size()) burst_room_.emplace_back();
    burst_room_[burst_count_++] = row_at(n);
  }
  ++kept_bursts_;
}

std::span<const FrameRow> TimelineFeed::burst_rows() const {
  return std::span(burst_room_).first(burst_count_);
}

void TimelineFeed::clear() {
  std::lock_guard lock(mutex_);
  forget();
  source_ = Source::nothing;
}

// One of settings that have passed is none.
bool TimelineFeed::shows_burst() const {
  return burst_ && bursts_.one_at_a_time() && bursts_.last();
}

void TimelineFeed::follow() {
  if (shows_burst()) {
    if (source_ == Source::burst && shown_ == kept_bursts_) return;
    clear_blocks(model_, lanes_);
    for (const FrameRow& row : burst_rows())
      add_blocks(model_, row);
    source_ = Source::burst;
    shown_ = kept_bursts_;
    return;
  }
  if (source_ != Source::latest || shown_ < oldest()) {
    clear_blocks(model_, lanes_);
    shown_ = oldest();
    source_ = Source::latest;
  }
  for (; shown_ < added_; ++shown_)
    add_blocks(model_, row_at(shown_));
}

// By what they took together: the first frames of a run begin at once, one in each lane.
Nanoseconds TimelineFeed::latest_period() const {
  const auto last = bursts_.last();
  const int most = last && last->going_on ? std::min(last->frames(), kPeriodFrames) : kPeriodFrames;
  std::optional<Interval> all;
  int frames = 0;
  for (std::uint64_t n = added_; n > oldest() && frames < most; --n) {
    const auto work = device_work(row_at(n - 1));
    if (!work) continue;
    ++frames;
    all = all ? Interval{work->start, std::max(all->end, work->end)} : *work;
  }
  return all ? all->length() / frames : Nanoseconds{0};
}

void TimelineFeed::tell_burst() {
  model_.known_until = known_until_;
  model_.burst.reset();
  model_.period = latest_period();
  if (source_ != Source::burst) return;
  model_.burst = {burst_->at, burst_->frames()};
  model_.period = model_.burst->at.length() / burst_->frames();
}

const TimelineModel& TimelineFeed::model(bool held) {
  std::lock_guard lock(mutex_);
  if (held && source_ == Source::held) return model_;
  if (!held || source_ == Source::nothing) {
    follow();
    tell_burst();
  }
  if (!held) return model_;
  held_rows_.clear();
  if (source_ == Source::burst) {
    held_rows_.assign(burst_rows().begin(), burst_rows().end());
  } else {
    for (std::uint64_t n = oldest(); n < shown_; ++n)
      held_rows_.push_back(row_at(n));
  }
  source_ = Source::held;
  return model_;
}

std::vector<FrameRow> TimelineFeed::rows(Interval stretch) {
  std::lock_guard lock(mutex_);
  std::vector<FrameRow> found;
  const auto take = [&](const FrameRow& row) {
    if (anything_in(row, stretch)) found.push_back(row);
  };
  if (source_ == Source::held) {
    std::ranges::for_each(held_rows_, take);
  } else if (source_ == Source::burst) {
    std::ranges::for_each(burst_rows(), take);
  } else {
    for (std::uint64_t n = oldest(); n < added_; ++n)
      take(row_at(n));
  }
  return found;
}

}  // namespace framelane
