#include "app/option_names.h"

#include <fmt/format.h>
#include <sys/stat.h>

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

// Where the file will lie, with links followed: also one that leads to what is not there yet, which
// writing into it makes.
std::filesystem::path place_of(const std::string& name) {
  namespace fs = std::filesystem;
  constexpr int kMostLinks = 40;
  std::error_code error;
  fs::path place = fs::absolute(name, error);
  for (int links = 0; links < kMostLinks; ++links) {
    const fs::path target = fs::read_symlink(place, error);
    if (error) break;  // it is none
    place = place.parent_path() / target;
  }
  const fs::path whole = fs::weakly_canonical(place, error);
  return error ? place.lexically_normal() : whole;
}

// Of any kind: std::filesystem::equivalent() knows nothing of pipes and devices.
bool are_one(const std::string& a, const std::string& b) {
  struct stat one {};
  struct stat other {};
  return stat(a.c_str(), &one) == 0 && stat(b.c_str(), &other) == 0 && one.st_dev == other.st_dev &&
         one.st_ino == other.st_ino;
}

bool same_file(const std::string& a, const std::string& b) {
  return place_of(a) == place_of(b) || are_one(a, b);
}

// Whatever goes there is thrown away.
bool is_nowhere(const std::string& name) {
  return are_one(name, "/dev/null");
}

struct NamedFile {
  const char* what;
  std::string name;
};
using NamedFiles = std::vector<NamedFile>;

// The text and what follows each of its colons, where that is a file.
void add_files_of(std::string_view text, std::vector<std::string>& files) {
  for (;;) {
    std::error_code error;
    if (std::filesystem::is_regular_file(text, error)) files.emplace_back(text);
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return;
    text.remove_prefix(colon + 1);
  }
}

// The files behind an input: FFmpeg's file:NAME, concat:NAME|NAME and their like name some, and
// standard input may be one.
std::vector<std::string> input_places(const std::string& input) {
  constexpr std::string_view kFile = "file:";
  if (input == "-") return {"/dev/stdin"};
  std::vector<std::string> places{input.starts_with(kFile) ? input.substr(kFile.size()) : input};
  std::error_code error;
  if (std::filesystem::exists(input, error)) return places;
  const std::string_view all = input;
  for (std::size_t from = 0; from < all.size();) {
    const std::size_t end = std::min(all.find('|', from), all.size());
    add_files_of(all.substr(from, end - from), places);
    from = end + 1;
  }
  return places;
}

NamedFiles files_read(const Options& options) {
  NamedFiles files;
  const auto add_input = [&](const char* what, const std::string& input) {
    for (std::string& place : input_places(input))
      files.push_back({what, std::move(place)});
  };
  if (!options.input.empty()) add_input("the input", options.input);
  for (std::size_t i = 1; i < options.inputs.size(); ++i)
    add_input("an input", options.inputs[i]);
  for (const ChainFilter& filter : options.chain.filters)
    for (std::size_t p = 0; p < filter.values.size(); ++p)
      if (filter.spec->parameters[p].type == Parameter::Type::file &&
          !filter.values[p].text.empty())
        files.push_back({"a filter's file", filter.values[p].text});
  return files;
}

// And the logs of a report, which are told apart as well.
NamedFiles files_written(const Options& options) {
  NamedFiles files;
  const auto add = [&](const char* what, const std::string& name) {
    if (!name.empty()) files.push_back({what, name});
  };
  if (options.output != "-") add("--output", options.output);
  add("--screenshot", options.screenshot);
  add("--json", options.bench.json);
  add("--csv", options.bench.csv);
  add("--log", options.log);
  if (!options.log.empty()) add("--log's JSON", json_name_of(options.log));
  add("--trace", options.trace);
  for (const std::string& log : options.logs) {
    add(files.empty() ? "the log" : "the second log", log);
    if (log.ends_with(".csv")) add("the log's JSON", json_name_of(log));
  }
  add("the page", options.page);
  return files;
}

// Standard output may be a file as well, by another name or by the shell's doing.
NamedFiles everything_written(const Options& options) {
  NamedFiles files = files_written(options);
  if (options.output == "-") files.push_back({"standard output (--output -)", "/dev/stdout"});
  if (options.command == Command::run && options.json && options.output != "-")
    files.push_back({"standard output (--json)", "/dev/stdout"});
  return files;
}

void refuse_same(const NamedFile& a, const NamedFile& b) {
  if (same_file(a.name, b.name))
    throw UsageError(fmt::format("{} and {} are the same file '{}': give them different names",
                                 a.what, b.what, a.name));
}

}  // namespace

// An input may be played twice; nothing is written into it.
void refuse_shared_names(const Options& options) {
  for (const NamedFile& a : files_read(options))
    for (const NamedFile& b : files_written(options))
      refuse_same(a, b);
  NamedFiles written = everything_written(options);
  std::erase_if(written, [](const NamedFile& file) { return is_nowhere(file.name); });
  for (std::size_t a = 0; a < written.size(); ++a)
    for (std::size_t b = a + 1; b < written.size(); ++b)
      refuse_same(written[a], written[b]);
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
