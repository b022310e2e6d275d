#include <algorithm>
#include <cstdlib>
#include <utility>

#include "ui/window_events.h"
#include "ui/window_state.h"

// The window's events as the program's inputs, and back.

namespace framelane {

// Files dropped at once come one by one; they are one input.
std::optional<Input> Window::State::gather_drop(const SDL_Event& event) {
  if (event.type == SDL_DROPBEGIN) dropping.emplace();
  if (event.type == SDL_DROPFILE) {
    Input input = *input_of(event, 1, held);
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
  held.follow(event);
  std::optional<Input> input = input_of(event, device_per_logical(), held);
  const bool moved = event.type == SDL_WINDOWEVENT && event.window.event == SDL_WINDOWEVENT_MOVED;
  if (moved || (input && input->kind == Input::Kind::resized)) note_size_and_place();
  return input;
}

// A window manager may take its frame's width off the place that it was asked for: that is no move
// of the user's, and kept as one the window would wander from start to start.
void Window::State::note_size_and_place() {
  if (!in_normal_state()) return;
  Size size;
  SDL_GetWindowSize(window.get(), &size.width, &size.height);
  // On its way out of full screen it may still be as large.
  SDL_Rect all{};
  SDL_GetDisplayBounds(std::max(SDL_GetWindowDisplayIndex(window.get()), 0), &all);
  if (size == Size{all.w, all.h}) return;
  const bool sized = size != set_size;
  sized_by_user = sized_by_user || sized;
  int top = 0, left = 0, bottom = 0, right = 0;
  SDL_GetWindowBordersSize(window.get(), &top, &left, &bottom, &right);
  const WindowPlace now = placed();
  moved_by_user = moved_by_user || std::abs(now.x - set_place.x) > std::max(left, right) ||
                  std::abs(now.y - set_place.y) > std::max(top, bottom);
  if (!moved_by_user && !sized) return;
  left_at = now;
  restored.reset();
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
  const std::uint32_t id = SDL_GetWindowID(state_->window.get());
  const bool with_modifiers = input.shift || input.ctrl || input.alt;
  SDL_Event event = modifiers_event(input, true, id);
  if (with_modifiers) SDL_PushEvent(&event);
  event = event_of(input, state_->device_per_logical(), id, state_->wake_event);
  SDL_PushEvent(&event);
  event = modifiers_event(input, false, id);
  if (with_modifiers) SDL_PushEvent(&event);
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
