#include "gpu/host/passes/blur_sums.h"
#include "gpu/host/passes/coarse_loops.h"

// Compiled for AVX-512 as a whole: nothing here may be shared with other sources.
namespace framelane {

const BlurSums* widest_blur_sums() {
  static constexpr BlurSums kWidest{blur_across<16>, blur_down<16>, blur_down_two<16>};
  return __builtin_cpu_supports("avx512f") != 0 ? &kWidest : nullptr;
}

const CoarseSums* widest_coarse_sums() {
  return __builtin_cpu_supports("avx512f") != 0 ? &kCoarseLoops<16> : nullptr;
}

}  // namespace framelane
