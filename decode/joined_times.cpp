#include "decode/joined_times.h"

namespace framelane {

JoinedTimes::Time JoinedTimes::add(Time pts, Time duration) {
  const Time gap = pts - expected_.value_or(pts);
  begun_again_ = begun_again_ || times_begin_again(gap, duration);
  if (times_jump(gap, duration)) lacks_ -= gap;
  expected_ = pts + duration;
  return lacks();
}

void JoinedTimes::restart() {
  lacks_ = Time(0);
  begun_again_ = false;
  expected_.reset();
}

std::optional<JoinedTimes::Time> JoinedTimes::end() const {
  if (!expected_) return std::nullopt;
  return *expected_ + lacks();
}

}  // namespace framelane
