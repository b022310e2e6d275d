#include "gpu/clock_chain.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

constexpr auto kRenewAfter = std::chrono::seconds(1);
constexpr auto kChainAtMost = std::chrono::seconds(2);

}  // namespace

struct ClockChain::Base {
  std::unique_ptr<Event> event;
  BaseRef previous;            // to chain from; null when placed by the host's clock or resolved
  Clock::time_point recorded;  // host's clock just before record()
  Nanoseconds at{0};           // since the run's start, once resolved
  bool resolved = false;
};

ClockChain::ClockChain(Device& device, Clock::time_point run_start)
    : device_(device), run_start_(run_start) {}

ClockChain::~ClockChain() = default;

ClockChain::BaseRef ClockChain::unused_base() {
  for (const BaseRef& base : bases_)
    if (base.use_count() == 1) return base;
  auto base = std::make_shared<Base>();
  base->event = device_.make_timing_event();
  bases_.push_back(base);
  return base;
}

const Event* ClockChain::renew_if_due(Stream& stream, Clock::time_point now) {
  const auto age = current_ ? now - current_->recorded : Clock::duration::max();
  if (age < kRenewAfter) return nullptr;
  BaseRef next = unused_base();
  next->previous = age <= kChainAtMost ? current_ : nullptr;
  next->resolved = false;
  next->recorded = now;
  stream.record(*next->event);
  current_ = std::move(next);
  return current_->event.get();
}

void ClockChain::resolve(Base& base, Clock::time_point now) {
  const Nanoseconds earliest = base.recorded - run_start_;
  const Nanoseconds latest = now - run_start_;
  base.at = earliest;
  if (base.previous) {
    if (!base.previous->resolved) resolve(*base.previous, now);
    base.at = std::clamp(base.previous->at + elapsed(*base.previous->event, *base.event), earliest,
                         std::max(earliest, latest));
  }
  base.previous.reset();
  base.resolved = true;
}

Nanoseconds ClockChain::position(const BaseRef& base, const Event& event, Clock::time_point now) {
  if (!base->resolved) resolve(*base, now);
  return base->at + elapsed(*base->event, event);
}

Nanoseconds ClockChain::elapsed(const Event& from, const Event& to) const {
  return Nanoseconds(std::llround(static_cast<double>(device_.elapsed_ms(from, to)) * 1e6));
}

}  // namespace framelane
