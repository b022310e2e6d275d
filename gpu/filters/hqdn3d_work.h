#pragma once
#include <cstddef>
#include <cstdint>

#include "gpu/image_view.h"

namespace framelane {

// A recursive low pass along the rows, then down the columns, then over time. Tables: spatial and
// temporal coefficients of luma, then of chroma; see hqdn3d_math.h. Alpha passes unchanged.
struct Hqdn3dWork {
  int depth = 8;  // bits of a code
};

// Planes of 16-bit numbers, one of each colour component that a picture has: the pass's state
// (every sample as the picture before left it) and its scratch memory (rows filtered).
struct Hqdn3dPlanes {
  std::size_t offset[3] = {};  // numbers from the block's start
  int pitch[3] = {};           // numbers
  std::size_t bytes = 0;       // of the block

  FRAMELANE_BOTH explicit Hqdn3dPlanes(const ImageView& picture) {
    std::size_t numbers = 0;
    for (int c = 0; c < picture.color_count; ++c) {
      offset[c] = numbers;
      pitch[c] = (picture.component_width(c) + 63) / 64 * 64;
      numbers += static_cast<std::size_t>(pitch[c]) *
                 static_cast<std::size_t>(picture.component_height(c));
    }
    bytes = numbers * sizeof(std::uint16_t);
  }
};

}  // namespace framelane
