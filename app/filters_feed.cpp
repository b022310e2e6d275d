#include "app/filters_feed.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/stage_window.h"

namespace framelane {
namespace {

constexpr auto kSpan = std::chrono::seconds(2);
constexpr std::size_t kMostFrames = 120;

double mean_of(const std::vector<double>& times) {
  return std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
}

// The position of the one filter whose values or switch differ; none where filters came, went or
// moved, or where several differ.
std::optional<int> changed_filter(const Chain& a, const Chain& b) {
  if (a.filters.size() != b.filters.size()) return {};
  std::optional<int> changed;
  for (std::size_t i = 0; i < a.filters.size(); ++i) {
    if (a.filters[i] == b.filters[i]) continue;
    if (changed || a.filters[i].spec != b.filters[i].spec) return {};
    changed = static_cast<int>(i);
  }
  return changed;
}

}  // namespace

void FiltersFeed::add(const ProcessedFrame& frame, Host::time_point at) {
  if (frame.times.warmup || !frame.plan) return;
  std::lock_guard lock(mutex_);
  if (frame.revision != revision_ || frame.times.passes.size() != pass_filters_.size()) return;
  Sample sample{at, {}};
  for (const Interval& pass : frame.times.passes)
    sample.ms.push_back(static_cast<double>(pass.length().count()) / 1e6);
  samples_.push_back(std::move(sample));
  while (samples_.front().at < at - kSpan || samples_.size() > kMostFrames)
    samples_.pop_front();
}

void FiltersFeed::clear() {
  std::lock_guard lock(mutex_);
  samples_.clear();
  edited_.reset();
  mean_before_.reset();
}

// The passes that carry the filter, in order.
std::vector<int> FiltersFeed::passes_of(int filter) const {
  std::vector<int> passes;
  for (std::size_t p = 0; p < pass_filters_.size(); ++p)
    if (std::ranges::find(pass_filters_[p], filter) != pass_filters_[p].end())
      passes.push_back(static_cast<int>(p));
  return passes;
}

// The filter whose row shows the time of this one: itself, or the first of those it is fused with.
std::optional<int> FiltersFeed::measured_at(int filter) const {
  const std::vector<int> passes = passes_of(filter);
  if (passes.empty()) return {};
  return pass_filters_[static_cast<std::size_t>(passes.front())].front();
}

// Of each frame measured; none before there are frames.
std::vector<double> FiltersFeed::times_of(const std::vector<int>& passes) const {
  std::vector<double> times;
  if (passes.empty()) return times;
  for (const Sample& sample : samples_) {
    double sum = 0;
    for (const int pass : passes)
      sum += sample.ms[static_cast<std::size_t>(pass)];
    times.push_back(sum);
  }
  return times;
}

void FiltersFeed::note_edit(const Chain& next) {
  const std::optional<int> changed = changed_filter(chain_, next);
  const auto place = static_cast<std::size_t>(changed.value_or(0));
  const bool goes_on =
      changed && changed == edited_ && chain_.filters[place].enabled == next.filters[place].enabled;
  edited_ = changed;
  const std::vector<double> times = changed ? times_of(passes_of(*changed)) : std::vector<double>{};
  if (times.size() >= kEnoughFrames)
    mean_before_ = mean_of(times);
  else if (!goes_on)
    mean_before_.reset();
}

void FiltersFeed::set_chain(const Chain& chain, const ChainPlan& plan, std::uint64_t revision) {
  std::lock_guard lock(mutex_);
  // An edit of the scopes changes no filter.
  if (revision != revision_ && !(chain == chain_)) {
    note_edit(chain);
    samples_.clear();
  }
  revision_ = revision;
  chain_ = chain;
  pass_filters_.clear();
  for (const Pass& pass : plan.passes)
    pass_filters_.push_back(pass.filters);
  if (!samples_.empty() && samples_.front().ms.size() != pass_filters_.size()) samples_.clear();
}

void FiltersFeed::fill_row(FilterRow& row, int filter) const {
  const std::vector<int> passes = passes_of(filter);
  if (passes.empty()) return;
  row.pass = passes.front();
  row.fused = measured_at(filter) != filter;
  if (row.fused) return;
  const std::vector<double> times = times_of(passes);
  if (times.empty()) return;
  row.mean_ms = mean_of(times);
  row.p95_ms = time_percentile(times, 0.05);
  const bool edited = edited_ && measured_at(*edited_) == filter;
  if (edited && mean_before_ && times.size() >= kEnoughFrames)
    row.change_ms = *row.mean_ms - *mean_before_;
}

void FiltersFeed::fill(FiltersModel& model) const {
  std::lock_guard lock(mutex_);
  model.chain = chain_;
  model.revision = revision_;
  model.passes = static_cast<int>(pass_filters_.size());
  model.rows.assign(chain_.filters.size(), {});
  for (std::size_t i = 0; i < model.rows.size(); ++i)
    fill_row(model.rows[i], static_cast<int>(i));
  std::vector<int> all(pass_filters_.size());
  std::iota(all.begin(), all.end(), 0);
  const std::vector<double> sums = times_of(all);
  model.sum_ms = sums.empty() ? std::nullopt : std::optional(mean_of(sums));
}

}  // namespace framelane
