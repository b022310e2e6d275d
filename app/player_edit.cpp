#include <exception>

#include "app/player.h"

// Chain edits while playing: the engine runs the frame on show and those after it again; here the
// new results take the place of the old, and each frame keeps the row of its first time.

namespace framelane {
std::string Player::set_chain(const Chain& chain) {
  if (chain == chain_) return {};
  const FrameFacts& facts = current_ ? current_->source->picture.facts : engine_->input().frame;
  try {
    plan_ = engine_->plan(chain, facts, scopes_);
  } catch (const std::exception& refused) {
    return refused.what();  // also for want of memory: what is playing goes on
  }
  chain_ = chain;
  take_edit();
  return {};
}

void Player::take_edit() {
  ++revision_;
  edit_waits_ = true;
  if (!awaited_) send_edit();
}

// The frame on show is of the present generation: no seek is on its way.
bool Player::landed() const {
  return current_ && current_->generation == generation_;
}

void Player::send_edit() {
  edit_waits_ = false;
  awaited_ = revision_;
  const bool seekable = engine_->input().seekable;
  if (!landed() && current_ && ended_ && seekable) {
    return edit_from({Move::Kind::exact, current_->source->pts});
  }
  const bool repeats = move_.kind == Move::Kind::exact || move_.kind == Move::Kind::previous;
  if (!landed() && seekable && repeats && plan_->reach > engine_->reach()) return edit_from(move_);

  ChainEdit edit{chain_, plan_, revision_, -1, generation_, false};
  if (landed()) {
    edit.shown = current_->source->index;
    edit.only_whole = seekable && resident_ == 0;
  }
  if (engine_->set_chain(std::move(edit))) return;
  edit_from({Move::Kind::exact, current_->source->pts});
  returning_ = generation_;
}

// What was decoded is not enough: the decoder goes where frames are to begin, with the new reach.
void Player::edit_from(const Move& move) {
  (void)engine_->set_chain({chain_, plan_, revision_, -1, generation_ + 1, false});
  go(move);
}

// The engine has begun to run frames again, so the one in hand will come once more.
bool Player::newer_waits() const {
  return engine_->results().next_is([this](const ProcessedItem& item) {
    return item.generation >= generation_ && item.revision > next_->revision;
  });
}

// Run again, but the display has moved on from it since.
bool Player::was_shown(const ProcessedFrame& frame) const {
  if (!current_ || frame.generation != current_->generation) return false;
  if (frame.source->index != current_->source->index)
    return frame.source->index < current_->source->index;
  return frame.revision > current_->revision && frame.duration.count() > 0 &&
         frame.pts + frame.duration <= current_->pts;
}

// The picture on show under a newer chain.
bool Player::is_on_show(const ProcessedFrame& frame) const {
  return current_ && frame.generation == current_->generation &&
         frame.source->index == current_->source->index && frame.revision > current_->revision;
}

void Player::note_revision(std::uint64_t revision) {
  if (awaited_ && revision >= *awaited_) awaited_.reset();
}

bool Player::finish(const ProcessedFrame& frame, const FrameOutcome& outcome) {
  if (!rows_.add(frame.source->index, frame.revision)) return false;
  if (options_.finish_row) options_.finish_row(frame, outcome);
  return true;
}

void Player::finish_late(const ProcessedItem& item) {
  const SourceFrame& frame = *item.frame.source;
  if (!rows_.add(frame.index, item.revision)) return;
  ++counts_.dropped;
  if (options_.finish_dropped) options_.finish_dropped(frame, engine_->process().status().settings);
}

}  // namespace framelane
