#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "gpu/open_device.h"

namespace framelane {

// Host memory by what a copy finds in it. `page_locked`: the driver's own allocation; `registered`:
// ordinary memory page-locked afterwards, as Device::page_lock() does.
enum class MemoryKind : std::uint8_t { page_locked, pageable, registered, write_combined, managed };
[[nodiscard]] const char* name_of(MemoryKind kind);

// Memory that a benchmark copies from and to. Thread-safety: the object is immutable.
class TransferMemory {
 public:
  virtual ~TransferMemory() = default;
  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 protected:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

// What a GPU can do that Device has no word for, because nothing but a benchmark wants it.
// Everything throws DeviceError. Thread-safety: one thread at a time; the device outlives it and
// all it made.
class TransferExtras {
 public:
  virtual ~TransferExtras() = default;
  // page_locked, write_combined or managed.
  [[nodiscard]] virtual std::unique_ptr<TransferMemory> allocate_host(MemoryKind kind,
                                                                      std::size_t bytes) = 0;
  // Takes managed memory to the device or back to the host (cudaMemPrefetchAsync).
  virtual void move_managed(Stream& stream, const std::byte* memory, std::size_t bytes,
                            bool to_device) = 0;
  // Rank 0 of `ranks` has the device's highest priority, the last one the lowest.
  [[nodiscard]] virtual std::unique_ptr<Stream> make_stream(int rank, int ranks) = 0;
  // Allocated and, by the destructor, freed in the stream's order, from a pool that keeps its
  // memory. The stream outlives the buffer.
  [[nodiscard]] virtual std::unique_ptr<DeviceBuffer> allocate_in_order(Stream& stream,
                                                                        std::size_t bytes) = 0;
  virtual void copy_on_device(Stream& stream, std::byte* to, const std::byte* from,
                              std::size_t bytes) = 0;
  // By a kernel, where the other is by the driver. Both ends start at multiples of 16 and have room
  // for one more.
  virtual void copy_by_kernel(Stream& stream, std::byte* to, const std::byte* from,
                              std::size_t bytes) = 0;
};

// Null where the device is not a GPU. `choice` is what it was opened with.
[[nodiscard]] std::unique_ptr<TransferExtras> make_transfer_extras(const Device& device,
                                                                   const DeviceChoice& choice);

}  // namespace framelane
