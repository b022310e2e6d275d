#include "app/config_folder.h"

#include <cstdlib>

namespace framelane {
namespace {

std::filesystem::path absolute_in(const char* variable) {
  const char* value = std::getenv(variable);
  const std::filesystem::path path = value != nullptr ? value : "";
  return path.is_absolute() ? path : std::filesystem::path();
}

}  // namespace

std::filesystem::path config_folder() {
  if (const auto config = absolute_in("XDG_CONFIG_HOME"); !config.empty())
    return config / "framelane";
  const auto home = absolute_in("HOME");
  return home.empty() ? home : home / ".config" / "framelane";
}

}  // namespace framelane
