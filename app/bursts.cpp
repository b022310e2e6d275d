#include "app/bursts.h"

#include <algorithm>
#include <utility>

#include "app/timeline_blocks.h"

namespace framelane {

void Bursts::add(std::int64_t frame, const FrameTimes& times, bool paced) {
  const std::optional<Interval> work = device_work(times);
  if (!work) return;
  std::lock_guard lock(mutex_);
  const int lanes = times.mode == Mode::serial ? 1 : times.lanes;
  if (!takes(frame, {times.mode, lanes, times.memory, paced}) || times.warmup) return;
  insert({frame, *work, false, frame, *work});
  leave_window();
}

// What the display held comes after newer ones; of settings that have passed it no longer counts.
// Those of the next begin with their first frame, warm-up or not.
bool Bursts::takes(std::int64_t frame, const Use& use) {
  const std::int64_t before = std::exchange(newest_, std::max(newest_, frame));
  if (use_ == use) return true;
  if (frame < before) return false;
  use_ = use;
  samples_.clear();
  last_.reset();
  return true;
}

void Bursts::insert(Sample sample) {
  const auto place = std::ranges::upper_bound(samples_, sample.frame, {}, &Sample::frame);
  if (place == samples_.end()) sample.interrupted = std::exchange(interrupted_, false);
  auto at = static_cast<std::size_t>(place - samples_.begin());
  samples_.insert(place, sample);
  for (; at < samples_.size(); ++at)
    join(at);
}

void Bursts::join(std::size_t at) {
  Sample& sample = samples_[at];
  sample.first = sample.frame;
  sample.run = sample.work;
  if (at == 0 || !follows(samples_[at - 1], sample)) return;
  const Sample& before = samples_[at - 1];
  sample.first = before.first;
  sample.run = {std::min(before.run.start, sample.work.start),
                std::max(before.run.end, sample.work.end)};
  last_ = Burst{sample.run, sample.first, sample.frame};
}

bool Bursts::follows(const Sample& before, const Sample& sample) const {
  if (sample.interrupted || sample.frame != before.frame + 1) return false;
  const Nanoseconds grace =
      use_->mode == Mode::serial ? std::max(kHandover, before.work.length() / 4) : Nanoseconds{0};
  return sample.work.start <= before.run.end + grace;
}

// A frame alone after a pause is judged with the one before it.
void Bursts::leave_window() {
  const Nanoseconds begin = samples_.back().work.end - kWindow;
  std::size_t gone = samples_.size() > kMostFrames ? samples_.size() - kMostFrames : 0;
  while (gone + 2 < samples_.size() && samples_[gone].work.end < begin)
    ++gone;
  samples_.erase(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(gone));
}

void Bursts::interrupted() {
  std::lock_guard lock(mutex_);
  interrupted_ = true;
}

void Bursts::clear() {
  std::lock_guard lock(mutex_);
  use_.reset();
  newest_ = -1;
  samples_.clear();
  interrupted_ = false;
  last_.reset();
}

std::optional<Bursts::Burst> Bursts::last() const {
  std::lock_guard lock(mutex_);
  std::optional<Burst> burst = last_;
  if (burst) burst->going_on = !interrupted_ && samples_.back().frame == burst->last_frame;
  return burst;
}

bool Bursts::one_at_a_time() const {
  std::lock_guard lock(mutex_);
  if (!use_ || !use_->paced || samples_.size() < 2) return false;
  std::size_t in_bursts = 0;
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    const bool follows_one = samples_[i].first != samples_[i].frame;
    const bool is_followed =
        i + 1 < samples_.size() && samples_[i + 1].first != samples_[i + 1].frame;
    in_bursts += follows_one || is_followed ? 1 : 0;
  }
  return 2 * in_bursts < samples_.size();
}

}  // namespace framelane
