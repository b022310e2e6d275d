#include "app/timeline_feed.h"

#include <algorithm>

#include "app/timeline_blocks.h"

namespace framelane {
namespace {

// Serial frames follow each other as fast as the host takes them in hand.
constexpr Nanoseconds kHandover{250'000};
constexpr Nanoseconds kBurstOver{1'000'000'000};
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
  if (row.processed()) paced_ = row.pace.has_value();
  if (ring_.size() < kFrames && added_ == ring_.size())
    ring_.push_back(row);
  else
    ring_[static_cast<std::size_t>(added_ % kFrames)] = row;
  ++added_;
  // While a frame is on show, those that never will be end before it.
  if (row.displayed.value_or(true)) known_until_ = std::max(known_until_, complete_until(row));
  note_run(row);
  if (burst_ && !burst_kept_ && run_.frames < 2 && known_until_ >= burst_->end) keep_burst();
}

// What is held stays.
void TimelineFeed::forget() {
  added_ = 0;
  run_ = {};
  burst_.reset();
  burst_kept_ = false;
  known_until_ = Nanoseconds{0};
  if (source_ != Source::held) source_ = Source::nothing;
}

void TimelineFeed::note_run(const FrameRow& row) {
  const auto work = device_work(row);
  if (!work) return;
  const bool serial = row.times.mode == Mode::serial;
  const Nanoseconds pause = serial ? std::max(kHandover, work->length() / 2) : Nanoseconds{0};
  if (run_.frames > 0 && work->start <= run_.end + pause) {
    ++run_.frames;
    run_.end = std::max(run_.end, work->end);
    return;
  }
  if (run_.frames >= 2) {
    burst_ = run_;
    burst_kept_ = false;
  }
  run_ = {work->start, work->end, 1};
}

// Frames one at a time would push it out.
void TimelineFeed::keep_burst() {
  const Nanoseconds beside = (burst_->end - burst_->begin) / 2;
  const Interval around{burst_->begin - beside, burst_->end + beside};
  std::size_t kept = 0;
  for (std::uint64_t n = oldest(); n < added_; ++n) {
    if (!anything_in(row_at(n), around)) continue;
    if (kept == burst_rows_.size()) burst_rows_.emplace_back();
    burst_rows_[kept++] = row_at(n);
  }
  burst_rows_.resize(kept);
  burst_kept_ = true;
  ++bursts_;
}

void TimelineFeed::clear() {
  std::lock_guard lock(mutex_);
  forget();
  source_ = Source::nothing;
}

// A burst now and then is not yet one frame at a time.
bool TimelineFeed::one_at_a_time() const {
  return paced_ && run_.frames < 2 && burst_ && run_.begin - burst_->end > kBurstOver;
}

void TimelineFeed::follow() {
  if (one_at_a_time() && burst_kept_) {
    if (source_ == Source::burst && shown_ == bursts_) return;
    clear_blocks(model_, lanes_);
    for (const FrameRow& row : burst_rows_)
      add_blocks(model_, row);
    source_ = Source::burst;
    shown_ = bursts_;
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
  const int most = run_.frames < 2 ? kPeriodFrames : std::min(run_.frames, kPeriodFrames);
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
  if (!one_at_a_time()) return;
  model_.burst = {{burst_->begin, burst_->end}, burst_->frames};
  model_.period = model_.burst->at.length() / burst_->frames;
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
    held_rows_ = burst_rows_;
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
    std::ranges::for_each(burst_rows_, take);
  } else {
    for (std::uint64_t n = oldest(); n < added_; ++n)
      take(row_at(n));
  }
  return found;
}

}  // namespace framelane
