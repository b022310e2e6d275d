#include "app/option_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/frame_log.h"
#include "decode/output_file.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

// Where the file will lie, with links followed as far as it exists.
std::filesystem::path place_of(const std::string& name) {
  std::error_code error;
  const auto place =
      std::filesystem::weakly_canonical(std::filesystem::absolute(name, error), error);
  return error ? std::filesystem::path(name).lexically_normal() : place;
}

bool same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  return place_of(a) == place_of(b) || std::filesystem::equivalent(a, b, error);
}

// The file behind an input: FFmpeg's file: URLs name one, and standard input may be one.
std::string input_place(const std::string& input) {
  constexpr std::string_view kFile = "file:";
  if (input == "-") return "/dev/stdin";
  return input.starts_with(kFile) ? input.substr(kFile.size()) : input;
}

}  // namespace

void refuse_shared_names(const Options& options) {
  std::vector<std::pair<const char*, std::string>> names;
  if (!options.input.empty()) names.emplace_back("the input", input_place(options.input));
  for (std::size_t i = 1; i < options.inputs.size(); ++i)
    names.emplace_back("an input", input_place(options.inputs[i]));
  if (!options.output.empty() && options.output != "-")
    names.emplace_back("--output", options.output);
  if (!options.screenshot.empty()) names.emplace_back("--screenshot", options.screenshot);
  if (!options.bench.json.empty()) names.emplace_back("--json", options.bench.json);
  if (!options.bench.csv.empty()) names.emplace_back("--csv", options.bench.csv);
  if (!options.log.empty()) {
    names.emplace_back("--log", options.log);
    names.emplace_back("--log's JSON", json_name_of(options.log));
  }
  if (!options.trace.empty()) names.emplace_back("--trace", options.trace);
  for (const std::string& log : options.logs) {
    names.emplace_back(names.empty() ? "the log" : "the second log", log);
    if (log.ends_with(".csv")) names.emplace_back("the log's JSON", json_name_of(log));
  }
  if (!options.page.empty()) names.emplace_back("the page", options.page);
  // An input may be played twice; nothing is written into it.
  const std::size_t inputs = std::max<std::size_t>(options.inputs.size(), 1);
  for (std::size_t a = 0; a < names.size(); ++a)
    for (std::size_t b = std::max(a + 1, options.input.empty() ? 0 : inputs); b < names.size(); ++b)
      if (same_file(names[a].second, names[b].second))
        throw UsageError(fmt::format("{} and {} are the same file '{}': give them different names",
                                     names[a].first, names[b].first, names[b].second));
}

void refuse_wrong_endings(const Options& options) {
  if (!options.log.empty() && !options.log.ends_with(".csv"))
    throw UsageError(fmt::format("--log '{}' is not a log's name: want FILE.csv", options.log));
  if (!options.screenshot.empty() && !options.screenshot.ends_with(".png"))
    throw UsageError(
        fmt::format("--screenshot '{}' is not a PNG's name: want FILE.png", options.screenshot));
  if (!options.output.empty()) (void)output_kind(options.output);
  if (options.page == "-") throw UsageError("--output: '-' is not a page's name: want FILE.html");
}

}  // namespace framelane
