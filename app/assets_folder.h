#pragma once
#include <filesystem>

#include "gpu/chain.h"

namespace framelane {

// What comes with the program, presets and colour tables: share/framelane beside the folder the
// program is installed in, else the source tree's assets above the program. Empty where there is
// neither. Thread-safety: any thread.
[[nodiscard]] std::filesystem::path assets_folder();

// The chain with the paths of its options' files that are relative laid in `folder`.
[[nodiscard]] Chain with_files_in(const std::filesystem::path& folder, Chain chain);
// The chain with what it names that is not there but comes with the program.
[[nodiscard]] Chain with_assets(Chain chain);
[[nodiscard]] bool has_all_files(const Chain& chain);

}  // namespace framelane
