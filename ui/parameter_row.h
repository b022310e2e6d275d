#pragma once
#include <optional>
#include <string>

#include "gpu/filters/filter.h"
#include "ui/canvas.h"

namespace framelane {

// One parameter of a filter: its name and a slider, a check box, toggles, segments, a list, a
// file's name or a text, by its type. Columns, logical pixels from the row's left edge: name,
// track, value, unit.
struct ParameterColumns {
  static constexpr float kHeight = 24;
  static constexpr float kName = 98, kTrack = 86, kValue = 60, kUnit = 44;
};

struct ParameterLook {
  std::string id;      // of its controls
  bool faint = false;  // the filter is disabled
};

// What the user asked of it.
struct ParameterAsks {
  std::optional<FilterValue> value;  // what it became by hand, in range
  bool open = false;                 // the list of its choices, or the dialog for its file
};

// Sliders: drag, wheel (Shift: finer), arrows under the keyboard's ring; a double click brings the
// default back; a click on the value or ENTER types one, which ENTER takes and ESC leaves.
ParameterAsks draw_parameter(Canvas& canvas, Rect row, const Parameter& parameter,
                             const FilterValue& value, const ParameterLook& look);

// A box of 16 in a hit area of 24. True when clicked.
bool check_box(Canvas& canvas, Rect hit, bool on, const std::string& id, const std::string& tooltip,
               bool faint = false);

}  // namespace framelane
