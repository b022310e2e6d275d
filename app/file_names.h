#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace framelane {

// Whether a name ends like a video's: what a folder offers, never what may be opened.
[[nodiscard]] bool is_video_name(std::string_view name);
// The order people expect: runs of digits by their number ("2" before "10"), letters of either case
// together. A total order.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

}  // namespace framelane
