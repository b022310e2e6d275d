#pragma once
#include <SDL.h>

#include <chrono>
#include <optional>

namespace framelane {

// Full screen as a window manager makes it; where none answers in time, as on a bare X server, a
// window without borders over the whole display. Thread-safety: main thread.
class FullscreenState {
 public:
  [[nodiscard]] bool on(SDL_Window& window) const;
  void set(SDL_Window& window, bool on);
  // The window was made in full screen; `before` is what leaving it should come back to.
  void started(SDL_Rect before);
  // To be asked now and then: makes up for a window manager that is not there.
  void check(SDL_Window& window);

 private:
  using Clock = std::chrono::steady_clock;
  void cover_display(SDL_Window& window);

  std::optional<Clock::time_point> asked_;  // and not known to be done
  bool covers_ = false;                     // by our own means
  SDL_Rect before_{};
};

}  // namespace framelane
