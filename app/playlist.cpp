#include "app/playlist.h"

namespace framelane {

bool Playlist::has(int step) const {
  return step > 0 ? at_ + 1 < inputs_.size() : at_ > 0;
}

bool Playlist::go(int step) {
  if (!has(step)) return false;
  step > 0 ? ++at_ : --at_;
  return true;
}

std::string Playlist::place() const {
  return size() < 2 ? "" : std::to_string(at_ + 1) + "/" + std::to_string(size());
}

}  // namespace framelane
