#include "app/player.h"

#include <algorithm>
#include <utility>

namespace framelane {
namespace {

constexpr int kPresentQueue = 3;
constexpr auto kUnknownDuration = std::chrono::milliseconds(40);
constexpr auto kLookAtQueues = std::chrono::milliseconds(5);

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
