#pragma once
#include <string>
#include <string_view>

namespace framelane {

// Text for one line of a message: line ends and other control characters, and bytes that are not
// UTF-8, become '?'; white space at the ends goes; more than 300 bytes are cut with "...".
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace framelane
