#pragma once
#include "gpu/image_view.h"

namespace framelane {

// A tile of a component. width, height: of the component.
struct TilePlace {
  int c, left, top, width, height;
};

// The tiles of every component of a picture in one line of blocks, so that one launch covers planes
// of different sizes.
struct Tiles {
  int width, height;  // of a tile
  int across[4];
  int first[5];  // block each component begins at

  Tiles(const ImageView& out, int tile_width, int tile_height)
      : width(tile_width), height(tile_height) {
    first[0] = 0;
    for (int c = 0; c < 4; ++c) {
      const bool present = out.data[c] != nullptr;
      across[c] = (out.component_width(c) + width - 1) / width;
      const int down = (out.component_height(c) + height - 1) / height;
      first[c + 1] = first[c] + (present ? across[c] * down : 0);
    }
  }
  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(first[4]); }

  // The component of a block and its tile's first sample.
  __device__ int locate(int block, int& left, int& top) const {
    int c = 0;
    while (block >= first[c + 1])
      ++c;
    const int tile = block - first[c];
    left = tile % across[c] * width;
    top = tile / across[c] * height;
    return c;
  }
  // Of the calling block.
  __device__ TilePlace place(const ImageView& out) const {
    TilePlace place;
    place.c = locate(static_cast<int>(blockIdx.x), place.left, place.top);
    place.width = out.component_width(place.c);
    place.height = out.component_height(place.c);
    return place;
  }
};

}  // namespace framelane
