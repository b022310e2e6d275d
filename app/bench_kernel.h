#pragma once
#include <cstddef>
#include <cstdint>

#include "gpu/device.h"
#include "gpu/pass.h"

namespace framelane {

// Batches are whole rows of so many bytes.
inline constexpr std::size_t kBatchRow = 1024;

// What a benchmark computes on a batch of bytes: passes of the program's own point filter, each a
// run of inversions (65535 - value, of samples of 16 bits). All but the last come to nothing, so
// that the result is the batch inverted or as it was, whatever the weight. Thread-safety:
// immutable.
class BatchKernel {
 public:
  // bytes: a multiple of kBatchRow. passes: 1 and more; `operations` of the last one, 1 to
  // kMaxPointOps.
  BatchKernel(std::size_t bytes, int passes, int operations);

  // Queues it. The kernel outlives the work; `from` and `to` do not overlap.
  void run(Stream& stream, std::byte* from, std::byte* to) const;
  [[nodiscard]] bool inverts() const { return operations_ % 2 != 0; }
  [[nodiscard]] int passes() const { return passes_; }
  [[nodiscard]] int operations() const { return operations_; }

 private:
  int passes_, operations_;
  ImageFormat format_;
  Pass full_, last_;
};

// Milliseconds one takes by the host's clock, the device doing nothing else: the mean of as many in
// a row as fill 5 ms, and of three at least.
[[nodiscard]] double kernel_ms(Stream& stream, const BatchKernel& kernel, std::byte* from,
                               std::byte* to);

// The lightest kernel that takes `ms` and a little more, up to half an operation, or the lightest
// there is.
[[nodiscard]] BatchKernel kernel_taking(double ms, Stream& stream, std::size_t bytes,
                                        std::byte* from, std::byte* to);

}  // namespace framelane
