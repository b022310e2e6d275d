#include "gpu/host/passes/byte_color_rows.h"

namespace framelane {

const ByteColorRows* byte_color_rows() {
  return nullptr;
}

}  // namespace framelane
