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

// Takes what waits in its queue.
inline void drain_inputs(Window& window) {
  while (window.poll()) {
  }
}

}  // namespace framelane
