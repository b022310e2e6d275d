#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/frame_row.h"

namespace framelane {

// What the JSON beside a log says that its rows do not. Thread-safety: a value.
struct LogFacts {
  bool known = false;  // a JSON of our schema was read
  std::string note;    // why not, one line
  RunFacts run;        // of the input: name, codec, pixel format, size, rate
  std::string version;
  std::string color;                                                // of the input, in words
  std::vector<std::pair<std::int64_t, std::string>> chain_changes;  // frame, chain from there on
  struct ModeUsed {
    Mode mode = Mode::serial;
    int lanes = 1;
    HostMemory memory = HostMemory::pinned;
    std::optional<Nanoseconds> pace;
  };
  std::vector<ModeUsed> modes;
};

// Never throws for what the file holds: without it, or with one of another schema, `note` says so
// and nothing is known.
[[nodiscard]] LogFacts read_log_facts(const std::string& json_name);
// Nothing where no mode has this name.
[[nodiscard]] std::optional<Mode> find_mode(std::string_view name);

}  // namespace framelane
