#pragma once
#include <atomic>

#include "app/bench_report.h"
#include "app/options.h"
#include "app/stop_signal.h"

namespace framelane {

// GB/s each way of the link that the CPU device simulates where none was asked for: slow enough
// that a CPU's kernels can hide behind it.
inline constexpr double kBenchLink = 1;

// Opens the device and measures what is asked for; with a signal's number in `stop`, what was
// measured by then. Throws DeviceMissing, UsageError, DeviceError.
[[nodiscard]] BenchReport run_bench(const Options& options, const std::atomic<int>& stop);

// `framelane bench`: measures, prints the tables and writes --json and --csv; with a signal, of
// what was measured by then. Returns the exit status. Throws DeviceMissing, UsageError, DeviceError
// and, where a file cannot be written, OutputError.
int bench_command(const Options& options, const StopSignal& stop);

}  // namespace framelane
