#pragma once
#include <string>

namespace framelane {

// A look at the disk alone. Throws InputError for what is missing, empty or a directory, UsageError
// for a bad pattern.
void look_for_input(const std::string& input);

}  // namespace framelane
