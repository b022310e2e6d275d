#include <algorithm>
#include <utility>

#include "ui/window_events.h"
#include "ui/window_state.h"

// The window's events as the program's inputs, and back.

namespace framelane {

// Files dropped at once come one by one; they are one input.
std::optional<Input> Window::State::gather_drop(const SDL_Event& event) {
  if (event.type == SDL_DROPBEGIN) dropping.emplace();
  if (event.type == SDL_DROPFILE) {
    Input input = *input_of(event, 1);
    if (!dropping) return input;
    dropping->push_back(input.paths.front());
  }
  if (event.type != SDL_DROPCOMPLETE || !dropping || dropping->empty()) return std::nullopt;
  Input input;
  input.kind = Input::Kind::drop;
  input.paths = *std::exchange(dropping, std::nullopt);
  return input;
}

std::optional<Input> Window::State::translate(const SDL_Event& event) {
  if (event.type == wake_event) return Input{};
  if (event.type >= SDL_DROPFILE && event.type <= SDL_DROPCOMPLETE) return gather_drop(event);
  std::optional<Input> input = input_of(event, device_per_logical());
  if (input && input->kind == Input::Kind::resized) {
    Size now;
    SDL_GetWindowSize(window.get(), &now.width, &now.height);
    sized_by_user = sized_by_user || (!FullscreenState::on(*window) && now != set_size);
  }
  return input;
}

std::optional<Input> Window::wait(std::chrono::milliseconds timeout) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point until = Clock::now() + timeout;
  for (SDL_Event event;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    const int ms = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
    const int got = ms > 0 ? SDL_WaitEventTimeout(&event, ms) : SDL_PollEvent(&event);
    if (got == 0) return std::nullopt;
    if (std::optional<Input> input = state_->translate(event)) return input;
  }
}

std::optional<Input> Window::poll() {
  return wait(std::chrono::milliseconds{0});
}

void Window::wake() const {
  SDL_Event event{};
  event.type = state_->wake_event;
  SDL_PushEvent(&event);
}

void Window::inject(const Input& input) const {
  if (input.kind == Input::Kind::drop) return inject_drop(input);
  SDL_Event event = event_of(input, state_->device_per_logical(),
                             SDL_GetWindowID(state_->window.get()), state_->wake_event);
  SDL_PushEvent(&event);
}

void Window::inject_drop(const Input& input) const {
  SDL_Event mark{};
  mark.type = SDL_DROPBEGIN;
  SDL_PushEvent(&mark);
  for (const std::string& path : input.paths) {
    Input one;
    one.kind = Input::Kind::drop;
    one.paths = {path};
    SDL_Event event = event_of(one, 1, SDL_GetWindowID(state_->window.get()), 0);
    SDL_PushEvent(&event);
  }
  mark.type = SDL_DROPCOMPLETE;
  SDL_PushEvent(&mark);
}

}  // namespace framelane
