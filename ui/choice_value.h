#pragma once
#include "ui/parameter_row.h"
#include "ui/slider.h"

namespace framelane {

// A choice: a segment each where their names fit, else a button with the chosen name that asks for
// the list. Arrows under the keyboard's ring and the wheel go to the next one.
ParameterAsks draw_choice(Canvas& canvas, Rect room, const Parameter& parameter,
                          const FilterValue& value, const SliderLook& look);

// Which of the parameter's choices the value is; their number where it is none.
[[nodiscard]] std::size_t place_of(const Parameter& parameter, const FilterValue& value);

// A file: a button with its name, that asks for the file dialog.
ParameterAsks draw_file(Canvas& canvas, Rect room, const FilterValue& value,
                        const SliderLook& look);

}  // namespace framelane
