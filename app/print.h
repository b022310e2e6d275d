#pragma once
#include <memory>
#include <string_view>

#include "decode/interrupt.h"

namespace framelane {

// Prints on standard output. False where nobody reads it and `interrupt` was raised a second ago:
// what is left is dropped. Another failure is finish_output()'s to tell. Thread-safety: main
// thread.
[[nodiscard]] bool print(std::string_view text, const std::shared_ptr<Interrupt>& interrupt);

}  // namespace framelane
