#pragma once
#include <optional>
#include <string>

#include "app/frame_row.h"

namespace framelane {

// The frame log's lines, RFC 4180, ending in CR LF; the same in every locale.

// Column names; the plan, which may be null, gives those of the passes.
[[nodiscard]] std::string log_header(const ChainPlan* plan);
// One row with as many pass columns as the header of `plan`. `since_previous`: host time since the
// row before was finished.
[[nodiscard]] std::string log_row(const FrameRow& row, std::optional<Nanoseconds> since_previous,
                                  const ChainPlan* plan);
// A field as it must stand in a row: in double quotes where it holds a comma, a quote or a line
// break.
[[nodiscard]] std::string csv_field(const std::string& text);

}  // namespace framelane
