#include "app/late_rule.h"

namespace framelane {
namespace {

constexpr auto kAtLeastEvery = std::chrono::seconds(1);
constexpr auto kTooLate = std::chrono::seconds(1);

}  // namespace

Fate LateRule::fate(const SourceFrame& frame, bool temporal, PlayClock::Host::time_point now) {
  const auto ends = clock_.due(frame.pts + frame.duration, epoch_of(frame));
  const bool on_time = !ends || now <= *ends;
  if (on_time || !last_processed_ || now - *last_processed_ >= kAtLeastEvery) {
    last_processed_ = now;
    return Fate::process;
  }
  if (now - *ends > kTooLate || !temporal) return Fate::skip;
  return Fate::history_only;
}

}  // namespace framelane
