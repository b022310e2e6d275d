#include <algorithm>
#include <cmath>
#include <utility>

#include "app/player.h"

// What goes round: the file, the stretch between A and B, the resident frames.

namespace framelane {

void Player::set_loop(bool on) {
  loop_ = on;
  tell_loop();
  if (on && ended_) seek(ab_.b ? *ab_.a : Nanoseconds{0}, true);
}

void Player::tell_loop() {
  LoopSetting setting;
  setting.plays = loop_ || ab_.b ? 0 : 1;
  if (ab_.b) {
    setting.from = ab_.a;
    setting.to = ab_.b;
  }
  engine_->decode().set_loop(setting);
}

// What is decoded ahead belongs to play without the loop, so decoding begins anew: playing at A,
// and paused with the frame on show, which stays.
void Player::mark_ab() {
  if (!current_ || !engine_->input().seekable) {
    if (current_)
      fault_ = {engine_->input().name + ": cannot go back, so it has no A–B loop", false};
    return;
  }
  const Nanoseconds here = current_->source->pts;
  if (ab_.b) return end_ab(*std::exchange(ab_, {}).b);
  if (!ab_.a) {
    ab_.a = here;
    return;
  }
  ab_.b = std::max(here, *ab_.a);
  ab_.a = std::min(here, *ab_.a);
  tell_loop();
  if (resident_ == 0) seek(paused_ ? here : *ab_.a, true);
}

// Frames of the next round may be waiting already.
void Player::end_ab(Nanoseconds b) {
  tell_loop();
  if (resident_ == 0 && current_ && (paused_ || buffered() > b)) seek(current_->source->pts, true);
}

std::string Player::set_resident(int frames) {
  std::optional<Nanoseconds> from;
  int count = frames;
  if (frames > 0) {
    from = ab_.b ? *ab_.a : position();
    if (ab_.b && current_) {
      const double length = static_cast<double>((*ab_.b - *ab_.a).count());
      const double frame = static_cast<double>(duration_of(*current_).count());
      count = static_cast<int>(std::min<double>(frames, std::round(length / frame) + 1));
    }
  }
  const DecodeAnswer answer = engine_->decode().set_resident(count, from);
  if (!answer.accepted) return answer.why;
  resident_ = count;
  move_ = {};
  if (answer.generation != generation_) new_generation(answer);
  return {};
}

Player::Host::time_point Player::shown_until() const {
  if (!current_ || !last_displayed_) return {};
  if (unpaced_) return *last_displayed_;
  const double length = static_cast<double>(duration_of(*current_).count()) / speed_;
  return *last_displayed_ + Nanoseconds(static_cast<Nanoseconds::rep>(length));
}

}  // namespace framelane
