#include "gpu/host/passes/blur_sums.h"

namespace framelane {

const BlurSums* wide_blur_sums() {
  return nullptr;
}

const BlurSums* widest_blur_sums() {
  return nullptr;
}

}  // namespace framelane
