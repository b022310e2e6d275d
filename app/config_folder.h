#pragma once
#include <filesystem>

namespace framelane {

// Where a person's settings and presets are kept: $XDG_CONFIG_HOME/framelane, else
// ~/.config/framelane. Empty where neither is set; a relative one counts as not set (XDG Base
// Directory Specification).
[[nodiscard]] std::filesystem::path config_folder();

}  // namespace framelane
