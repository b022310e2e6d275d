#include "app/stage_window.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace framelane {
namespace {

constexpr auto kSpan = std::chrono::seconds(2);
// A resident loop on a fast GPU gives thousands a second; the window stays small all the same.
constexpr std::size_t kMostSamples = 2048;

template <typename Samples, typename Value>
void thin(const Samples& samples, std::size_t points, std::vector<float>& into, Value value) {
  const std::size_t count = samples.size();
  const std::size_t shown = std::min(points, count);
  into.resize(shown);
  for (std::size_t i = 0; i < shown; ++i)
    into[i] = static_cast<float>(value(samples[i * count / shown]));
}

// Of times sorted longest first.
std::ptrdiff_t percentile_place(std::size_t count, double fraction) {
  const double rank = std::ceil(fraction * static_cast<double>(count));
  return std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(rank) - 1, 0);
}

}  // namespace

std::optional<double> time_percentile(std::vector<double> times_ms, double fraction) {
  if (times_ms.empty()) return {};
  const auto place = times_ms.begin() + percentile_place(times_ms.size(), fraction);
  std::nth_element(times_ms.begin(), place, times_ms.end(), std::greater<>());
  return *place;
}

void StageWindow::add(double ms, Host::time_point at, double bytes, double wait_ms) {
  samples_.push_back({at, ms, bytes, wait_ms});
  while (samples_.front().at < at - kSpan || samples_.size() > kMostSamples)
    samples_.pop_front();
}

std::optional<double> StageWindow::mean_ms() const {
  if (samples_.empty()) return {};
  double sum = 0;
  for (const Sample& sample : samples_)
    sum += sample.ms;
  return sum / static_cast<double>(samples_.size());
}

std::optional<StageWindow::Times> StageWindow::times() const {
  if (samples_.empty()) return {};
  std::vector<double> sorted;
  sorted.reserve(samples_.size());
  for (const Sample& sample : samples_)
    sorted.push_back(sample.ms);
  const auto p95 = sorted.begin() + percentile_place(sorted.size(), 0.05);
  const auto p99 = sorted.begin() + percentile_place(sorted.size(), 0.01);
  std::nth_element(sorted.begin(), p95, sorted.end(), std::greater<>());
  // The longer ones stand before it.
  std::nth_element(sorted.begin(), p99, p95, std::greater<>());
  return Times{samples_.back().ms, *mean_ms(), *p95, *p99,
               *std::max_element(sorted.begin(), p99 + 1)};
}

std::optional<double> StageWindow::gb_per_s() const {
  double bytes = 0;
  double ms = 0;
  for (const Sample& sample : samples_) {
    bytes += sample.bytes;
    ms += sample.ms;
  }
  if (bytes <= 0 || ms <= 0) return {};
  return bytes / (ms * 1e6);
}

void StageWindow::series(std::size_t points, std::vector<float>& into) const {
  thin(samples_, points, into, [](const Sample& sample) { return sample.ms; });
}

void StageWindow::waits(std::size_t points, std::vector<float>& into) const {
  thin(samples_, points, into, [](const Sample& sample) { return sample.wait_ms; });
}

void RateWindow::add(Host::time_point at) {
  times_.push_back(at);
  while (times_.front() < at - kSpan)
    times_.pop_front();
}

std::optional<double> RateWindow::per_second(Host::time_point now) const {
  if (times_.size() < 2 || times_.back() < now - kSpan) return {};
  const double span = std::chrono::duration<double>(times_.back() - times_.front()).count();
  if (span <= 0) return {};
  return static_cast<double>(times_.size() - 1) / span;
}

}  // namespace framelane
