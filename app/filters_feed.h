#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "gpu/chain.h"
#include "gpu/processed_frame.h"
#include "ui/filters_model.h"

namespace framelane {

// Collects what each filter takes from the frames' own pass times, over the last two seconds, at
// most 120 frames, and makes the filters panel's model. A filter's time is that of its passes;
// where several filters share one it stands at the first of them. Warm-up frames do not count. A
// change is the mean now less the mean before the last edit, of the filter that edit changed, once
// kEnoughFrames were measured on both sides; while a slider is dragged, the side before stays that
// before the drag. Thread-safety: add() from any thread; the rest on the main thread.
class FiltersFeed {
 public:
  using Host = std::chrono::steady_clock;
  static constexpr std::size_t kEnoughFrames = 10;

  // Every frame that ended or was filtered again.
  void add(const ProcessedFrame& frame, Host::time_point at = Host::now());
  // The chain in force, with its plan for the frames on show, as often as it may have changed.
  void set_chain(const Chain& chain, const ChainPlan& plan, std::uint64_t revision);
  // After a change of mode, lanes, memory or input: what was measured before is no longer true.
  void clear();
  // Fills chain, rows, sum, passes and revision.
  void fill(FiltersModel& model) const;

 private:
  struct Sample {
    Host::time_point at;
    std::vector<double> ms;  // of each pass
  };
  [[nodiscard]] std::vector<int> passes_of(int filter) const;
  [[nodiscard]] std::optional<int> measured_at(int filter) const;
  [[nodiscard]] std::vector<double> times_of(const std::vector<int>& passes) const;
  void note_edit(const Chain& next);
  void fill_row(FilterRow& row, int filter) const;

  mutable std::mutex mutex_;
  Chain chain_;
  std::vector<std::vector<int>> pass_filters_;  // the positions of each pass's filters
  std::uint64_t revision_ = 0;
  std::deque<Sample> samples_;  // of revision_
  std::optional<int> edited_;   // the one filter that the last edit changed
  std::optional<double> mean_before_;
};

}  // namespace framelane
