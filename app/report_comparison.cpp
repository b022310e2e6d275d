#include "app/report_comparison.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace framelane {
namespace {

// Percentile bootstrap of the median; the same numbers give the same interval everywhere.
std::pair<double, double> bootstrap(const std::vector<double>& differences) {
  std::mt19937_64 random(1);  // NOLINT(bugprone-random-generator-seed): repeatable on purpose
  std::vector<double> medians, drawn(differences.size());
  for (int i = 0; i < Comparison::kResamples; ++i) {
    for (double& value : drawn)
      value = differences[random() % differences.size()];
    std::sort(drawn.begin(), drawn.end());
    medians.push_back(quantile(drawn, 0.5));
  }
  std::sort(medians.begin(), medians.end());
  return {quantile(medians, 0.025), quantile(medians, 0.975)};
}

}  // namespace

double quantile(const std::vector<double>& sorted, double fraction) {
  const double at = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

std::optional<Comparison> compare(const FrameBuckets& a, const FrameBuckets& b) {
  const std::int64_t first = std::max(a.first_frame(), b.first_frame());
  const std::int64_t common = std::min(a.end_frame(), b.end_frame()) - first;
  std::int64_t width = std::max(a.width(), b.width());
  while (common / width > Comparison::kMostStretches)
    width *= 2;
  const FrameBuckets wide_a = a.widened(FrameBuckets::kMost, width);
  const FrameBuckets wide_b = b.widened(FrameBuckets::kMost, width);
  Comparison result;
  result.width = width;
  std::vector<double> differences;
  for (std::int64_t frame = wide_a.first_frame(); frame < wide_a.end_frame(); frame += width) {
    const FrameBucket in_a = wide_a.at(frame), in_b = wide_b.at(frame);
    if (2 * in_a.frames < width || 2 * in_b.frames < width) continue;
    result.stretches.push_back({frame, in_a.frame_ms(), in_b.frame_ms()});
    differences.push_back(in_a.frame_ms() - in_b.frame_ms());
  }
  if (differences.size() < Comparison::kFewest) return std::nullopt;
  std::sort(differences.begin(), differences.end());
  result.median = quantile(differences, 0.5);
  result.lower_quartile = quantile(differences, 0.25);
  result.upper_quartile = quantile(differences, 0.75);
  std::tie(result.low, result.high) = bootstrap(differences);
  return result;
}

ChecksumMatch match_checksums(const FrameBuckets& a, const FrameBuckets& b) {
  const std::int64_t width = std::max(a.width(), b.width());
  const FrameBuckets wide_a = a.widened(FrameBuckets::kMost, width);
  const FrameBuckets wide_b = b.widened(FrameBuckets::kMost, width);
  ChecksumMatch match;
  for (std::int64_t frame = wide_a.first_frame(); frame < wide_a.end_frame(); frame += width) {
    const FrameBucket in_a = wide_a.at(frame), in_b = wide_b.at(frame);
    // Where one run lacks some of the stretch's frames nothing can be said of it.
    if (in_a.checksums == 0 || in_a.frame_digest != in_b.frame_digest) continue;
    match.frames += in_a.checksums;
    if (in_a.digest != in_b.digest && !match.differs) match.differs = {frame, frame + width - 1};
  }
  return match;
}

}  // namespace framelane
