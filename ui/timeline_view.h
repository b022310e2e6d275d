#pragma once
#include "ui/timeline_model.h"

namespace framelane {

// Which stretch of the timeline is on show: what came last, or where the user held it.
// Thread-safety: a value.
class TimelineView {
 public:
  static constexpr Nanoseconds kShortest{1'000};  // stretch
  static constexpr int kDivisions = 14;           // of a stretch that nobody chose

  // To the latest frames, or the burst, unless held. A frame's upload in the first lane begins at
  // the left edge, so that a steady run stands still.
  void follow(const TimelineModel& model);
  // Makes the stretch `by` times as long; the moment at the share `at` of it stays where it is.
  void zoom(double by, double at);
  void move_to(Nanoseconds from);
  void hold();
  void let_go() { held_ = false; }
  // As it was at first: follows, and finds the length by itself.
  void reset();

  [[nodiscard]] bool held() const { return held_; }
  [[nodiscard]] Interval stretch() const { return {from_, from_ + span_}; }
  // Where the axis has its zero: at the left edge, or where that was when it was held.
  [[nodiscard]] Nanoseconds origin() const { return held_ ? origin_ : from_; }

 private:
  void choose_span(const TimelineModel& model);
  void keep_in_reach();

  bool held_ = false, chosen_ = false;  // chosen: the user said how long
  Nanoseconds from_{0}, span_{14'000'000}, origin_{0};
  Interval content_;  // from the first block to the last one
};

// The lines of the axis.
struct TimelineAxis {
  Nanoseconds step{0};
  int decimals = 0;  // of its milliseconds
};
// 1, 2 or 5 times a power of ten, so that at most `most` steps fit into the span.
[[nodiscard]] TimelineAxis timeline_axis(Nanoseconds span, int most);

}  // namespace framelane
