#pragma once
#include <cstdio>
#include <memory>
#include <string>

#include "decode/pipe_room.h"

namespace framelane {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePtr = std::unique_ptr<std::FILE, CloseFile>;

// A file to write into, created or emptied. A pipe that nobody reads is refused: it would be waited
// for without end. Null where it cannot be had, and `why` says so in a few words. Once
// `wait.interrupt` is raised, a pipe or device has a second to take what is left; then writing
// fails (EINTR).
[[nodiscard]] FilePtr create_file(const std::string& name, std::string& why, PipeWait wait = {});
// Of errno, after such a file refused to be written.
[[nodiscard]] std::string why_not_written();

}  // namespace framelane
