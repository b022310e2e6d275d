#include "app/print.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>

#include "decode/pipe_room.h"

namespace framelane {
namespace {

bool may_block() {
  struct stat facts {};
  return fstat(STDOUT_FILENO, &facts) == 0 && !S_ISREG(facts.st_mode);
}

}  // namespace

bool print(std::string_view text, const PipeWait& wait) {
  const bool waits = may_block();
  PipeRoom room(wait, "standard output");
  while (!text.empty()) {
    // A pipe that has room takes as much at once without waiting.
    const std::size_t part = waits ? std::min<std::size_t>(PIPE_BUF, text.size()) : text.size();
    if (waits && room.wait(STDOUT_FILENO) == PipeRoom::Found::given_up) return false;
    if (std::fwrite(text.data(), 1, part, stdout) != part) break;
    if (waits && std::fflush(stdout) != 0) break;
    text.remove_prefix(part);
  }
  return true;
}

}  // namespace framelane
