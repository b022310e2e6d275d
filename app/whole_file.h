#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace framelane {

// Writes a file whose name never stands for a part of it: beside its place first, then renamed onto
// it. Symbolic links are followed; what is no ordinary file (a device, a pipe) takes the text as it
// is. Empty when it is there; else why not, one line, with what was
// there before still there and nothing left beside it. Thread-safety: any thread.
[[nodiscard]] std::string write_whole_file(const std::filesystem::path& path,
                                           std::string_view text);

}  // namespace framelane
