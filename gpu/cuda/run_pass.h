#pragma once
#include <cuda_runtime_api.h>

#include <span>

#include "gpu/pass.h"

namespace framelane {

// Launches a pass on the stream: nothing is allocated and nothing waited for. in: the window of a
// temporal pass, oldest first, or one picture; out: one view for each output. Outputs never overlap
// inputs. Throws DeviceError naming the pass when the launch is refused. Thread-safety: may be
// called from several threads with different streams.
void run_pass_on_cuda(const Pass& pass, std::span<const ImageView> in,
                      std::span<const ImageView> out, const PassMemory& memory,
                      cudaStream_t stream);
// A kernel that does nothing.
void run_nothing_on_cuda(cudaStream_t stream);

}  // namespace framelane
