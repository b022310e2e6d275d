#pragma once
#include "app/stop_signal.h"
#include "decode/pipe_room.h"

namespace framelane {

// A wait for a pipe's reader that ends with the signal. On a terminal it is told, unless `quiet`:
// else a program that stands still would say nothing of why.
[[nodiscard]] PipeWait told_wait(const StopSignal& stop, bool quiet);

}  // namespace framelane
