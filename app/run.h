#pragma once
#include "app/options.h"
#include "app/stop_signal.h"

namespace framelane {

// `framelane run`: no window. Processes every frame in order, drops none, checks, writes, logs, and
// ends with the summary. The exit status; throws what opening the device, the input or the outputs
// throws.
[[nodiscard]] int run_command(const Options& options, const StopSignal& stop);

}  // namespace framelane
