#include "gpu/picture.h"

namespace framelane {

bool operator==(const PictureLayout& a, const PictureLayout& b) {
  for (std::size_t p = 0; p < a.planes.size(); ++p)
    if (a.planes[p].offset != b.planes[p].offset ||
        a.planes[p].pitch_bytes != b.planes[p].pitch_bytes)
      return false;
  return a.bytes == b.bytes;
}

PictureLayout packed_layout(const PixelFormat& format, int width, int height) {
  PictureLayout layout;
  std::size_t next = 0;
  for (int p = 0; p < format.plane_count; ++p) {
    const auto row = static_cast<std::size_t>(format.plane_row_bytes(p, width));
    const auto rows = static_cast<std::size_t>(format.plane_rows(p, height));
    const std::size_t pitch = align_up(row, kPitchAlign);
    layout.planes[static_cast<std::size_t>(p)] = {next, pitch};
    layout.bytes = next + pitch * (rows - 1) + row;
    next = align_up(next + pitch * rows, kPlaneAlign);
  }
  return layout;
}

}  // namespace framelane
