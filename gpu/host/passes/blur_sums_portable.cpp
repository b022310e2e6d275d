#include "gpu/host/passes/blur_sums.h"

namespace framelane {

const BlurSums* wide_blur_sums() {
  return nullptr;
}

}  // namespace framelane
