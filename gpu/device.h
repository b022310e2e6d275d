#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/frame_name.h"
#include "gpu/image_view.h"
#include "gpu/scopes/scope_work.h"

namespace framelane {

struct Pass;                 // gpu/pass.h
struct PassMemory;           // gpu/pass_memory.h
struct PresentTextureOffer;  // gpu/present_texture.h

// A point in a stream's order. Timing events can be subtracted; the others only order streams.
// Thread-safety: recorded and waited for by one thread at a time.
class Event {
 public:
  virtual ~Event() = default;
  // True once everything before its latest record() has finished. A never recorded event is ready.
  [[nodiscard]] virtual bool ready() const = 0;
  // Blocks the calling thread until ready. Throws DeviceError if the device failed.
  virtual void wait() const = 0;
};

// Memory of the device. Freed by the destructor; the device outlives it. Thread-safety: the object
// is immutable; its bytes belong to the streams that were given them, in their order.
class DeviceBuffer {
 public:
  virtual ~DeviceBuffer() = default;
  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 protected:
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

// A queue of work that the device takes in order. Calls return at once; what they were given must
// stay alive until an event recorded after them is ready. Thread-safety: one thread at a time.
class Stream {
 public:
  virtual ~Stream() = default;
  // Whose pictures the work given from now on is about: a failure of it then says so (FrameError),
  // where the device can tell.
  virtual void works_on(const FrameName& frame) { (void)frame; }
  // Copies host bytes to the device. Returns where later work of this stream, and of streams that
  // wait for it, finds them: into.data(), or host itself on a device that reads host memory
  // (aliases_uploads()).
  virtual std::byte* upload(DeviceBuffer* into, std::byte* host, std::size_t bytes) = 0;
  virtual void download(std::byte* host, const std::byte* device, std::size_t bytes) = 0;
  // Runs a planned pass. Inputs are the window of a temporal pass, oldest first, or one picture;
  // `memory` is of this device.
  virtual void run(const Pass& pass, std::span<const ImageView> inputs,
                   std::span<const ImageView> outputs, const PassMemory& memory) = 0;
  // Clears a table of scope_table_size() counts in device memory and counts the picture into it.
  virtual void count(const ScopeWork& work, const ImageView& picture, std::byte* table) = 0;
  // Queues an empty pass: the next event is then reached when a pass could begin, also where passes
  // and copies have queues of their own and an event lies in the one of its stream's last work.
  virtual void enter_passes() {}
  virtual void record(Event& event) = 0;
  virtual void wait(const Event& event) = 0;
  // Blocks the calling thread until everything queued has finished. Throws DeviceError if it
  // failed.
  virtual void finish() = 0;
  // Work that has not ended may be left out from now on, unfinished; its events still become ready.
  // Only for closing.
  virtual void cancel() = 0;
};

struct DeviceFacts {
  std::string name;      // "NVIDIA H200", "CPU, 16 threads"
  std::string kind;      // "cuda" or "cpu"
  std::string driver;    // driver and runtime version, or empty
  int copy_engines = 0;  // asyncEngineCount; 2 with a simulated link; 0 on the plain CPU device
  std::string link;      // "PCIe Gen5 x16", "simulated, 12 GB/s", or empty
  std::uint64_t memory_bytes = 0;
  int scope_samples = 1920 * 1088;  // pixels that a scope counts at most of a frame, about
};

// Counts of this program's own allocations, so that a test can see that none happens after warm-up.
struct AllocationCounts {
  std::uint64_t page_locked = 0;  // host memory registrations
  std::uint64_t device = 0;
};

// A machine that runs passes. Created before and destroyed after everything it made.
// Thread-safety: every member may be called from any thread.
class Device {
 public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const DeviceFacts& facts() const = 0;
  [[nodiscard]] virtual bool aliases_uploads() const = 0;
  // Whether streams share the hardware's queues: an event recorded in a stream whose last work was
  // a download then waits behind other streams' downloads.
  [[nodiscard]] virtual bool shares_queues() const = 0;
  [[nodiscard]] virtual std::unique_ptr<Stream> make_stream() = 0;
  [[nodiscard]] virtual std::unique_ptr<Event> make_timing_event() = 0;
  [[nodiscard]] virtual std::unique_ptr<Event> make_event() = 0;
  // Throws DeviceError when memory is short.
  [[nodiscard]] virtual std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes) = 0;
  // Page-locks memory that has been touched. False when refused: the memory stays pageable and
  // usable.
  [[nodiscard]] virtual bool page_lock(std::byte* memory, std::size_t bytes) = 0;
  virtual void page_unlock(std::byte* memory) = 0;
  // Milliseconds between two timing events, both ready; float, as CUDA gives it.
  [[nodiscard]] virtual float elapsed_ms(const Event& from, const Event& to) const = 0;
  [[nodiscard]] virtual AllocationCounts allocations() const = 0;
  // What puts results into textures of the OpenGL context current on this thread, or why nothing
  // can. `renderer`: what that OpenGL calls itself, for the reason.
  [[nodiscard]] virtual PresentTextureOffer offer_present_texture(const std::string& renderer) = 0;
  // A named stretch of the calling thread for tools that watch the device, where it has any; see
  // gpu/span.h. Must cost nothing where none listens.
  virtual void begin_span(std::string_view stage, std::int64_t frame) { (void)stage, (void)frame; }
  virtual void end_span() {}
};

}  // namespace framelane
