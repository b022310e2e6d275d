#pragma once
#include <cstddef>

#include "gpu/image_view.h"

namespace framelane {

// Which pixels a block holds: pixel i is column x + i % across of row y + i / across.
struct PointPlace {
  int x = 0, y = 0;
  int across = 1;
  int width = 1, height = 1;  // of the picture

  [[nodiscard]] FRAMELANE_BOTH int column(std::size_t i) const {
    return x + static_cast<int>(i) % across;
  }
  [[nodiscard]] FRAMELANE_BOTH int row(std::size_t i) const {
    return y + static_cast<int>(i) / across;
  }
};

}  // namespace framelane
