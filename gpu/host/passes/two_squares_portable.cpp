#include "gpu/host/passes/two_squares.h"

namespace framelane {

TwoSquares two_squares(int /*bytes*/) {
  return nullptr;
}

}  // namespace framelane
