#pragma once
#include <atomic>
#include <span>

#include "gpu/band_pool.h"
#include "gpu/pass.h"

namespace framelane {

// Runs a pass on the CPU in bands of rows and returns when it is done. in: the window of a temporal
// pass, oldest first, or one picture; out: one view for each output. Outputs never overlap inputs.
// Bands not yet begun when *cancel becomes true are left out; the output is then incomplete.
// Thread-safety: may be called from several threads with different outputs.
void run_pass_on_host(const Pass& pass, std::span<const ImageView> in,
                      std::span<const ImageView> out, const PassMemory& memory, BandPool& bands,
                      const std::atomic<bool>* cancel);

}  // namespace framelane
