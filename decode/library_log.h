#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace framelane {

// FFmpeg's own messages. Until this is called they go nowhere and are only counted. Afterwards each
// of the first `max_lines` warnings and errors is given to `sink`, printable and without line end,
// and one line says that the rest is only counted. Thread-safety: any thread; `sink` is called from
// FFmpeg's threads, one call at a time.
void set_library_log(std::function<void(std::string_view)> sink, int max_lines);

struct LibraryLogCounts {
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
};
[[nodiscard]] LibraryLogCounts library_log_counts();

// For decode/ itself: begins counting; and the latest error message, printable, which is empty when
// none came since the last call.
void install_library_log();
[[nodiscard]] std::string take_last_library_error();

}  // namespace framelane
