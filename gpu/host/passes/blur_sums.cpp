#include "gpu/host/passes/blur_sums.h"

#include "gpu/host/passes/coarse_loops.h"

namespace framelane {

const BlurSums& blur_sums() {
  static constexpr BlurSums kNarrow{blur_across<4>, blur_down<4>, blur_down_two<4>};
  static const BlurSums* const kWide = wide_blur_sums();
  static const BlurSums* const kWidest = widest_blur_sums();
  return kWidest != nullptr ? *kWidest : kWide != nullptr ? *kWide : kNarrow;
}

const CoarseSums& narrow_coarse_sums() {
  return kCoarseLoops<4>;
}

const CoarseSums& coarse_sums() {
  static const CoarseSums* const kWide = wide_coarse_sums();
  static const CoarseSums* const kWidest = widest_coarse_sums();
  return kWidest != nullptr ? *kWidest : kWide != nullptr ? *kWide : narrow_coarse_sums();
}

}  // namespace framelane
