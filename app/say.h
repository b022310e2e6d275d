#pragma once
#include <string>

namespace framelane {

// Writes one line of the program's own to standard error, with its name before it. Thread-safety:
// any thread; lines come whole.
void say(const std::string& line);

}  // namespace framelane
