#pragma once
#include <optional>
#include <span>
#include <string>

#include "ui/canvas.h"

namespace framelane {

// The text of all spans.
[[nodiscard]] std::string plain(std::span<const TextSpan> line);

// Names of files may hold line breaks and other control characters, which would leave the line: the
// same with a '?' for each. Nothing where there are none.
[[nodiscard]] std::optional<TextLine> without_controls(std::span<const TextSpan> line);

}  // namespace framelane
