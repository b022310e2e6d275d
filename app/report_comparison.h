#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "app/report_data.h"

namespace framelane {

// Two runs over the frame numbers both have, warm-up left out. The frames are cut into stretches of
// equal length; a difference is the frame time of `a` in one stretch (the time it took / the frames
// processed in it) less that of `b`. Milliseconds.
struct Comparison {
  static constexpr std::int64_t kMostStretches = 64;
  static constexpr std::size_t kFewest = 4;  // stretches; with less there is no spread
  static constexpr int kResamples = 2000;
  struct Stretch {
    std::int64_t first_frame = 0;
    double a_ms = 0, b_ms = 0;
  };
  std::int64_t width = 0;  // frames a stretch
  std::vector<Stretch> stretches;
  double median = 0;
  double low = 0, high = 0;                       // 95 % of the bootstrap's medians
  double lower_quartile = 0, upper_quartile = 0;  // of the differences
};

// Nothing with fewer than kFewest stretches in common.
[[nodiscard]] std::optional<Comparison> compare(const FrameBuckets& a, const FrameBuckets& b);

// The frames that have a checksum in both, and the first stretch that differs, if one does.
struct ChecksumMatch {
  std::int64_t frames = 0;
  std::optional<std::pair<std::int64_t, std::int64_t>> differs;  // first and last frame
};
[[nodiscard]] ChecksumMatch match_checksums(const FrameBuckets& a, const FrameBuckets& b);

// Of sorted values, not empty: linear between the two nearest. fraction 0.5 is the median.
[[nodiscard]] double quantile(const std::vector<double>& sorted, double fraction);

}  // namespace framelane
