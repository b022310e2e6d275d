#include "app/overlap_feed.h"

#include <algorithm>
#include <utility>

#include "app/timeline_blocks.h"

namespace framelane {
namespace {

constexpr Nanoseconds kLongestStall{250'000'000};

// Without what is not looked at and costs memory.
FrameTimes slim(const FrameTimes& times) {
  FrameTimes kept;
  kept.mode = times.mode;
  kept.memory = times.memory;
  kept.lanes = times.lanes;
  kept.decode = times.decode;
  kept.decode_wait = times.decode_wait;
  kept.upload = times.upload;
  kept.filter = times.filter;
  kept.download = times.download;
  kept.bytes_up = times.bytes_up;
  kept.bytes_down = times.bytes_down;
  return kept;
}

OverlapUse use_of(const ProcessedFrame& frame, const FrameOutcome& outcome) {
  const FrameTimes& times = frame.times;
  return {times.mode, times.mode == Mode::serial ? 1 : times.lanes, times.memory,
          !outcome.paced && !frame.source->resident};
}

}  // namespace

void OverlapFeed::add(const ProcessedFrame& frame, const FrameOutcome& outcome) {
  const std::optional<Interval> work = device_work(frame.times);
  if (frame.times.warmup || !work) return;
  // The first round of a resident loop is decoded, which holds up all but bursts.
  if (!outcome.paced && frame.source->resident && frame.times.decode) return;
  std::lock_guard lock(mutex_);
  if (!takes(frame, {use_of(frame, outcome), outcome.paced})) return;
  newest_ = std::max(newest_, frame.index);
  keep({frame.index, *work, slim(frame.times)});
  if (const auto burst = bursts_.last()) burst_ = burst;
}

void OverlapFeed::keep(Sample sample) {
  if (kept_.capacity() < 2 * kMostFrames) kept_.reserve(2 * kMostFrames);
  if (kept_.size() == kept_.capacity()) {
    kept_.erase(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(gone_));
    gone_ = 0;
  }
  const Nanoseconds end = sample.work.end;
  const auto live = kept_.begin() + static_cast<std::ptrdiff_t>(gone_);
  kept_.insert(std::ranges::upper_bound(live, kept_.end(), sample.index, {}, &Sample::index),
               std::move(sample));
  changed_ = true;
  while (samples().size() > kMostFrames ||
         (samples().size() > 2 && samples().front().work.end + kWindow < end)) {
    if (burst_ && samples().front().index == burst_->first_frame) store();
    ++gone_;
  }
}

// Frames come nearly in order: what the display held comes after newer ones. Of settings or
// pictures that have passed they no longer count.
bool OverlapFeed::takes(const ProcessedFrame& frame, const Playing& playing) {
  if (frame.revision < since_revision_) return false;
  const Pictures pictures{frame.plan->source, frame.downloaded()};
  const bool same_pictures = pictures_ && *pictures_ == pictures;
  if (same_pictures && playing_ && *playing_ == playing) return true;
  if (frame.index < newest_) return false;
  if (same_pictures)
    store();
  else
    forget();
  pictures_ = pictures;
  playing_ = playing;
  forget_samples();
  return true;
}

void OverlapFeed::set_chain(const Chain& chain, const ChainPlan& plan, std::uint64_t revision) {
  std::lock_guard lock(mutex_);
  const bool same = chain == chain_ && plan.source == planned_ && plan.scopes == scopes_;
  if (same) return;
  chain_ = chain;
  planned_ = plan.source;
  scopes_ = plan.scopes;
  since_revision_ = revision;
  forget();
}

void OverlapFeed::interrupted() {
  std::lock_guard lock(mutex_);
  store();
  forget_samples();
}

void OverlapFeed::clear() {
  std::lock_guard lock(mutex_);
  forget();
  chain_ = {};
  planned_ = {};
  pictures_.reset();
  playing_.reset();
  newest_ = -1;
  since_revision_ = 0;
}

void OverlapFeed::forget() {
  entries_.clear();
  ++forgotten_;
  forget_samples();
  burst_.reset();
}

void OverlapFeed::forget_samples() {
  kept_.clear();
  gone_ = 0;
  changed_ = false;
}

void OverlapFeed::renew() {
  std::unique_lock lock(mutex_);
  std::optional<Measured> measured = to_measure();
  if (!measured) return;
  const std::uint64_t forgotten = forgotten_;
  lock.unlock();
  std::optional<Stretch> stretch = measured->stretch();
  lock.lock();
  if (forgotten == forgotten_) enter(measured->playing.use, std::move(stretch));
}

void OverlapFeed::store() {
  if (std::optional<Measured> measured = to_measure())
    enter(measured->playing.use, measured->stretch());
}

std::optional<OverlapFeed::Measured> OverlapFeed::to_measure() {
  if (!playing_ || !std::exchange(changed_, false)) return std::nullopt;
  return Measured{*playing_, {samples().begin(), samples().end()}, burst_};
}

void OverlapFeed::enter(const OverlapUse& use, std::optional<Stretch> stretch) {
  if (stretch) entries_.insert_or_assign(use, Entry{std::move(*stretch), ++uses_});
}

std::optional<OverlapFeed::Stretch> OverlapFeed::Measured::stretch() const {
  if (playing.paced) return last_burst();
  if (samples.size() < 2) return std::nullopt;
  Stretch all = stretch_of(0, samples.size());
  return all.frames.measured_ms() ? std::optional(std::move(all)) : std::nullopt;
}

// One of which frames are gone already was stored before they went; while it goes on, its latest
// frames stand for it.
std::optional<OverlapFeed::Stretch> OverlapFeed::Measured::last_burst() const {
  if (!burst) return std::nullopt;
  const auto begin = std::ranges::lower_bound(samples, burst->first_frame, {}, &Sample::index);
  const auto end = std::ranges::upper_bound(samples, burst->last_frame, {}, &Sample::index);
  // Of fewer, ends that come out of order say nothing about a frame's time.
  constexpr std::ptrdiff_t kFewest = 4;
  if (end - begin < kFewest) return std::nullopt;
  if (begin->index != burst->first_frame && end != samples.end()) return std::nullopt;
  return stretch_of(static_cast<std::size_t>(begin - samples.begin()),
                    static_cast<std::size_t>(end - samples.begin()));
}

OverlapFeed::Stretch OverlapFeed::Measured::stretch_of(std::size_t first, std::size_t end) const {
  const OverlapUse& use = playing.use;
  Stretch stretch{ModeSummary(use.mode, use.lanes, use.memory), playing.paced};
  std::optional<Nanoseconds> ended;
  for (std::size_t i = first; i < end; ++i) {
    const Sample& sample = samples[i];
    FrameRow row;
    row.times = sample.times;
    if (stretch.burst) row.times.decode = row.times.decode_wait = std::nullopt;
    // Lanes may end out of order; what they end by goes on only.
    const Nanoseconds now = std::max(ended.value_or(sample.work.end), sample.work.end);
    std::optional<Nanoseconds> since;
    if (ended && sample.index == samples[i - 1].index + 1) since = now - *ended;
    // A pause that nobody told of.
    const Nanoseconds work = sample.work.length() + sample.times.decode.value_or(Nanoseconds{0});
    if (since && *since > kLongestStall + 4 * work) since.reset();
    stretch.frames.add(row, since);
    ended = now;
  }
  return stretch;
}

std::optional<OverlapFeed::Stretch> OverlapFeed::find(const OverlapUse& use) const {
  std::lock_guard lock(mutex_);
  const auto at = entries_.find(use);
  return at == entries_.end() ? std::nullopt : std::optional(at->second.stretch);
}

int OverlapFeed::other_lanes(const OverlapUse& use) const {
  std::lock_guard lock(mutex_);
  int lanes = 0;
  std::uint64_t latest = 0;
  for (const auto& [other, entry] : entries_) {
    const OverlapUse with_those{use.mode, other.lanes, use.memory, use.decoding};
    if (other != with_those || other.lanes == use.lanes || entry.used < latest) continue;
    latest = entry.used;
    lanes = other.lanes;
  }
  return lanes;
}

}  // namespace framelane
