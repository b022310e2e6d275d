#include "app/sample_series.h"

#include <algorithm>

#include "app/stage_window.h"

namespace framelane {

void SampleSeries::add(double ms) {
  sum_ += ms;
  max_ = count_ == 0 ? ms : std::max(max_, ms);
  const bool keep = count_ % stride_ == 0;
  ++count_;
  if (!keep) return;
  kept_.push_back(ms);
  if (kept_.size() < kMost) return;
  for (std::size_t i = 0; 2 * i < kept_.size(); ++i)
    kept_[i] = kept_[2 * i];
  kept_.resize((kept_.size() + 1) / 2);
  stride_ *= 2;
}

std::optional<double> SampleSeries::mean() const {
  if (count_ == 0) return std::nullopt;
  return sum_ / static_cast<double>(count_);
}

std::optional<double> SampleSeries::max() const {
  if (count_ == 0) return std::nullopt;
  return max_;
}

std::optional<double> SampleSeries::exceeded_by(double fraction) const {
  return time_percentile(kept_, fraction);
}

}  // namespace framelane
