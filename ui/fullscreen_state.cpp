#include "ui/fullscreen_state.h"

#include <string_view>

namespace framelane {
namespace {

bool on_x11() {
  const char* driver = SDL_GetCurrentVideoDriver();
  return driver != nullptr && std::string_view(driver) == "x11";
}

SDL_Rect rect_of(SDL_Window& window) {
  SDL_Rect rect{};
  SDL_GetWindowPosition(&window, &rect.x, &rect.y);
  SDL_GetWindowSize(&window, &rect.w, &rect.h);
  return rect;
}

void place(SDL_Window& window, const SDL_Rect& rect) {
  SDL_SetWindowPosition(&window, rect.x, rect.y);
  SDL_SetWindowSize(&window, rect.w, rect.h);
}

}  // namespace

bool FullscreenState::on(SDL_Window& window) {
  return (SDL_GetWindowFlags(&window) & SDL_WINDOW_FULLSCREEN) != 0;
}

void FullscreenState::set(SDL_Window& window, bool on) {
  if (on == FullscreenState::on(window)) return;
  SDL_Rect display{};
  if (on) {
    before_ = rect_of(window);
    const int number = SDL_GetWindowDisplayIndex(&window);
    if (on_x11() && SDL_GetDisplayBounds(number, &display) == 0) place(window, display);
  }
  SDL_SetWindowFullscreen(&window, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
  if (!on && on_x11()) place(window, before_);
}

}  // namespace framelane
