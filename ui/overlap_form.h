#pragma once
#include "ui/geometry.h"
#include "ui/overlap_model.h"

namespace framelane {

// Which parts of the overlap panel there is room for, from the head line on. Logical pixels.
struct OverlapForm {
  static constexpr float kHead = 24, kNumbers = 56, kVerdict = 56, kRow = 24, kDense = 16,
                         kLight = 24, kTermsGap = 8, kVerdictLine = 18;
  static constexpr int kVerdictLines = 3;

  bool numbers = false, verdict = false, modes = false, light = false;
  // The numbers stand in the head line, so that verdict, modes and light find room under it.
  bool compact = false;
  int verdict_lines = kVerdictLines;
  int terms = 0;      // of the bound, the largest of them
  float spacing = 0;  // what is left over, between the parts
  float height = 0;   // of the panel
};
// As much as `room` has place for.
[[nodiscard]] OverlapForm overlap_form(const OverlapModel& model, float room);
[[nodiscard]] float overlap_rows_height(const OverlapModel& model);
// 352 wide, at the left.
[[nodiscard]] Rect overlap_box(const OverlapForm& form, float top);

// Where the bars' common scale ends, in ms: the next round number that holds every row but that of
// the other memory.
[[nodiscard]] double overlap_scale_end(const OverlapModel& model);

}  // namespace framelane
