#pragma once
#include <memory>
#include <string>
#include <vector>

#include "gpu/device.h"

namespace framelane {

// The --device value, parsed: auto | cpu[:link=G[xD]] | cuda[:N].
struct DeviceChoice {
  enum class Kind { automatic, cpu, cuda };
  Kind kind = Kind::automatic;
  int ordinal = 0;           // of cuda
  double link_gb_per_s = 0;  // of cpu: simulated link, each way; 0 none
  double link_duplex = 1;
  int cpu_threads = 0;  // of cpu: 0 all
  bool spin = false;    // the host waits spinning instead of blocking
};
// Throws UsageError.
[[nodiscard]] DeviceChoice parse_device_choice(const std::string& text);

struct OpenedDevice {
  std::unique_ptr<Device> device;
  std::string fallback_reason;  // why automatic took the CPU; empty otherwise
};
// Throws DeviceMissing when a named device is not there.
[[nodiscard]] OpenedDevice open_device(const DeviceChoice& choice);

struct DeviceListing {
  std::string spec;  // what --device takes: "cuda:0", "cpu"
  DeviceFacts facts;
  std::string unavailable;  // why it cannot be used; empty when it can
};
[[nodiscard]] std::vector<DeviceListing> list_devices();

}  // namespace framelane
