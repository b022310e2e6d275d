#pragma once
#include <cstddef>

#include "gpu/image_view.h"

namespace framelane {

// Which pixels a block holds: pixel i is column x + i % across of row y + i / across, beyond the
// picture's end the last one again.
struct PointPlace {
  int x = 0, y = 0;
  int across = 1;
  int width = 1, height = 1;  // of the picture

  [[nodiscard]] FRAMELANE_BOTH int column(std::size_t i) const {
    return inside(x + static_cast<int>(i) % across, width);
  }
  [[nodiscard]] FRAMELANE_BOTH int row(std::size_t i) const {
    return inside(y + static_cast<int>(i) / across, height);
  }

 private:
  [[nodiscard]] static FRAMELANE_BOTH int inside(int i, int size) {
    return i < size ? i : size - 1;
  }
};

}  // namespace framelane
