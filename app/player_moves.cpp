#include <algorithm>

#include "app/player.h"

// Where play goes: steps and seeks.

namespace framelane {

// What is queued of the time before goes as it is met; frames of the new one may be among it
// already.
void Player::new_generation(const DecodeAnswer& answer) {
  if (!answer.accepted) {
    fault_ = {answer.why, false};
    seek_target_.reset();
    return;
  }
  generation_ = answer.generation;
  next_.reset();
  at_once_ = true;
  ended_ = false;
  starved_ = stepping_ = false;
  filling_since_.reset();
  clock_.stop();
  fetch();
}

void Player::step(int direction) {
  set_paused(true);
  if (direction > 0) {
    at_once_ = stepping_ = true;
    return;
  }
  if (!current_) return;
  go({Move::Kind::previous, current_->source->pts});
}

void Player::go(const Move& move) {
  DecodeThread& decode = engine_->decode();
  const DecodeAnswer answer = move.kind == Move::Kind::previous
                                  ? decode.seek_previous(move.to, engine_->reach())
                                  : decode.seek_exact(move.to, engine_->reach());
  if (answer.accepted) {
    resident_ = 0;
    move_ = move;
  }
  new_generation(answer);
}

void Player::seek(Nanoseconds to, bool exact) {
  const Nanoseconds from = position();
  const Nanoseconds target = std::max(to, Nanoseconds{0});
  seek_target_ = target;
  sought_ = true;
  if (exact) return go({Move::Kind::exact, target});
  const DecodeAnswer answer =
      engine_->decode().seek_near(target, target > from ? std::optional(from) : std::nullopt);
  if (answer.accepted) {
    resident_ = 0;
    move_ = {Move::Kind::near, target};
  }
  new_generation(answer);
}

void Player::seek_by(Nanoseconds by, bool exact) {
  seek(position() + by, exact);
}

}  // namespace framelane
