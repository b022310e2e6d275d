#pragma once
#include <cstdio>
#include <memory>
#include <string>

namespace framelane {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePtr = std::unique_ptr<std::FILE, CloseFile>;

// A file to write into, created or emptied. A pipe that nobody reads is refused: it would be waited
// for without end. Null where it cannot be had, and `why` says so in a few words.
[[nodiscard]] FilePtr create_file(const std::string& name, std::string& why);

}  // namespace framelane
