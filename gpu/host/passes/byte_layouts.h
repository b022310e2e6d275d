#pragma once
#include <array>

#include "gpu/host/passes/byte_color_rows.h"
#include "gpu/image_view.h"

namespace framelane {

// How the components of 8-bit pictures lie.

struct ChromaOrder {
  bool known = false, pairs = false, v_first = false;  // pairs: side by side
};
[[nodiscard]] ChromaOrder chroma_order(const ImageView& view);

struct RgbLayout {
  RgbOrder order;
  std::array<int, 4> places;  // of R G B A in a word; below 0: there is none
};
// Null where it is none of RgbOrder's.
[[nodiscard]] const RgbLayout* rgb_layout(const ImageView& view);

}  // namespace framelane
