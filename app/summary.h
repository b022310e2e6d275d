#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/bound.h"
#include "app/frame_row.h"
#include "app/sample_series.h"

namespace framelane {

// The frames of one mode x lanes x memory, warm-up left out of everything but its own count.
// Thread-safety: one thread at a time.
class ModeSummary {
 public:
  ModeSummary(Mode mode_used, int lanes_used, HostMemory memory_used)
      : mode(mode_used), lanes(lanes_used), memory(memory_used) {}
  [[nodiscard]] bool matches(const FrameTimes& times) const;
  // `since_previous`: from the row before, if that was of the same mode and not of a warm-up.
  void add(const FrameRow& row, std::optional<Nanoseconds> since_previous);

  [[nodiscard]] BoundTerms bound(const LinkRates& link) const;
  [[nodiscard]] double serial_ms() const;                   // the sum of the device's stages
  [[nodiscard]] std::optional<double> measured_ms() const;  // wall time a processed frame
  [[nodiscard]] std::optional<double> processed_fps() const;
  [[nodiscard]] std::optional<double> displayed_fps() const;  // nothing without a display
  // Device bound / measured; only where a device stage bounds.
  [[nodiscard]] std::optional<double> efficiency(const LinkRates& link) const;
  [[nodiscard]] Finding finding(const LinkRates& link) const;
  // What bounds, in words, with its number.
  [[nodiscard]] std::string verdict(const LinkRates& link) const;
  [[nodiscard]] std::optional<double> upload_gb_per_s() const;
  [[nodiscard]] std::optional<double> download_gb_per_s() const;

  Mode mode;
  int lanes;
  HostMemory memory;
  std::int64_t frames = 0;  // processed, shown or not; warm-up not counted
  std::int64_t warmup = 0, dropped = 0, displayed = 0;
  std::int64_t unprocessed = 0;  // of those dropped
  std::uint64_t bytes_up = 0, bytes_down = 0;
  SampleSeries decode, decode_wait, upload, filter, download, latency, present;
  SampleSeries between;  // of rows finished one after the other
  struct PassSeries {
    std::string name;
    SampleSeries ms;
  };
  std::vector<PassSeries> passes;

 private:
  struct Engine {  // time busy, intervals that overlap counted once
    Nanoseconds busy{0}, end{0};
    std::optional<Interval> latest;
    void add(const Interval& interval);
    [[nodiscard]] bool is_latest(const Interval& interval) const;
  };
  [[nodiscard]] std::optional<double> spacing_ms(BoundStage stage) const;
  void add_stages(const FrameRow& row, bool in_span);
  void add_passes(const FrameRow& row);

  Engine upload_engine_, compute_engine_, download_engine_;
  struct Decoded {
    Nanoseconds busy{0};
    std::uint64_t frames = 0;  // each source frame once
    void add(Nanoseconds time);
  };
  [[nodiscard]] std::optional<double> decode_ms() const;  // a result

  Decoded decoded_, decoded_in_span_;
  std::uint64_t copied_up_ = 0;  // bytes, each source frame once
  SampleSeries pace_;
  Nanoseconds span_{0};  // sum of since_previous
  std::int64_t processed_in_span_ = 0, displayed_in_span_ = 0;
  bool has_display_ = false;
};

// Everything the end-of-run summary and the log's JSON say of frames. Memory is bounded by the
// number of settings used. Thread-safety: one thread at a time.
class Summary {
 public:
  // What a row was counted as: of which of modes(), and the frame time it gave, if it gave one.
  struct Counted {
    std::size_t mode = 0;
    std::optional<Nanoseconds> since_previous;
  };
  Counted add(const FrameRow& row);
  // Play was paused or moved: the gap before the next row is not a frame's time.
  void interrupted() { previous_finished_.reset(); }
  // The rows to come are of this input, whose frames count from 0 again.
  void next_input(InputFacts input);

  // As next_input() was told of them.
  [[nodiscard]] const std::vector<InputFacts>& inputs() const { return inputs_; }
  [[nodiscard]] const std::vector<ModeSummary>& modes() const { return modes_; }
  [[nodiscard]] std::int64_t processed() const;  // warm-up counted
  [[nodiscard]] std::int64_t dropped() const;
  [[nodiscard]] std::int64_t unprocessed() const;  // of dropped(): before the upload
  [[nodiscard]] std::int64_t displayed() const;
  // Where an input's pictures changed their size or layout: the first frame of each kind, at
  // most kMostChanges of changes_counted().
  struct Change {
    std::int64_t frame = 0;
    FrameFacts source;
    std::size_t input = 0;  // of inputs(), from 1
  };
  static constexpr std::size_t kMostChanges = 4;
  [[nodiscard]] const std::vector<Change>& changes() const { return changes_; }
  [[nodiscard]] std::int64_t changes_counted() const { return changes_counted_; }

 private:
  [[nodiscard]] std::size_t mode_of(const FrameRow& row);
  void note_source(const FrameRow& row);

  std::vector<ModeSummary> modes_;
  std::vector<Change> changes_;
  std::int64_t changes_counted_ = 0;
  std::optional<FrameFacts> source_;  // of the row before, of the same input
  std::vector<InputFacts> inputs_;
  std::size_t latest_ = 0;                        // in modes_, of the row before
  std::optional<Nanoseconds> previous_finished_;  // of the row before, unless that was warm-up
};

// Plain aligned text, several lines. Of the summary's inputs; of the one in `facts` where it was
// told of none.
[[nodiscard]] std::string summary_text(const RunFacts& facts, const RunTotals& totals,
                                       const Summary& summary);

}  // namespace framelane
