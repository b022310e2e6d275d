#include "app/command_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <numeric>
#include <string_view>

#include "gpu/errors.h"

namespace framelane {
namespace {

constexpr std::array<std::string_view, 6> kCommands{"play",   "run",     "bench",
                                                    "report", "filters", "devices"};

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// Letters added, left out or changed, two that changed places counting once (optimal string
// alignment).
std::size_t typing_errors(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = last;
    last = now;
  }
  return last[b.size()];
}

std::string_view command_like(const std::string& word) {
  const auto like = std::ranges::find_if(kCommands, [&](std::string_view command) {
    return typing_errors(lower_case(word), command) <= (command.size() > 4 ? 2U : 1U);
  });
  return like == kCommands.end() ? std::string_view() : *like;
}

}  // namespace

bool names_command(const std::string& word) {
  return word == "-h" || word == "--help" || word == "--version" ||
         std::ranges::find(kCommands, word) != kCommands.end();
}

void take_help_word(std::vector<std::string>& words) {
  if (words.empty() || words.front() != "help") return;
  words.erase(words.begin());
  if (!words.empty() && std::ranges::find(kCommands, words.front()) == kCommands.end())
    throw UsageError(fmt::format("there is no help on '{}': want {} (or framelane filters NAME)",
                                 words.front(), fmt::join(kCommands, ", ")));
  words.insert(words.end(), "--help");
}

void refuse_misplaced_commands(const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    std::error_code error;
    const std::string_view command = command_like(input);
    if (command.empty() || std::filesystem::exists(input, error)) continue;
    throw UsageError(
        input == command
            ? fmt::format("'{}': the command stands first: framelane {} ...", input, command)
            : fmt::format("'{}' is no file: did you mean framelane {} ...?", input, command));
  }
}

}  // namespace framelane
