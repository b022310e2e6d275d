#pragma once
#include <string>
#include <string_view>

namespace framelane {

// "Usage: framelane run INPUT [options]"; of every command where `command` is empty. Ends in a line
// break.
[[nodiscard]] std::string usage_text(std::string_view command);
// What the command's help ends with: examples, and what has no room beside the options.
[[nodiscard]] std::string help_end(std::string_view command);

}  // namespace framelane
