#pragma once
#include "gpu/image_view.h"

namespace framelane {

// Moves samples and changes none: the output is the part of the input from pixel (left, top) on,
// of the output's size (turned back where `swap`), flipped, then rows exchanged with columns.
struct RemapWork {
  bool swap = false;
  bool flip_x = false, flip_y = false;
  int left = 0, top = 0;  // pixels
};

// The part of one component that is read, in its own samples.
struct RemapSpan {
  int left, top, width, height;
};

FRAMELANE_BOTH inline RemapSpan span_of(const RemapWork& work, const ImageView& in,
                                        const ImageView& out, int c) {
  const bool chroma = in.yuv && (c == 1 || c == 2);
  const int width = out.component_width(c), height = out.component_height(c);
  return {work.left >> (chroma ? in.log2_chroma_w : 0), work.top >> (chroma ? in.log2_chroma_h : 0),
          work.swap ? height : width, work.swap ? width : height};
}

// The input's column of an output's sample that lies at `u` of the part, and the row of `v`.
FRAMELANE_BOTH inline int column_of(const RemapWork& work, const RemapSpan& span, int u) {
  return span.left + (work.flip_x ? span.width - 1 - u : u);
}
FRAMELANE_BOTH inline int row_of(const RemapWork& work, const RemapSpan& span, int v) {
  return span.top + (work.flip_y ? span.height - 1 - v : v);
}

}  // namespace framelane
