#pragma once
#include "app/options.h"
#include "app/stop_signal.h"

namespace framelane {

// `framelane play`: the viewer. The exit status; throws what opening the device, the window, the
// input or the log throws.
[[nodiscard]] int play_command(const Options& options, const StopSignal& stop);

}  // namespace framelane
