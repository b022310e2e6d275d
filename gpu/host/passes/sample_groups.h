#pragma once
#include <cstddef>
#include <vector>

#include "gpu/image_view.h"

namespace framelane {

// Samples of one plane that lie side by side: a component alone, or all of a pixel's.
struct SampleGroup {
  int c = 0;  // its first component
  std::ptrdiff_t bytes = 0;
};

// How two pictures' planes can be worked on whole; nothing where they store samples differently.
[[nodiscard]] std::vector<SampleGroup> common_groups(const ImageView& in, const ImageView& out);

}  // namespace framelane
