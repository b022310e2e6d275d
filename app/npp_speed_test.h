#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/bench_stats.h"
#include "gpu/cuda/npp_work_test.h"
#include "gpu/device.h"

namespace framelane {

struct NppTime {
  NppWork work = NppWork::none;
  const char* operation = "";
  std::optional<Spread> us;  // a launch, of the repeats
  std::string failed;        // why there is none: NPP's status
};

struct NppReport {
  std::string version;
  std::string unavailable;  // one line: why nothing was measured
  std::vector<NppTime> times;
};

// For tests: times NPP's kernels alone, launch after launch, on pictures of 3840x2160 in device
// memory: 8-bit RGBA in and out where the operation's name does not say otherwise. They are noise,
// eight going round, so that no cache holds them all. NPP comes of the toolkit or of a wheel and is
// loaded when asked for: a program that is built here and run elsewhere carries none of its
// libraries (100 MB) and starts without them. `device` is a CUDA one. Throws std::runtime_error
// when a launch breaks it. Thread-safety: one thread.
[[nodiscard]] NppReport measure_npp(Device& device);

// The quickest that does that work; null where none was timed.
[[nodiscard]] const NppTime* quickest(const NppReport& report, NppWork work);

}  // namespace framelane
