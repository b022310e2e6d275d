#pragma once
#include <optional>

#include "gpu/device.h"
#include "gpu/frame_times.h"

namespace framelane {

// Measured copy rates in 10^9 bytes per second; `both` is the sum of the two directions at once.
// Nothing where the device copies nothing. Thread-safety: a value.
struct LinkRates {
  std::optional<double> up, down, both;
};

// Copies page-locked or pageable memory for a few tens of milliseconds: medians of five. Allocates;
// call it before the work begins. Throws DeviceError.
[[nodiscard]] LinkRates measure_link(Device& device, HostMemory memory);

}  // namespace framelane
