#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "gpu/plan.h"

namespace framelane {

// The values options take, read independently of the locale. Each throws UsageError, its message
// beginning with `option`.

// "90", "1.5", "1:30", "01:02:03.250": seconds, minutes, hours; never negative.
[[nodiscard]] std::chrono::nanoseconds parse_time(const std::string& option,
                                                  const std::string& text);
// "1073741824", "512k", "512M", "4G": bytes; k, M and G are powers of 1024. 1 and more.
[[nodiscard]] std::uint64_t parse_size(const std::string& option, const std::string& text);
// A whole number within [least, most].
[[nodiscard]] std::int64_t parse_whole(const std::string& option, const std::string& text,
                                       std::int64_t least, std::int64_t most);
// "3840x2160": width and height, 16 to 16384 each.
[[nodiscard]] std::pair<int, int> parse_picture_size(const std::string& option,
                                                     const std::string& text);
// "source", "rgba" or the name of a native pixel format.
[[nodiscard]] OutputFormat parse_output_format(const std::string& option, const std::string& text);

}  // namespace framelane
