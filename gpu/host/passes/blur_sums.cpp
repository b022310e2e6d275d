#include "gpu/host/passes/blur_sums.h"

namespace framelane {

const BlurSums& blur_sums() {
  static constexpr BlurSums kNarrow{blur_across<4>, blur_down<4>};
  static const BlurSums* const kWide = wide_blur_sums();
  return kWide != nullptr ? *kWide : kNarrow;
}

}  // namespace framelane
