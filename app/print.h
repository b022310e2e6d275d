#pragma once
#include <string_view>

#include "decode/pipe_room.h"

namespace framelane {

// Prints on standard output. False where nobody reads it and `wait.interrupt` was raised a second
// ago: what is left is dropped. Another failure is finish_output()'s to tell. Thread-safety: main
// thread.
[[nodiscard]] bool print(std::string_view text, const PipeWait& wait);

}  // namespace framelane
