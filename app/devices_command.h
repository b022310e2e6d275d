#pragma once
#include <span>
#include <string>

#include "gpu/open_device.h"

namespace framelane {

// What `framelane devices [--json]` prints of list_devices().
[[nodiscard]] std::string devices_command(std::span<const DeviceListing> devices, bool json);

}  // namespace framelane
