#pragma once
#include <array>

#include "gpu/host/passes/byte_color_rows.h"
#include "gpu/image_view.h"

namespace framelane {

// How the components of 8-bit pictures lie.

// Null where there is no such component.
template <typename Byte>
Byte* row_of(const ImageView& view, int c, int y) {
  return view.data[c] == nullptr ? nullptr
                                 : reinterpret_cast<Byte*>(view.data[c] + y * view.pitch_bytes[c]);
}

struct ChromaOrder {
  bool known = false, pairs = false, v_first = false;  // pairs: side by side
};
[[nodiscard]] ChromaOrder chroma_order(const ImageView& view);

// Pairs in their order, whichever of the two is first.
template <typename Byte>
ChromaBytes<Byte> chroma_row(const ImageView& view, const ChromaOrder& order, int y) {
  if (!order.pairs) return {row_of<Byte>(view, 1, y), row_of<Byte>(view, 2, y)};
  return {row_of<Byte>(view, order.v_first ? 2 : 1, y), nullptr};
}

struct RgbLayout {
  RgbOrder order;
  std::array<int, 4> places;  // of R G B A in a word; below 0: there is none
};
// Null where it is none of RgbOrder's.
[[nodiscard]] const RgbLayout* rgb_layout(const ImageView& view);

}  // namespace framelane
