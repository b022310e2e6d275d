#include "app/say.h"

#include <cstdio>

namespace framelane {

void say(const std::string& line) {
  std::fputs(("framelane: " + line + "\n").c_str(), stderr);
}

}  // namespace framelane
