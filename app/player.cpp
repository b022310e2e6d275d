#include "app/player.h"

#include <algorithm>
#include <utility>

namespace framelane {
namespace {

constexpr int kPresentQueue = 3;
constexpr auto kUnknownDuration = std::chrono::milliseconds(40);
constexpr auto kFillAtMost = std::chrono::milliseconds(400);
constexpr auto kLookAtQueues = std::chrono::milliseconds(5);
// A frame due within this time is shown now: the wait for it would overshoot.
constexpr auto kTolerance = std::chrono::microseconds(500);

}  // namespace

Player::Player(Device& device, Options options) : options_(std::move(options)) {
  EngineOptions engine = options_.engine;
  engine.results_queue = kPresentQueue;
  engine.clock = &clock_;
  engine.edits = true;
  engine.on_dropped = options_.finish_dropped;
  engine.on_handed_on = [this] {
    if (waiting_.exchange(false) && options_.wake) options_.wake();
  };
  wanted_ = engine.settings;
  loop_ = engine.start.loop.plays == 0;
  resident_ = engine.start.resident;
  chain_ = engine.chain;
  scopes_ = engine.scopes;
  if (engine.start.at && resident_ == 0) move_ = {Move::Kind::exact, *engine.start.at};
  engine_ = std::make_unique<Engine>(device, std::move(engine));
  engine_->process().on_replaced([finish = options_.finish_row](const ProcessedFrame& frame) {
    if (finish) finish(frame, {});
  });
  begin();
}

void Player::begin() {
  generation_ = engine_->decode().generation();
  plan_ = engine_->plan(chain_, engine_->input().frame, scopes_);
  set_unpaced(options_.unpaced);
}

Player::~Player() {
  stop();
  current_.reset();
}

void Player::stop() {
  engine_->stop();
  do {
    if (next_) finish(*next_, {});
    next_.reset();
    fetch();
  } while (next_);
}

bool Player::pop(ProcessedItem& item) {
  while (engine_->results().try_pop(item) == QueueStatus::ok) {
    if (item.generation < generation_) continue;
    if (item.kind == ProcessedItem::Kind::dropped) {
      finish_late(item);
      continue;
    }
    if (item.kind != ProcessedItem::Kind::frame) return true;
    if (was_shown(item.frame)) continue;
    note_revision(item.frame.revision);
    return true;
  }
  return false;
}

void Player::fetch() {
  ProcessedItem item;
  if (next_ && newer_waits()) next_.reset();
  while (!next_ && pop(item)) {
    if (item.kind == ProcessedItem::Kind::frame) {
      next_ = std::move(item.frame);
      return;
    }
    note_mark(item);
    if (ended_) clock_.stop();
  }
}

void Player::note_mark(const ProcessedItem& item) {
  ended_ = item.kind != ProcessedItem::Kind::refused;
  came_empty_ = item.kind == ProcessedItem::Kind::end && !current_ && !next_ && !sought_;
  if (item.kind != ProcessedItem::Kind::end) fault_ = {item.error, ended_};
  seek_target_.reset();
  // No frame may come to answer an edit.
  if (item.kind != ProcessedItem::Kind::refused) awaited_.reset();
}

bool Player::take_due(Host::time_point now) {
  const bool due = take_next_due(now);
  count_on_show();
  if (edit_waits_ && !awaited_) send_edit();
  return due;
}

bool Player::take_next_due(Host::time_point now) {
  fetch();
  if (!next_) {
    starved_ = starved_ || (clock_.running() && current_ && now >= due_of_next(now));
    return false;
  }
  if (is_on_show(*next_)) {
    current_ = std::exchange(next_, std::nullopt);
    filtered_again_ = true;
    return true;
  }
  return unpaced_ && !paused_ ? take_newest(now) : take_paced(now);
}

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

void Player::displayed(Host::time_point at, Nanoseconds present) {
  if (std::exchange(filtered_again_, false)) return;
  FrameOutcome outcome;
  outcome.displayed = true;
  outcome.paced = !unpaced_;
  outcome.present = present;
  if (last_displayed_) outcome.between = at - *last_displayed_;
  last_displayed_ = at;
  ++counts_.displayed;
  finish(*current_, outcome);
}

std::optional<Player::Host::time_point> Player::next_deadline(Host::time_point now) {
  fetch();
  if (!next_ || awaited_) {
    waiting_ = true;
    fetch();  // what came just before the flag was set
  }
  if ((next_ && is_on_show(*next_)) || (edit_waits_ && !awaited_)) return now;
  if (filling_since_ && !paused_) return now + kLookAtQueues;
  if (!next_ || (paused_ && !at_once_)) return {};
  if (at_once_) return now;
  if (unpaced_) return next_refresh(now);
  return due_of_next(now);
}

Nanoseconds Player::duration_of(const ProcessedFrame& frame) const {
  if (frame.duration.count() > 0) return frame.duration;
  const Rational rate = engine_->input().frame_rate;
  if (rate.num <= 0 || rate.den <= 0) return kUnknownDuration;
  return Nanoseconds(1'000'000'000LL * rate.den / rate.num);
}

Nanoseconds Player::position() const {
  if (seek_target_) return *seek_target_;
  return current_ ? current_->pts : Nanoseconds{0};
}

Nanoseconds Player::buffered() const {
  if (!current_) return Nanoseconds{0};
  const int ahead =
      engine_->queue_depth() + static_cast<int>(engine_->results().size()) + (next_ ? 1 : 0);
  return current_->pts + duration_of(*current_) * (ahead + 1);
}

void Player::set_paused(bool on) {
  if (paused_ == on && !(ended_ && !on)) return;
  paused_ = on;
  tell_pacing();
  filling_since_.reset();
  if (on) return clock_.stop();
  if (ended_ && !next_) return seek(Nanoseconds{0}, true);
  start_clock(Host::now());
}

void Player::set_speed(double speed) {
  speed_ = std::clamp(speed, 0.01, 100.0);
  if (clock_.running()) start_clock(Host::now());
}

// Paused, nothing is replaced: the frames in the queue wait to be stepped through.
void Player::tell_pacing() {
  engine_->process().set_unpaced(unpaced_ && !paused_);
}

void Player::set_unpaced(bool on) {
  unpaced_ = on;
  tell_pacing();
  if (!on && !paused_) start_clock(Host::now());
}

void Player::configure(const PipelineSettings& settings) {
  wanted_ = settings;
  engine_->process().set_settings(settings);
}

std::optional<Player::Fault> Player::take_fault() {
  return std::exchange(fault_, std::nullopt);
}

}  // namespace framelane
