#include "gpu/frame_times.h"

namespace framelane {

const char* name_of(Mode mode) {
  switch (mode) {
    case Mode::serial:
      return "serial";
    case Mode::overlapped:
      return "overlapped";
    case Mode::staged:
      return "staged";
  }
  return "";
}

std::optional<Nanoseconds> ScopeTime::cost() const {
  if (!before && !after) return std::nullopt;
  return (before ? before->length() : Nanoseconds(0)) + (after ? after->length() : Nanoseconds(0));
}

const char* name_of(HostMemory memory) {
  return memory == HostMemory::pinned ? "pinned" : "pageable";
}

}  // namespace framelane
