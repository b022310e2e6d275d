#include "gpu/host/passes/blur_sums.h"

namespace framelane {

const BlurSums& blur_sums() {
  static constexpr BlurSums kNarrow = kBlurSumsOf<4>;
  static const BlurSums* const kWide = wide_blur_sums();
  static const BlurSums* const kWidest = widest_blur_sums();
  return kWidest != nullptr ? *kWidest : kWide != nullptr ? *kWide : kNarrow;
}

}  // namespace framelane
