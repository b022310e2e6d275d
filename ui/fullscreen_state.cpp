#include "ui/fullscreen_state.h"

#include <utility>

namespace framelane {
namespace {

constexpr std::chrono::milliseconds kAnswersWithin{300};

SDL_Rect rect_of(SDL_Window& window) {
  SDL_Rect rect{};
  SDL_GetWindowPosition(&window, &rect.x, &rect.y);
  SDL_GetWindowSize(&window, &rect.w, &rect.h);
  return rect;
}

void place(SDL_Window& window, const SDL_Rect& rect) {
  SDL_SetWindowSize(&window, rect.w, rect.h);
  SDL_SetWindowPosition(&window, rect.x, rect.y);
}

bool flagged(SDL_Window& window) {
  return (SDL_GetWindowFlags(&window) & SDL_WINDOW_FULLSCREEN) != 0;
}

}  // namespace

bool FullscreenState::on(SDL_Window& window) const {
  return covers_ || flagged(window);
}

void FullscreenState::set(SDL_Window& window, bool on) {
  if (on == this->on(window)) return;
  asked_.reset();
  if (std::exchange(covers_, false)) {
    SDL_SetWindowBordered(&window, SDL_TRUE);
    return place(window, before_);
  }
  if (on) {
    before_ = rect_of(window);
    asked_ = Clock::now();
  }
  SDL_SetWindowFullscreen(&window, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

void FullscreenState::started(SDL_Rect before) {
  before_ = before;
  asked_ = Clock::now();
}

void FullscreenState::check(SDL_Window& window) {
  if (!asked_ || Clock::now() - *asked_ < kAnswersWithin) return;
  asked_.reset();
  SDL_Rect display{};
  if (SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(&window), &display) != 0) return;
  const SDL_Rect now = rect_of(window);
  if (flagged(window) && (now.w < display.w || now.h < display.h)) cover_display(window);
}

void FullscreenState::cover_display(SDL_Window& window) {
  SDL_Rect display{};
  SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(&window), &display);
  SDL_SetWindowFullscreen(&window, 0);
  SDL_SetWindowBordered(&window, SDL_FALSE);
  place(window, display);
  covers_ = true;
}

}  // namespace framelane
