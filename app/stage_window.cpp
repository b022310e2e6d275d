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
std::vector<float> thinned(const Samples& samples, std::size_t points, Value value) {
  std::vector<float> drawn;
  const std::size_t count = samples.size();
  const std::size_t shown = std::min(points, count);
  for (std::size_t i = 0; i < shown; ++i)
    drawn.push_back(static_cast<float>(value(samples[i * count / shown])));
  return drawn;
}

}  // namespace

std::optional<double> time_percentile(std::vector<double> times_ms, double fraction) {
  if (times_ms.empty()) return {};
  const auto count = static_cast<double>(times_ms.size());
  const auto index =
      std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(std::ceil(fraction * count)) - 1, 0);
  const auto place = times_ms.begin() + index;
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

std::optional<double> StageWindow::last_ms() const {
  if (samples_.empty()) return {};
  return samples_.back().ms;
}

std::optional<double> StageWindow::max_ms() const {
  return exceeded_by_ms(0);
}

std::optional<double> StageWindow::exceeded_by_ms(double fraction) const {
  std::vector<double> times;
  times.reserve(samples_.size());
  for (const Sample& sample : samples_)
    times.push_back(sample.ms);
  return time_percentile(std::move(times), fraction);
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

std::vector<float> StageWindow::series(std::size_t points) const {
  return thinned(samples_, points, [](const Sample& sample) { return sample.ms; });
}

std::vector<float> StageWindow::waits(std::size_t points) const {
  return thinned(samples_, points, [](const Sample& sample) { return sample.wait_ms; });
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
