#include "gpu/host/passes/blur_sums.h"
#include "gpu/host/passes/coarse_loops.h"

// Compiled for AVX2 as a whole: nothing here may be shared with other sources.
namespace framelane {

const BlurSums* wide_blur_sums() {
  static constexpr BlurSums kWide{blur_across<8>, blur_down<8>, blur_down_two<8>};
  return __builtin_cpu_supports("avx2") != 0 ? &kWide : nullptr;
}

const CoarseSums* wide_coarse_sums() {
  return __builtin_cpu_supports("avx2") != 0 ? &kCoarseLoops<8> : nullptr;
}

}  // namespace framelane
