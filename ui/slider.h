#pragma once
#include <optional>
#include <string>

#include "gpu/filters/filter.h"
#include "ui/canvas.h"
#include "ui/text_field.h"

namespace framelane {

struct SliderLook {
  std::string id;
  std::string tooltip;
  bool faint = false;
};

// Track, value and unit of a number or an integer, in the columns of ui/parameter_row.h; the name
// is drawn by the caller. The value it became by the user's hand; nothing when left alone.
std::optional<FilterValue> draw_slider(Canvas& canvas, Rect row, const Parameter& parameter,
                                       const FilterValue& value, const SliderLook& look);

// The field of a value that is being typed: the value once it is taken. Ends the typing itself:
// ENTER and TAB take a value in range, a press elsewhere too; ESC leaves. A value out of range has
// a red outline, and ENTER stays.
std::optional<FilterValue> type_value(Canvas& canvas, Rect box, const Parameter& parameter,
                                      FieldLook look);
// The field of that id is being typed in and its text is no value of the parameter.
[[nodiscard]] bool is_wrong(Canvas& canvas, const std::string& id, const Parameter& parameter);

// As the panel shows it, short: "px" for samples.
[[nodiscard]] std::string short_unit(const Parameter& parameter);

}  // namespace framelane
