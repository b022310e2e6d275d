#include "decode/joined_times.h"

namespace framelane {
namespace {

// As where a paced player lets time run on.
constexpr std::chrono::milliseconds kLargestStepBackInPlay(200);
constexpr std::chrono::seconds kLongestGapInPlay(10);

}  // namespace

JoinedTimes::Time JoinedTimes::add(Time pts, Time duration) {
  const Time gap = pts - expected_.value_or(pts);
  const bool again = gap < -kLargestStepBackInPlay;
  begun_again_ = begun_again_ || again;
  if (again || gap > kLongestGapInPlay) lacks_ -= gap;
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
