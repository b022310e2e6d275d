#pragma once

namespace framelane {

// The files and signals a program begins with. Called once, before anything is opened.
// Thread-safety: main thread only.

// A file opened later must not take the number of a standard one that the caller closed; reading
// and writing those fails as if they still were. A reader that goes away and a limit on the size
// of files become errors of writing.
void prepare_standard_files();

// What was printed must have arrived: else says so on standard error, and a status of 0 becomes 1.
[[nodiscard]] int finish_output(int status);

}  // namespace framelane
