#pragma once
#include <cstdlib>

#include "ui/window.h"

namespace framelane {

// A window without a display, unless SDL_VIDEODRIVER asks for a real one.
inline WindowOptions offscreen_options(Size size) {
  setenv("SDL_VIDEODRIVER", "offscreen", 0);
  WindowOptions options;
  options.title = "test";
  options.picture = size;
  options.size = size;
  return options;
}

}  // namespace framelane
