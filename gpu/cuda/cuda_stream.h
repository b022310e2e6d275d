#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>

#include "gpu/cuda/cuda_device.h"

namespace framelane {

// Makes the GPU of that ordinal the calling thread's.
void use_device(int ordinal);

class CudaEvent final : public Event {
 public:
  CudaEvent(bool timing, HostWait wait);
  ~CudaEvent() override { (void)cudaEventDestroy(event_); }
  CudaEvent(const CudaEvent&) = delete;
  CudaEvent& operator=(const CudaEvent&) = delete;

  [[nodiscard]] bool ready() const override;
  void wait() const override;
  [[nodiscard]] cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

// A non-blocking stream. The destructor waits for it. Priority: cudaStreamCreateWithPriority's; 0
// is that of every other stream.
class CudaStream final : public Stream {
 public:
  CudaStream(int ordinal, HostWait wait, int priority = 0);
  ~CudaStream() override;
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  std::byte* upload(DeviceBuffer* into, std::byte* host, std::size_t bytes) override;
  void download(std::byte* host, const std::byte* device, std::size_t bytes) override;
  void run(const Pass& pass, std::span<const ImageView> inputs, std::span<const ImageView> outputs,
           const PassMemory& memory) override;
  void count(const ScopeWork& work, const ImageView& picture, std::byte* table) override;
  void enter_passes() override;
  void record(Event& event) override;
  void wait(const Event& event) override;
  void finish() override;
  void cancel() override {}  // the device's queue cannot be taken back; it is short
  [[nodiscard]] cudaStream_t get() const { return stream_; }

 private:
  int ordinal_;
  CudaEvent finished_;
  cudaStream_t stream_ = nullptr;
};

}  // namespace framelane
