#include "app/devices_command.h"

#include <fmt/format.h>

#include "app/run_json.h"

namespace framelane {
namespace {

std::string device_line(const DeviceListing& device) {
  if (!device.unavailable.empty())
    return fmt::format("{:<10}not usable: {}\n", device.spec, device.unavailable);
  const DeviceFacts& facts = device.facts;
  std::string line = fmt::format("{:<10}{}", device.spec, facts.name);
  if (facts.memory_bytes > 0)
    line += fmt::format(", {:.1f} GB", static_cast<double>(facts.memory_bytes) / 1e9);
  if (!facts.link.empty()) line += ", " + facts.link;
  if (facts.copy_engines > 0) line += fmt::format(", {} copy engines", facts.copy_engines);
  if (!facts.driver.empty()) line += ", " + facts.driver;
  return line + "\n";
}

Json device_json(const DeviceListing& device) {
  const DeviceFacts& facts = device.facts;
  return {{"device", device.spec},
          {"usable", device.unavailable.empty()},
          {"reason", device.unavailable},
          {"name", facts.name},
          {"kind", facts.kind},
          {"driver", facts.driver},
          {"link", facts.link},
          {"copy_engines", facts.copy_engines},
          {"memory_bytes", facts.memory_bytes}};
}

}  // namespace

std::string devices_command(std::span<const DeviceListing> devices, bool json) {
  if (json) {
    Json document{{"schema", kJsonSchema}, {"devices", Json::array()}};
    for (const DeviceListing& device : devices)
      document["devices"].push_back(device_json(device));
    return json_text(document);
  }
  std::string text;
  for (const DeviceListing& device : devices)
    text += device_line(device);
  return text +
         "cpu:link=12x0.9 simulates a bus of 12 GB/s each way (0.01 to 1000), of 0.9 times that "
         "(0.1 to 1, 1 where it is left out) while both are busy\n";
}

}  // namespace framelane
