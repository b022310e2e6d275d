#pragma once
#include <array>
#include <optional>
#include <vector>

#include "app/bench_kernel.h"
#include "app/bench_rig.h"
#include "gpu/frame_times.h"

namespace framelane {

// How a loop gets a batch's two device buffers: made before; allocated and freed for each batch;
// the same in the stream's order.
enum class LoopAllocation : std::uint8_t { none, device, in_order };

// One way to take batches through upload, kernel and download.
struct LoopCase {
  Mode mode = Mode::serial;
  int lanes = 1;  // streams; of staged: buffer sets of its three streams; serial has one
  LoopAllocation allocation = LoopAllocation::none;  // in_order: not staged
  bool priorities = false;                           // overlapped: of the streams, first to last
  std::size_t bytes = 0;                             // a batch, each way
  int batches = 0;
};

// By the host's clock, from the first call to the end of the last download. No timing event is
// recorded: one after each copy would cost 1 to 2 %.
struct LoopTimes {
  double total_ms = 0;
  // A batch, without the first and the last `lanes` of them; nothing where too few are left.
  std::optional<double> steady_ms;
};

[[nodiscard]] LoopTimes run_loop(BatchRig& rig, const LoopCase& loop, const BatchKernel& kernel);

// When upload, kernel and download of one batch began and ended, by timing events.
using BatchStages = std::array<Interval, 3>;

// The same loop, each result compared with what it must be before its lane goes on. Returns the
// first batch that differs. Fills `stages`, if given.
[[nodiscard]] std::optional<int> check_loop(BatchRig& rig, const LoopCase& loop,
                                            const BatchKernel& kernel,
                                            std::vector<BatchStages>* stages = nullptr);

}  // namespace framelane
