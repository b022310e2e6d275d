#include "app/scope_feed.h"

namespace framelane {
namespace {

bool same(const FrameScopes& a, const FrameScopes& b) {
  return a.before == b.before && a.after == b.after;
}

}  // namespace

void ScopeFeed::add(const ProcessedFrame& frame, Host::time_point at) {
  if (frame.scopes.empty()) return;
  std::lock_guard lock(mutex_);
  if (frame.index <= newest_) return;
  newest_ = frame.index;
  tables_ = frame.scopes;
  for (std::size_t s = 0; s < costs_.size(); ++s)
    if (const auto cost = frame.times.scopes[s].cost()) costs_[s].add(to_ms(*cost), at);
}

void ScopeFeed::clear() {
  clear_costs();
  std::lock_guard lock(mutex_);
  newest_ = -1;
  tables_ = {};
}

void ScopeFeed::clear_costs() {
  std::lock_guard lock(mutex_);
  for (StageWindow& cost : costs_)
    cost.clear();
  renewal_.reset();
}

void ScopeFeed::fill(ScopesModel& model, const ProcessedFrame* still, Host::time_point now) {
  std::lock_guard lock(mutex_);
  const FrameScopes& tables = still && !still->scopes.empty() ? still->scopes : tables_;
  if (!same(tables, model.tables)) {
    model.tables = tables;
    ++model.revision;
  }
  if (!renewal_.due(now.time_since_epoch(), still != nullptr)) return;
  for (std::size_t s = 0; s < costs_.size(); ++s)
    model.cost_ms[s] = costs_[s].mean_ms();
}

}  // namespace framelane
