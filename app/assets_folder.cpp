#include "app/assets_folder.h"

#include <system_error>

namespace framelane {
namespace {

namespace fs = std::filesystem;

bool holds_assets(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder / "presets", ignored);
}

fs::path find_assets() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return {};
  if (const fs::path installed = program.parent_path().parent_path() / "share" / "framelane";
      holds_assets(installed))
    return installed;
  for (fs::path above = program.parent_path(); above.has_relative_path();
       above = above.parent_path())
    if (holds_assets(above / "assets") && fs::exists(above / "CMakePresets.json", error))
      return above / "assets";
  return {};
}

// Calls change(path) for the text of every option that names a file.
template <typename Change>
Chain with_changed_files(Chain chain, Change change) {
  for (ChainFilter& filter : chain.filters)
    for (std::size_t i = 0; i < filter.values.size(); ++i)
      if (filter.spec->parameters[i].type == Parameter::Type::file)
        if (std::string& path = filter.values[i].text; !path.empty()) change(path);
  return chain;
}

}  // namespace

fs::path assets_folder() {
  static const fs::path found = find_assets();
  return found;
}

Chain with_files_in(const fs::path& folder, Chain chain) {
  return with_changed_files(std::move(chain), [&](std::string& path) {
    path = (folder / path).lexically_normal().string();
  });
}

Chain with_assets(Chain chain) {
  return with_changed_files(std::move(chain), [](std::string& path) {
    std::error_code ignored;
    if (const fs::path shipped = assets_folder() / path;
        !fs::exists(path, ignored) && fs::exists(shipped, ignored))
      path = shipped.string();
  });
}

bool has_all_files(const Chain& chain) {
  bool all = true;
  (void)with_changed_files(chain, [&](const std::string& path) {
    std::error_code ignored;
    all = all && fs::is_regular_file(path, ignored);
  });
  return all;
}

}  // namespace framelane
