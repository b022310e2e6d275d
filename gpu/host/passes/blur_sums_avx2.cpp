#include "gpu/host/passes/blur_sums.h"

// Compiled for AVX2 as a whole: nothing here may be shared with other sources.
namespace framelane {

const BlurSums* wide_blur_sums() {
  static constexpr BlurSums kWide = kBlurSumsOf<8>;
  return __builtin_cpu_supports("avx2") != 0 ? &kWide : nullptr;
}

}  // namespace framelane
