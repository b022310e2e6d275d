#include "gpu/host/passes/whole_sums.h"

namespace framelane {

const WholeSums* whole_sums() {
  return nullptr;
}

}  // namespace framelane
