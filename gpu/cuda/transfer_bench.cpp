#include "gpu/cuda/transfer_bench.h"

#include <cuda_runtime.h>

#include <limits>

#include "gpu/cuda/check.h"
#include "gpu/cuda/copy_kernel.h"
#include "gpu/cuda/cuda_stream.h"

namespace framelane {
namespace {

cudaStream_t queue_of(Stream& stream) {
  return static_cast<CudaStream&>(stream).get();
}

// From cudaHostAlloc.
class HostAllocation final : public TransferMemory {
 public:
  HostAllocation(std::size_t bytes, unsigned flags) {
    void* memory = nullptr;
    check(cudaHostAlloc(&memory, bytes, flags), "cudaHostAlloc");
    data_ = static_cast<std::byte*>(memory);
    bytes_ = bytes;
  }
  ~HostAllocation() override { (void)cudaFreeHost(data_); }
  HostAllocation(const HostAllocation&) = delete;
  HostAllocation& operator=(const HostAllocation&) = delete;
};

class ManagedAllocation final : public TransferMemory {
 public:
  explicit ManagedAllocation(std::size_t bytes) {
    void* memory = nullptr;
    check(cudaMallocManaged(&memory, bytes), "cudaMallocManaged");
    data_ = static_cast<std::byte*>(memory);
    bytes_ = bytes;
  }
  ~ManagedAllocation() override { (void)cudaFree(data_); }
  ManagedAllocation(const ManagedAllocation&) = delete;
  ManagedAllocation& operator=(const ManagedAllocation&) = delete;
};

// A pool of our own, so that the device's default one stays as it is.
class MemoryPool {
 public:
  explicit MemoryPool(int ordinal) {
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = ordinal;
    check(cudaMemPoolCreate(&pool_, &properties), "cudaMemPoolCreate");
    std::uint64_t keep = std::numeric_limits<std::uint64_t>::max();
    check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep),
          "cudaMemPoolSetAttribute");
  }
  ~MemoryPool() { (void)cudaMemPoolDestroy(pool_); }
  MemoryPool(const MemoryPool&) = delete;
  MemoryPool& operator=(const MemoryPool&) = delete;
  [[nodiscard]] cudaMemPool_t get() const { return pool_; }

 private:
  cudaMemPool_t pool_ = nullptr;
};

class OrderedBuffer final : public DeviceBuffer {
 public:
  OrderedBuffer(cudaMemPool_t pool, cudaStream_t stream, std::size_t bytes) : stream_(stream) {
    void* memory = nullptr;
    check(cudaMallocFromPoolAsync(&memory, bytes, pool, stream), "cudaMallocFromPoolAsync");
    data_ = static_cast<std::byte*>(memory);
    bytes_ = bytes;
  }
  ~OrderedBuffer() override { (void)cudaFreeAsync(data_, stream_); }
  OrderedBuffer(const OrderedBuffer&) = delete;
  OrderedBuffer& operator=(const OrderedBuffer&) = delete;

 private:
  cudaStream_t stream_;
};

class CudaTransferExtras final : public TransferExtras {
 public:
  CudaTransferExtras(int ordinal, HostWait wait) : ordinal_(ordinal), wait_(wait) {
    use_device(ordinal_);
    check(cudaDeviceGetStreamPriorityRange(&lowest_, &highest_),
          "cudaDeviceGetStreamPriorityRange");
  }

  [[nodiscard]] std::unique_ptr<TransferMemory> allocate_host(MemoryKind kind,
                                                              std::size_t bytes) override {
    use_device(ordinal_);
    if (kind == MemoryKind::managed) return std::make_unique<ManagedAllocation>(bytes);
    return std::make_unique<HostAllocation>(
        bytes, kind == MemoryKind::write_combined ? cudaHostAllocWriteCombined : 0U);
  }

  void move_managed(Stream& stream, const std::byte* memory, std::size_t bytes,
                    bool to_device) override {
    use_device(ordinal_);
    cudaMemLocation where{};
    where.type = to_device ? cudaMemLocationTypeDevice : cudaMemLocationTypeHost;
    where.id = to_device ? ordinal_ : 0;
    check(prefetch(memory, bytes, where, queue_of(stream)), "cudaMemPrefetchAsync");
  }

  // Numerically lower is higher.
  [[nodiscard]] std::unique_ptr<Stream> make_stream(int rank, int ranks) override {
    use_device(ordinal_);
    const int steps = lowest_ - highest_;
    const int priority = ranks > 1 ? highest_ + steps * rank / (ranks - 1) : 0;
    return std::make_unique<CudaStream>(ordinal_, wait_, priority);
  }

  [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate_in_order(Stream& stream,
                                                                std::size_t bytes) override {
    use_device(ordinal_);
    if (!pool_) pool_ = std::make_unique<MemoryPool>(ordinal_);
    return std::make_unique<OrderedBuffer>(pool_->get(), queue_of(stream), bytes);
  }

  void copy_on_device(Stream& stream, std::byte* to, const std::byte* from,
                      std::size_t bytes) override {
    use_device(ordinal_);
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, queue_of(stream)),
          "cudaMemcpyAsync (on the device)");
  }

  void copy_by_kernel(Stream& stream, std::byte* to, const std::byte* from,
                      std::size_t bytes) override {
    use_device(ordinal_);
    launch_copy(queue_of(stream), to, from, bytes);
  }

 private:
  // CUDA 13 names the place by a struct; 12 by a number.
  static cudaError_t prefetch(const std::byte* data, std::size_t bytes, cudaMemLocation where,
                              cudaStream_t stream) {
#if CUDART_VERSION >= 13000
    return cudaMemPrefetchAsync(data, bytes, where, 0, stream);
#else
    const int device = where.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : where.id;
    return cudaMemPrefetchAsync(data, bytes, device, stream);
#endif
  }

  int ordinal_;
  HostWait wait_;
  int lowest_ = 0, highest_ = 0;
  std::unique_ptr<MemoryPool> pool_;
};

}  // namespace

std::unique_ptr<TransferExtras> make_cuda_transfer_extras(int ordinal, HostWait wait) {
  return std::make_unique<CudaTransferExtras>(ordinal, wait);
}

}  // namespace framelane
