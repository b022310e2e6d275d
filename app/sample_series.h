#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace framelane {

// Milliseconds of one stage, frame by frame. Mean, maximum and count are of every sample; for
// percentiles at most kMost are kept: when they are full every second one goes, and from then on
// only every second, fourth, … new one is kept. Thread-safety: one thread at a time.
class SampleSeries {
 public:
  static constexpr std::size_t kMost = std::size_t{1} << 18;

  void add(double ms);
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::optional<double> mean() const;
  [[nodiscard]] std::optional<double> max() const;
  // The time that `fraction` of the frames reach or exceed; see time_percentile().
  [[nodiscard]] std::optional<double> exceeded_by(double fraction) const;
  [[nodiscard]] std::size_t kept() const { return kept_.size(); }
  // Those kept, in their order.
  [[nodiscard]] std::span<const double> samples() const { return kept_; }

 private:
  std::vector<double> kept_;
  std::uint64_t stride_ = 1;
  std::uint64_t count_ = 0;
  double sum_ = 0;
  double max_ = 0;
};

}  // namespace framelane
