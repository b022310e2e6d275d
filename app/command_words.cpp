#include "app/command_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "gpu/did_you_mean.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr std::array<std::string_view, 6> kCommands{"play",   "run",     "bench",
                                                    "report", "filters", "devices"};

}  // namespace

bool names_command(const std::string& word) {
  return word == "-h" || word == "--help" || word == "--version" ||
         std::ranges::find(kCommands, word) != kCommands.end();
}

void take_help_word(std::vector<std::string>& words) {
  if (words.empty() || words.front() != "help") return;
  words.erase(words.begin());
  if (!words.empty() && std::ranges::find(kCommands, words.front()) == kCommands.end())
    throw UsageError(fmt::format("there is no help on '{}'{}: want {} (or framelane filters NAME)",
                                 words.front(), did_you_mean(words.front(), kCommands),
                                 fmt::join(kCommands, ", ")));
  words.insert(words.end(), "--help");
}

void refuse_misplaced_commands(const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code error;
    const std::string_view command = nearest_word(input, kCommands);
    if (command.empty() || std::filesystem::exists(input, error)) continue;
    throw UsageError(
        input == command
            ? fmt::format("'{}': the command stands first: framelane {} ...", input, command)
            : fmt::format("'{}' is no file: did you mean framelane {} ...?", input, command));
  }
}

}  // namespace framelane
