#pragma once
#include <cstddef>
#include <optional>
#include <utility>

#include "ui/canvas.h"
#include "ui/filters_model.h"
#include "ui/scroll_area.h"

namespace framelane {

// How many parameters a filter shows before its line "more"; those that are not at their default
// are always shown.
inline constexpr std::size_t kFirstParameters = 4;

// One filter of the panel: a header, and under it its parameters.
struct FilterRowLook {
  std::size_t index = 0;    // in the chain; its controls are named "filter<index>.…"
  bool sliders = true;      // its parameters are shown
  bool folds = false;       // a click on its name shows or hides them, and a mark says so
  bool expanded = false;    // all of them, not only the first and the changed ones
  bool dragged = false;     // by its grip
  bool in_force = true;     // what the model says of it is of these very values
  float ms = 48, p95 = 48;  // widths of the numbers' columns
  // Where its parameters scroll when the box is too low for them.
  ScrollArea* scroll = nullptr;
};

// What the user asked of it in this frame.
struct FilterRowAsks {
  bool toggle = false, remove = false, reset = false, choose = false, expand = false;
  int up = 0;  // places to move, by arrow keys
  Control grip;
  std::optional<std::pair<std::size_t, FilterValue>> value;  // of which parameter
  std::optional<std::size_t> open;  // of which parameter its list or file dialog
  std::optional<Rect> ring;         // the line that has the keyboard's ring
  std::optional<float> ring_at;     // where that is in `scroll`'s content, if there
};

[[nodiscard]] float filter_row_height(const ChainFilter& filter, const FilterRowLook& look);
// `box`: of that height, or less of it with `scroll`; the bar of its pass is the caller's, in the
// first pixels.
FilterRowAsks draw_filter_row(Canvas& canvas, Rect box, const ChainFilter& filter,
                              const FilterRow& row, const FilterRowLook& look);

}  // namespace framelane
