#pragma once
#include <atomic>
#include <cstdint>

#include "gpu/band_pool.h"
#include "gpu/image_view.h"
#include "gpu/scopes/scope_work.h"

namespace framelane {

// Pixels that a scope counts at most of a frame on the CPU, about: every seventh row of 1920 x
// 1080. With all scopes on, the histogram of both pictures, two cores then take 3 to 4 ms a frame.
inline constexpr int kHostScopeSamples = 300'000;

// Counts a picture into a table of scope_table_size() counts, which is cleared first, in bands over
// the pool, and returns when done. Bands not yet begun when *cancel becomes true are left out.
// Thread-safety: may be called from several threads with different tables.
void count_on_host(const ScopeWork& work, const ImageView& picture, std::uint32_t* table,
                   BandPool& bands, const std::atomic<bool>* cancel);

}  // namespace framelane
