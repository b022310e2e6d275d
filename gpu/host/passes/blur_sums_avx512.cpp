#include "gpu/host/passes/blur_sums.h"

// Compiled for AVX-512 as a whole: nothing here may be shared with other sources.
namespace framelane {

const BlurSums* widest_blur_sums() {
  static constexpr BlurSums kWidest = kBlurSumsOf<16>;
  return __builtin_cpu_supports("avx512f") != 0 ? &kWidest : nullptr;
}

}  // namespace framelane
