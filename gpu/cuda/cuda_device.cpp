#include "gpu/cuda/cuda_device.h"

#include <cuda_runtime.h>

#include <atomic>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "gpu/cuda/check.h"
#include "gpu/cuda/cuda_stream.h"
#include "gpu/cuda/gl_texture.h"
#include "gpu/cuda/nvtx_ranges.h"
#include "gpu/cuda/scopes/count.h"
#include "gpu/errors.h"

namespace framelane {
namespace {

class CudaBuffer final : public DeviceBuffer {
 public:
  explicit CudaBuffer(std::size_t bytes) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes), "cudaMalloc");
    data_ = static_cast<std::byte*>(memory);
    bytes_ = bytes;
  }
  ~CudaBuffer() override { (void)cudaFree(data_); }
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;
};

cudaEvent_t handle(const Event& event) {
  return static_cast<const CudaEvent&>(event).get();
}

// "PCIe Gen5 x16" as the kernel reports it, or empty.
std::string link_of(int ordinal) {
  char id[32] = {};
  if (cudaDeviceGetPCIBusId(id, sizeof id, ordinal) != cudaSuccess) return {};
  for (char& c : id)
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::string folder = std::string("/sys/bus/pci/devices/") + id + "/";
  double speed = 0;
  int width = 0;
  std::ifstream(folder + "max_link_speed") >> speed;
  std::ifstream(folder + "max_link_width") >> width;
  const int generation = speed >= 64   ? 6
                         : speed >= 32 ? 5
                         : speed >= 16 ? 4
                         : speed >= 8  ? 3
                         : speed >= 5  ? 2
                                       : 1;
  if (speed <= 0 || width <= 0) return {};
  return "PCIe Gen" + std::to_string(generation) + " x" + std::to_string(width);
}

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

DeviceFacts facts_of(int ordinal) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, ordinal), "cudaGetDeviceProperties");
  int driver = 0;
  int runtime = 0;
  check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
  check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
  DeviceFacts facts;
  facts.name = properties.name;
  facts.kind = "cuda";
  facts.driver = "CUDA driver " + version_text(driver) + ", runtime " + version_text(runtime);
  facts.copy_engines = properties.asyncEngineCount;
  facts.link = link_of(ordinal);
  facts.memory_bytes = properties.totalGlobalMem;
  facts.scope_samples = kCudaScopeSamples;
  return facts;
}

CudaListing::Entry entry_of(int ordinal) {
  CudaListing::Entry entry;
  try {
    entry.facts = facts_of(ordinal);
  } catch (const DeviceError& error) {
    entry.facts.kind = "cuda";
    entry.unavailable = error.what();
  }
  return entry;
}

class CudaDevice final : public Device {
 public:
  CudaDevice(int ordinal, HostWait wait) : ordinal_(ordinal), wait_(wait) {
    use_device(ordinal_);
    check(cudaSetDeviceFlags(wait == HostWait::block ? cudaDeviceScheduleBlockingSync
                                                     : cudaDeviceScheduleSpin),
          "cudaSetDeviceFlags");
    check(cudaFree(nullptr), "creating the context");
    facts_ = facts_of(ordinal_);
  }

  [[nodiscard]] const DeviceFacts& facts() const override { return facts_; }
  [[nodiscard]] bool aliases_uploads() const override { return false; }
  [[nodiscard]] bool shares_queues() const override { return true; }
  [[nodiscard]] std::unique_ptr<Stream> make_stream() override {
    use_device(ordinal_);
    return std::make_unique<CudaStream>(ordinal_, wait_);
  }
  [[nodiscard]] std::unique_ptr<Event> make_timing_event() override {
    use_device(ordinal_);
    return std::make_unique<CudaEvent>(true, wait_);
  }
  [[nodiscard]] std::unique_ptr<Event> make_event() override {
    use_device(ordinal_);
    return std::make_unique<CudaEvent>(false, wait_);
  }
  [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes) override {
    use_device(ordinal_);
    ++allocated_;
    return std::make_unique<CudaBuffer>(bytes);
  }
  [[nodiscard]] bool page_lock(std::byte* memory, std::size_t bytes) override {
    use_device(ordinal_);
    ++locked_;
    if (cudaHostRegister(memory, bytes, cudaHostRegisterDefault) == cudaSuccess) return true;
    (void)cudaGetLastError();  // the refusal is this call's, not a later one's
    return false;
  }
  void page_unlock(std::byte* memory) override {
    use_device(ordinal_);
    if (cudaHostUnregister(memory) != cudaSuccess) (void)cudaGetLastError();
  }
  [[nodiscard]] float elapsed_ms(const Event& from, const Event& to) const override {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, handle(from), handle(to)), "cudaEventElapsedTime");
    return ms;
  }
  [[nodiscard]] AllocationCounts allocations() const override { return {locked_, allocated_}; }
  [[nodiscard]] PresentTextureOffer offer_present_texture(const std::string& renderer) override {
    return offer_gl_texture({ordinal_, wait_, facts_.name}, renderer);
  }
  void begin_span(std::string_view stage, std::int64_t frame) override {
    ranges_.begin(stage, frame);
  }
  void end_span() override { ranges_.end(); }

 private:
  int ordinal_;
  HostWait wait_;
  DeviceFacts facts_;
  NvtxRanges ranges_;
  std::atomic<std::uint64_t> locked_{0};
  std::atomic<std::uint64_t> allocated_{0};
};

}  // namespace

CudaListing list_cuda_devices() {
  // Read when CUDA starts: as many queues as it can have, so that no stream's passes wait behind
  // what another stream waits for.
  (void)setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
  CudaListing listing;
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status == cudaErrorInsufficientDriver) {
    listing.unavailable =
        "no NVIDIA driver, or one older than CUDA " + version_text(CUDART_VERSION);
  } else if (status != cudaSuccess) {
    listing.unavailable = cudaGetErrorString(status);
  } else if (count == 0) {
    listing.unavailable = "no CUDA device";
  }
  (void)cudaGetLastError();
  for (int i = 0; status == cudaSuccess && i < count; ++i)
    listing.devices.push_back(entry_of(i));
  return listing;
}

std::unique_ptr<Device> make_cuda_device(int ordinal, HostWait wait) {
  const CudaListing listing = list_cuda_devices();
  if (!listing.unavailable.empty())
    throw DeviceMissing("cuda: " + listing.unavailable + "; use --device cpu or auto");
  const int count = static_cast<int>(listing.devices.size());
  if (ordinal < 0 || ordinal >= count)
    throw DeviceMissing("cuda:" + std::to_string(ordinal) +
                        " is not there: this machine has cuda:0 to cuda:" +
                        std::to_string(count - 1) + "; `framelane devices` lists them");
  std::string reason = listing.devices[static_cast<std::size_t>(ordinal)].unavailable;
  try {
    if (reason.empty()) return std::make_unique<CudaDevice>(ordinal, wait);
  } catch (const DeviceError& error) {
    reason = error.what();
  }
  throw DeviceMissing("cuda:" + std::to_string(ordinal) + " cannot be used: " + reason);
}

}  // namespace framelane
