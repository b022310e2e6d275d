#include "app/play_clock.h"

namespace framelane {

void PlayClock::start(Time pts, Host::time_point at, double speed, const PlayEpoch& epoch) {
  std::lock_guard lock(mutex_);
  running_ = true;
  pts_ = pts;
  at_ = at;
  speed_ = speed;
  epoch_ = epoch;
}

void PlayClock::stop() {
  std::lock_guard lock(mutex_);
  running_ = false;
}

std::optional<PlayClock::Host::time_point> PlayClock::due(Time pts, const PlayEpoch& epoch) const {
  std::lock_guard lock(mutex_);
  if (!running_ || epoch != epoch_) return {};
  const double ahead = static_cast<double>((pts - pts_).count()) / speed_;
  return at_ + Time(static_cast<Time::rep>(ahead));
}

bool PlayClock::running() const {
  std::lock_guard lock(mutex_);
  return running_;
}

}  // namespace framelane
