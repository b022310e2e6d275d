#pragma once
#include "app/options.h"

namespace framelane {

// `framelane report`: reads the logs, writes the page. What is missing in a log is said on standard
// error, one line each, and on the page. Throws InputError, LogError, OutputError; no half page is
// left, and what stood at its place stays until the new one is whole.
[[nodiscard]] int report_command(const Options& options);

}  // namespace framelane
