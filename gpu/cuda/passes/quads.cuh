#pragma once
#include "gpu/cuda/passes/samples.cuh"
#include "gpu/cuda/passes/vectors.cuh"

namespace framelane {

// Samples x .. x + 3 of row y, the row's ends repeated on both sides.
__device__ inline void load4_repeated(const ImageView& view, int c, int x, int y, int width,
                                      float (&into)[4]) {
  if (x >= 0) return load_samples<4>(view, c, x, y, width, into);
  for (int i = 0; i < 4; ++i)
    into[i] = load_code(view, c, nearest_inside(x + i, width), y);
}

}  // namespace framelane
