#pragma once
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/option_values.h"
#include "gpu/errors.h"
#include "gpu/open_device.h"

// How the subcommands' options read their values. Every reader throws UsageError naming the option;
// what it reads into outlives the parser.
namespace framelane {

inline constexpr std::int64_t kNoMost = std::numeric_limits<std::int64_t>::max();

using OptionReader = std::function<void(const std::string&)>;

// The last one given counts.
void add_text(CLI::App& app, const std::string& names, const char* value, const char* help,
              const OptionReader& read);
void add_flag(CLI::App& app, const std::string& name, bool& into, const char* help);
// --device and --wait.
void add_device_choice(CLI::App& app, DeviceChoice& into, const char* wait_help);

// A name that is not empty.
[[nodiscard]] OptionReader path(const char* option, std::string& into);
// 1 and more.
[[nodiscard]] OptionReader whole(const char* option, std::optional<std::int64_t>& into);

template <typename Value>
[[nodiscard]] OptionReader whole(const char* option, Value& into, std::int64_t least,
                                 std::int64_t most) {
  return [=, &into](const std::string& text) {
    into = static_cast<Value>(parse_whole(option, text, least, most));
  };
}

// One of a few words.
template <typename Value>
[[nodiscard]] OptionReader choice(const char* option, Value& into,
                                  std::vector<std::pair<std::string_view, Value>> values) {
  return [option, &into, values = std::move(values)](const std::string& text) {
    std::string names;
    for (const auto& [name, value] : values) {
      if (name == text) {
        into = value;
        return;
      }
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
    throw UsageError(fmt::format("{}: '{}' is not one of {}", option, text, names));
  };
}

}  // namespace framelane
