#include <algorithm>
#include <utility>

#include "app/player.h"

// Which frame is taken when: by the clock, or unpaced by the display.

namespace framelane {
namespace {

constexpr auto kFillAtMost = std::chrono::milliseconds(400);
// A frame due within this time is shown now: the wait for it would overshoot.
constexpr auto kTolerance = std::chrono::microseconds(500);

}  // namespace

// Unpaced, when the display can take another frame.
Player::Host::time_point Player::next_refresh(Host::time_point now) const {
  if (!last_displayed_) return now;
  const double periods = swap_waits_ ? 0.5 : 1.0;
  return *last_displayed_ + std::chrono::duration_cast<Host::duration>(
                                std::chrono::duration<double>(periods / options_.refresh_hz));
}

bool Player::take_newest(Host::time_point now) {
  if (!at_once_ && now < next_refresh(now)) return false;
  ProcessedItem newer;
  while (pop(newer)) {
    if (newer.kind != ProcessedItem::Kind::frame) {
      note_mark(newer);
      break;
    }
    // Of an older chain it is yet to come again.
    if (newer.frame.revision == next_->revision) finish(*next_, {});
    next_ = std::move(newer.frame);
  }
  show_next(now);
  return true;
}

Player::Host::time_point Player::due_of_next(Host::time_point now) const {
  if (next_) {
    if (const auto due = clock_.due(next_->pts, epoch_of(*next_->source))) return *due;
  }
  // A wrap, or nothing there yet: due when the frame on show has had its time.
  if (!current_) return now;
  return clock_.due(current_->pts + duration_of(*current_), epoch_of(*current_->source))
      .value_or(now);
}

// Where the frame after the next is due already, the next one has missed its time.
void Player::drop_overtaken(Host::time_point now) {
  ProcessedItem after;
  while (clock_.due(next_->pts + duration_of(*next_), epoch_of(*next_->source))
                 .value_or(Host::time_point::max()) <= now &&
         pop(after)) {
    if (after.kind != ProcessedItem::Kind::frame) {
      note_mark(after);
      return;
    }
    FrameOutcome outcome;
    outcome.dropped = true;
    outcome.paced = true;
    if (after.frame.revision == next_->revision && finish(*next_, outcome)) ++counts_.dropped;
    next_ = std::move(after.frame);
  }
}

// Late frames were dropped between the frame on show and the next one.
bool Player::leaves_out() const {
  return landed() && next_->generation == generation_ &&
         next_->source->index > current_->source->index + 1 && resident_ == 0 &&
         epoch_of(*next_->source) == epoch_of(*current_->source) && engine_->input().seekable;
}

bool Player::take_paced(Host::time_point now) {
  if (stepping_ && leaves_out()) {
    stepping_ = false;
    go({Move::Kind::exact, current_->source->pts + Nanoseconds{1}});
    return false;
  }
  if (!at_once_) {
    if (paused_ || still_filling(now)) return false;
    if (now + kTolerance < due_of_next(now)) return false;
    drop_overtaken(now);
    const auto due = due_of_next(now);
    const Nanoseconds duration = duration_of(*next_);
    if (now - due > duration / 2) ++counts_.late;
    if (starved_ && now > due) counts_.repeated += 1 + (now - due) / duration;
    // After a wrap or with the clock stopped, time runs on from here.
    if (!clock_.due(next_->pts, epoch_of(*next_->source)))
      clock_.start(next_->pts, std::max(due, now - duration), speed_, epoch_of(*next_->source));
  }
  show_next(now);
  return true;
}

void Player::show_next(Host::time_point now) {
  const bool returned =
      returning_ == next_->generation && current_ && current_->source->pts == next_->source->pts;
  filtered_again_ = returned || is_on_show(*next_);
  returning_.reset();
  current_ = std::move(next_);
  next_.reset();
  seek_target_.reset();
  starved_ = stepping_ = false;
  if (std::exchange(at_once_, false) && !paused_) filling_since_ = now;
}

// A decoder with many threads gives its first frames in bursts: time begins to run once the queues
// are full.
bool Player::still_filling(Host::time_point now) {
  if (!filling_since_) return false;
  const bool full = engine_->queue_depth() == engine_->queue_capacity() || ended_;
  if (!full && now - *filling_since_ < kFillAtMost) return true;
  start_clock(now);
  return false;
}

void Player::start_clock(Host::time_point now) {
  filling_since_.reset();
  if (current_) clock_.start(current_->pts, now, speed_, epoch_of(*current_->source));
}

}  // namespace framelane
