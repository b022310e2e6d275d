#include "gpu/host/passes/blur_sums.h"
#include "gpu/host/passes/coarse_sums.h"

namespace framelane {

const BlurSums* wide_blur_sums() {
  return nullptr;
}

const BlurSums* widest_blur_sums() {
  return nullptr;
}

const CoarseSums* wide_coarse_sums() {
  return nullptr;
}

const CoarseSums* widest_coarse_sums() {
  return nullptr;
}

}  // namespace framelane
