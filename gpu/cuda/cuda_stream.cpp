#include "gpu/cuda/cuda_stream.h"

#include "gpu/cuda/check.h"
#include "gpu/cuda/run_pass.h"
#include "gpu/cuda/scopes/count.h"
#include "gpu/pass.h"

namespace framelane {
namespace {

cudaEvent_t event_of(const Event& event) {
  return static_cast<const CudaEvent&>(event).get();
}

}  // namespace

// The runtime's present device is a setting of each thread.
void use_device(int ordinal) {
  thread_local int present = -1;
  if (present == ordinal) return;
  check(cudaSetDevice(ordinal), "cudaSetDevice");
  present = ordinal;
}

CudaEvent::CudaEvent(bool timing, HostWait wait) {
  unsigned flags = timing ? cudaEventDefault : cudaEventDisableTiming;
  if (wait == HostWait::block) flags |= cudaEventBlockingSync;
  check(cudaEventCreateWithFlags(&event_, flags), "cudaEventCreateWithFlags");
}

bool CudaEvent::ready() const {
  const cudaError_t status = cudaEventQuery(event_);
  if (status == cudaErrorNotReady) return false;
  check(status, "cudaEventQuery");
  return true;
}

void CudaEvent::wait() const {
  check(cudaEventSynchronize(event_), "cudaEventSynchronize");
}

CudaStream::CudaStream(int ordinal, HostWait wait, int priority)
    : ordinal_(ordinal), finished_(false, wait) {
  check(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, priority),
        "cudaStreamCreateWithPriority");
}

CudaStream::~CudaStream() {
  (void)cudaStreamSynchronize(stream_);
  (void)cudaStreamDestroy(stream_);
}

std::byte* CudaStream::upload(DeviceBuffer* into, std::byte* host, std::size_t bytes) {
  use_device(ordinal_);
  check(cudaMemcpyAsync(into->data(), host, bytes, cudaMemcpyHostToDevice, stream_),
        "upload (cudaMemcpyAsync)");
  return into->data();
}

void CudaStream::download(std::byte* host, const std::byte* device, std::size_t bytes) {
  use_device(ordinal_);
  check(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream_),
        "download (cudaMemcpyAsync)");
}

void CudaStream::run(const Pass& pass, std::span<const ImageView> inputs,
                     std::span<const ImageView> outputs, const PassMemory& memory) {
  use_device(ordinal_);
  run_pass_on_cuda(pass, inputs, outputs, memory, stream_);
}

void CudaStream::count(const ScopeWork& work, const ImageView& picture, std::byte* table) {
  use_device(ordinal_);
  count_on_cuda(work, picture, reinterpret_cast<std::uint32_t*>(table), stream_);
}

void CudaStream::enter_passes() {
  use_device(ordinal_);
  run_nothing_on_cuda(stream_);
}

void CudaStream::record(Event& event) {
  check(cudaEventRecord(event_of(event), stream_), "cudaEventRecord");
}

void CudaStream::wait(const Event& event) {
  check(cudaStreamWaitEvent(stream_, event_of(event), 0), "cudaStreamWaitEvent");
}

void CudaStream::finish() {
  record(finished_);
  finished_.wait();
}

}  // namespace framelane
