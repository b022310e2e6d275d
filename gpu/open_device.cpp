#include "gpu/open_device.h"

#include <charconv>
#include <string_view>

#include "gpu/errors.h"
#include "gpu/host/host_device.h"
#ifdef FRAMELANE_HAS_CUDA
#include "gpu/cuda/cuda_device.h"
#endif

namespace framelane {
namespace {

#ifdef FRAMELANE_HAS_CUDA

std::string why_no_cuda() {
  return list_cuda_devices().unavailable;
}
std::vector<DeviceListing> cuda_devices() {
  std::vector<DeviceListing> listings;
  for (const CudaListing::Entry& entry : list_cuda_devices().devices)
    listings.push_back({"cuda:" + std::to_string(listings.size()), entry.facts, entry.unavailable});
  return listings;
}
std::unique_ptr<Device> open_cuda(int ordinal, bool spin) {
  return make_cuda_device(ordinal, spin ? HostWait::spin : HostWait::block);
}
#else

std::string why_no_cuda() {
  return "this build has no CUDA device (built without nvcc)";
}
std::vector<DeviceListing> cuda_devices() {
  return {};
}
std::unique_ptr<Device> open_cuda(int, bool) {
  throw DeviceMissing("cuda: " + why_no_cuda() + "; use --device cpu or auto");
}
#endif

[[noreturn]] void wrong(const std::string& text) {
  throw UsageError("--device " + text +
                   ": want auto, cpu, cpu:link=12, cpu:link=12x0.9, cuda or cuda:0");
}

template <typename Number>
Number number_in(std::string_view part, const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
  if (error != std::errc{} || end != part.data() + part.size()) wrong(text);
  return value;
}

std::unique_ptr<Device> open_cpu(const DeviceChoice& choice) {
  HostDeviceOptions options;
  options.threads = choice.cpu_threads;
  if (choice.link_gb_per_s > 0)
    options.link = SimulatedLink{choice.link_gb_per_s, choice.link_duplex};
  return make_host_device(options);
}

}  // namespace

DeviceChoice parse_device_choice(const std::string& text) {
  DeviceChoice choice;
  const std::string_view all = text;
  constexpr std::string_view kLink = "cpu:link=";
  constexpr std::string_view kCuda = "cuda:";
  if (all == "auto") return choice;
  choice.kind = all.starts_with("cuda") ? DeviceChoice::Kind::cuda : DeviceChoice::Kind::cpu;
  if (all == "cpu" || all == "cuda") return choice;
  if (all.starts_with(kCuda)) {
    choice.ordinal = number_in<int>(all.substr(kCuda.size()), text);
    if (choice.ordinal < 0) wrong(text);
    return choice;
  }
  if (!all.starts_with(kLink)) wrong(text);
  const std::string_view rate = all.substr(kLink.size());
  const auto x = rate.find('x');
  choice.link_gb_per_s = number_in<double>(rate.substr(0, x), text);
  if (x != std::string_view::npos) choice.link_duplex = number_in<double>(rate.substr(x + 1), text);
  const bool in_range = choice.link_gb_per_s >= 0.01 && choice.link_gb_per_s <= 1000 &&
                        choice.link_duplex >= 0.1 && choice.link_duplex <= 1;
  if (!in_range) wrong(text);
  return choice;
}

OpenedDevice open_device(const DeviceChoice& choice) {
  if (choice.kind == DeviceChoice::Kind::cpu) return {open_cpu(choice), {}};
  if (choice.kind == DeviceChoice::Kind::cuda) return {open_cuda(choice.ordinal, choice.spin), {}};
  std::string reason = why_no_cuda();
  if (reason.empty()) {
    try {
      return {open_cuda(0, choice.spin), {}};
    } catch (const DeviceMissing& error) {
      reason = error.what();
    }
  }
  return {open_cpu(choice), reason};
}

std::vector<DeviceListing> list_devices() {
  std::vector<DeviceListing> listings = cuda_devices();
  if (listings.empty()) {
    DeviceFacts none;
    none.kind = "cuda";
    listings.push_back({"cuda", none, why_no_cuda()});
  }
  listings.push_back({"cpu", make_host_device({})->facts(), {}});
  return listings;
}

}  // namespace framelane
