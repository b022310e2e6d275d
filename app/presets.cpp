#include "app/presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

#include "app/whole_file.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".chain";
constexpr std::size_t kMostNameBytes = 64;
constexpr std::uintmax_t kMostBytes = 65536;

bool is_name(const std::string& name) {
  if (name.empty() || name.size() > kMostNameBytes || name.front() == '.') return false;
  return std::ranges::none_of(name, [](char c) {
    return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
}

[[noreturn]] void cannot_save(const std::string& name, const std::string& why) {
  throw OutputError(fmt::format("preset {}: cannot be saved: {}", name, why));
}

}  // namespace

Presets::Presets(fs::path folder) : folder_(std::move(folder)) {}

fs::path Presets::file_of(const std::string& name) const {
  if (!is_name(name))
    throw UsageError(fmt::format(
        "a preset's name takes 1 to {} bytes without '/', '\\' and a leading '.'; choose another",
        kMostNameBytes));
  return folder_ / (name + std::string(kEnding));
}

std::vector<std::string> Presets::names() const {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    if (!file.ends_with(kEnding)) continue;
    std::string name = file.substr(0, file.size() - kEnding.size());
    if (is_name(name)) names.push_back(std::move(name));
  }
  std::ranges::sort(names);
  return names;
}

void Presets::save(const std::string& name, const Chain& chain) const {
  const fs::path file = file_of(name);
  if (folder_.empty()) cannot_save(name, "no folder is kept: set HOME or XDG_CONFIG_HOME");
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) cannot_save(name, error.message());
  const std::string why = write_whole_file(file, to_text(chain) + '\n');
  if (!why.empty()) cannot_save(name, why + " in " + folder_.string());
}

Chain Presets::load(const std::string& name) const {
  const fs::path file = file_of(name);
  std::error_code error;
  if (folder_.empty() || !fs::is_regular_file(file, error))
    throw UsageError(fmt::format("there is no preset '{}' in {}", name, folder_.string()));
  std::ifstream in(file, std::ios::binary);
  if (!in || fs::file_size(file, error) > kMostBytes || error)
    throw UsageError(
        fmt::format("preset {}: {} cannot be read, or is no chain", name, file.string()));
  const std::string text(std::istreambuf_iterator<char>(in), {});
  try {
    return parse_chain(text);
  } catch (const UsageError& broken) {
    throw UsageError(fmt::format("preset {}: {}: {}", name, file.string(), broken.what()));
  }
}

}  // namespace framelane
