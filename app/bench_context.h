#pragma once
#include <atomic>
#include <functional>
#include <string>

#include "app/bench_options.h"
#include "gpu/device.h"
#include "gpu/transfer_extras.h"

namespace framelane {

// What a benchmark runs on. Thread-safety: one thread at a time.
struct BenchContext {
  Device& device;
  TransferExtras* extras;  // null where the device is not a GPU
  const BenchOptions& options;
  const std::atomic<int>& stop;  // a signal's number; what is measured by then is kept
  std::function<void(const std::string&)> progress;  // what is being measured, for a terminal

  [[nodiscard]] bool stopped() const { return stop != 0; }
};

// Clocks of an idle GPU take so long to come up.
inline constexpr double kBenchWarmupMs = 500;

}  // namespace framelane
