#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "gpu/filters/filter.h"

namespace framelane {

// Option values as text, the same in every locale.

[[nodiscard]] FilterValue default_value(const Parameter& parameter);
// Whether a filter does nothing until it is given: the path of a file, where none is the default.
[[nodiscard]] bool is_required(const Parameter& parameter);
// Appends item, after the separator unless text is empty.
void append_item(std::string& text, std::string_view separator, std::string_view item);
// The shortest text that reads back as the same number.
[[nodiscard]] std::string number_text(double number);
// Of a choice; "?" where no choice has the value's number.
[[nodiscard]] std::string_view choice_name(const Parameter& parameter, const FilterValue& value);
// As parse_value() reads it; in a chain's text some characters need quotes.
[[nodiscard]] std::string value_text(const Parameter& parameter, const FilterValue& value);
// "-3 to 3", "y+u+v", "true or false".
[[nodiscard]] std::string range_text(const Parameter& parameter);
// Nothing when the text is no such value or out of range.
[[nodiscard]] std::optional<FilterValue> parse_value(const Parameter& parameter,
                                                     std::string_view text);
// Whether a number is to be read and the text is one to calculate ("iw/2"), which no option reads.
[[nodiscard]] bool is_expression(const Parameter& parameter, std::string_view text);

}  // namespace framelane
