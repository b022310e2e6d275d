#pragma once
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "gpu/band_pool.h"
#include "gpu/device.h"
#include "gpu/host_pool.h"
#include "gpu/transfer_extras.h"

namespace framelane {

// What the transfer benchmark's loops work with: noise to upload, room for the results, buffers,
// streams and events, all made before anything is timed. Thread-safety: one thread at a time; the
// device outlives it.
class BatchRig {
 public:
  // As many different batches go round; never a multiple of a number of lanes, so that a result
  // left from the batch before in that lane is never the right one.
  static constexpr int kSources = 9;
  static constexpr int kLeastLanes = 2;

  struct Size {
    HostMemory memory = HostMemory::pinned;
    std::size_t bytes = 0;  // of the largest batch
    int lanes = kLeastLanes;
  };
  // `extras` may be null. Throws DeviceError when memory is short.
  BatchRig(Device& device, TransferExtras* extras, Size size);
  ~BatchRig();
  BatchRig(const BatchRig&) = delete;
  BatchRig& operator=(const BatchRig&) = delete;

  struct Lane {
    HostBlockRef result;
    std::unique_ptr<DeviceBuffer> in, out;
    std::unique_ptr<DeviceBuffer> loop_in, loop_out;  // of a loop that allocates
    std::unique_ptr<Event> uploaded, computed;
    std::array<std::unique_ptr<Event>, 2> done;  // of this batch and of the one before
  };

  [[nodiscard]] Device& device() const { return device_; }
  [[nodiscard]] TransferExtras* extras() const { return extras_; }
  [[nodiscard]] const Size& size() const { return size_; }
  [[nodiscard]] std::byte* source(int batch) const {
    return noise_[static_cast<std::size_t>(batch % kSources)]->data;
  }
  [[nodiscard]] Lane& lane(int index) { return lanes_[static_cast<std::size_t>(index)]; }
  [[nodiscard]] Stream& stream(int index) { return *streams_[static_cast<std::size_t>(index)]; }
  // Of a set whose first stream has the highest priority. Made when first asked for.
  [[nodiscard]] Stream& priority_stream(int index, int of);

  // Whether a lane's result is that batch, or that batch inverted.
  [[nodiscard]] bool holds(const Lane& lane, int batch, std::size_t bytes, bool inverted);

  enum class Way { up, down, both };
  // Milliseconds by the host's clock of `count` copies in a row; both: so many each way at once.
  [[nodiscard]] double copies_ms(Way way, std::size_t bytes, int count);

 private:
  void fill_sources();

  Device& device_;
  TransferExtras* extras_;
  Size size_;
  BandPool bands_;
  HostPool sources_, results_;
  std::vector<HostBlockRef> noise_;
  std::vector<Lane> lanes_;
  std::vector<std::unique_ptr<Stream>> streams_, priority_streams_;
};

}  // namespace framelane
