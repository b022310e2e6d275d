#pragma once
#include <memory>
#include <optional>

#include "gpu/device.h"

namespace framelane {

// A link to simulate: a transfer really copies and then waits out its time.
struct SimulatedLink {
  double gb_per_s = 12;  // each way, 10^9 bytes per second
  double duplex = 1;     // factor on each direction's rate while the other one is busy, (0, 1]
};

struct HostDeviceOptions {
  int threads = 0;  // 0: as many as the machine has
  std::optional<SimulatedLink> link;
};

// The same contract on the CPU: a stream is a worker thread that takes its work in order; passes
// run in bands over all threads. Without a link uploads alias the source and copy nothing.
[[nodiscard]] std::unique_ptr<Device> make_host_device(const HostDeviceOptions& options);

}  // namespace framelane
