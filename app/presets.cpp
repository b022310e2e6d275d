#include "app/presets.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

#include "app/assets_folder.h"
#include "app/file_names.h"
#include "app/whole_file.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".chain";
constexpr std::size_t kMostNameBytes = 64;
constexpr std::uintmax_t kMostPresetBytes = 65536;

bool is_name(const std::string& name) {
  if (name.empty() || name.size() > kMostNameBytes || name.front() == '.') return false;
  return std::ranges::none_of(name, [](char c) {
    return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
}

[[noreturn]] void cannot_save(const std::string& name, const std::string& why) {
  throw OutputError(fmt::format("preset {}: cannot be saved: {}", name, why));
}

fs::path file_of(const std::string& name) {
  if (!is_name(name))
    throw UsageError(fmt::format(
        "a preset's name takes 1 to {} bytes without '/', '\\' and a leading '.'; choose another",
        kMostNameBytes));
  return name + std::string(kEnding);
}

void add_names(const fs::path& folder, std::vector<std::string>& names) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string file = entry->path().filename().string();
    if (!file.ends_with(kEnding)) continue;
    std::string name = file.substr(0, file.size() - kEnding.size());
    if (is_name(name)) names.push_back(std::move(name));
  }
}

}  // namespace

Presets::Presets(fs::path folder, fs::path shipped)
    : folder_(std::move(folder)), shipped_(std::move(shipped)) {}

// The user's own, else one of the program's; empty where there is neither.
fs::path Presets::file_for(const std::string& name) const {
  const fs::path file = file_of(name);
  std::error_code ignored;
  for (const fs::path& folder : {folder_, shipped_})
    if (!folder.empty() && fs::is_regular_file(folder / file, ignored)) return folder / file;
  return {};
}

std::vector<std::string> Presets::names() const {
  std::vector<std::string> names;
  for (const fs::path& folder : {folder_, shipped_})
    if (!folder.empty()) add_names(folder, names);
  std::ranges::sort(names, natural_less);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

void Presets::save(const std::string& name, const Chain& chain) const {
  const fs::path file = folder_ / file_of(name);
  if (folder_.empty()) cannot_save(name, "no folder is kept: set HOME or XDG_CONFIG_HOME");
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) cannot_save(name, error.message());
  const Chain kept = with_files_in(fs::current_path(error), chain);
  const std::string why = write_whole_file(file, to_text(kept) + '\n');
  if (!why.empty()) cannot_save(name, why + " in " + folder_.string());
}

Chain Presets::load(const std::string& name) const {
  const fs::path file = file_for(name);
  std::error_code error;
  if (file.empty())
    throw UsageError(fmt::format("there is no preset '{}' in {}", name, folder_.string()));
  std::ifstream in(file, std::ios::binary);
  if (!in || fs::file_size(file, error) > kMostPresetBytes || error)
    throw UsageError(
        fmt::format("preset {}: {} cannot be read, or is no chain", name, file.string()));
  const std::string text(std::istreambuf_iterator<char>(in), {});
  try {
    return with_files_in(file.parent_path(), parse_chain(text));
  } catch (const UsageError& broken) {
    throw UsageError(fmt::format("preset {}: {}: {}", name, file.string(), broken.what()));
  }
}

}  // namespace framelane
