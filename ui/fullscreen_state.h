#pragma once
#include <SDL.h>

namespace framelane {

// Full screen as the window manager makes it. On X11 the window is brought to the display's size
// beforehand and back afterwards: without a window manager nobody else does. Thread-safety: main
// thread.
class FullscreenState {
 public:
  [[nodiscard]] static bool on(SDL_Window& window);
  void set(SDL_Window& window, bool on);

 private:
  SDL_Rect before_{};
};

}  // namespace framelane
