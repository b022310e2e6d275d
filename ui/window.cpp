#include "ui/window.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "gpu/errors.h"
#include "ui/gl.h"
#include "ui/window_place.h"
#include "ui/window_state.h"

namespace framelane {
namespace {

PixelRect usable_display(int display) {
  SDL_Rect usable{0, 0, 1280, 720};
  SDL_GetDisplayUsableBounds(std::max(display, 0), &usable);
  return {usable.x, usable.y, usable.w, usable.h};
}

std::vector<PixelRect> usable_displays() {
  std::vector<PixelRect> displays;
  for (int display = 0; display < SDL_GetNumVideoDisplays(); ++display)
    displays.push_back(usable_display(display));
  return displays;
}

void ask_for_gl_33() {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
}

}  // namespace

// Where it goes: where it was asked to, as far as a display has room there, else in the middle.
PixelRect Window::State::first_place(const WindowOptions& options) {
  const std::vector<PixelRect> displays = usable_displays();
  constexpr Size kUsual{1280, 720};  // that a place with no size yet is looked up by
  const Size known = options.size.value_or(kUsual);
  std::optional<PixelRect> on;
  if (options.place)
    on = display_of({options.place->x, options.place->y, known.width, known.height}, displays);
  const PixelRect display = on.value_or(usable_display(0));
  const Size size = options.size.value_or(
      first_window_size(options.picture, {display.width, display.height}, options.user_scale));
  if (on) restored = options.place;
  PixelRect at{0, 0, size.width, size.height};
  if (on) at = moved_onto({options.place->x, options.place->y, at.width, at.height}, display);
  if (!on && driver_has_a_display()) at = moved_onto(at, display);
  if (!on) at.x = at.y = static_cast<int>(SDL_WINDOWPOS_CENTERED);
  return at;
}

void Window::State::open(const WindowOptions& options) {
  ask_for_gl_33();
  const PixelRect at = first_place(options);
  set_size = {at.width, at.height};
  sized_by_user = options.size.has_value();
  const Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
  window.reset(SDL_CreateWindow(options.title.c_str(), at.x, at.y, at.width, at.height, flags));
  if (!window) refuse_window("no OpenGL window");
  set_place = placed();
  full.set(*window, options.fullscreen);
  context.reset(SDL_GL_CreateContext(window.get()));
  if (!context) refuse_window("no OpenGL 3.3 core context");
  swap_interval = SDL_GL_SetSwapInterval(1) == 0;
  user_scale = options.user_scale;
  wake_event = SDL_RegisterEvents(1);
  SDL_StartTextInput();
  SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
}

WindowPlace Window::State::placed() const {
  WindowPlace place;
  SDL_GetWindowPosition(window.get(), &place.x, &place.y);
  return place;
}

bool Window::State::in_normal_state() const {
  constexpr Uint32 kOther = SDL_WINDOW_MAXIMIZED | SDL_WINDOW_MINIMIZED;
  return (SDL_GetWindowFlags(window.get()) & kOther) == 0 && !FullscreenState::on(*window);
}

void Window::State::request_size(Size size) {
  set_size = size;
  SDL_SetWindowSize(window.get(), size.width, size.height);
  if (std::string_view(SDL_GetCurrentVideoDriver()) == "offscreen") replace_offscreen_window();
}

// Without a display the surface keeps the size that it was made with: only a new one is larger.
void Window::State::replace_offscreen_window() {
  std::unique_ptr<SDL_Window, DestroyWindow> next(
      SDL_CreateWindow(SDL_GetWindowTitle(window.get()), 0, 0, set_size.width, set_size.height,
                       SDL_GetWindowFlags(window.get())));
  if (!next || SDL_GL_MakeCurrent(next.get(), context.get()) != 0)
    refuse_window("no larger surface");
  window = std::move(next);
}

Window::Window(const WindowOptions& options) {
  if (!(options.user_scale >= kLeastUserScale && options.user_scale <= kMostUserScale)) {
    throw UsageError("the panels' scale must be 0.8 to 2");
  }
  state_ = std::make_unique<State>();
  state_->open(options);
}

Window::~Window() = default;

Size Window::drawable() const {
  Size size;
  SDL_GL_GetDrawableSize(state_->window.get(), &size.width, &size.height);
  return size;
}

double Window::scale() const {
  return state_->device_per_logical() * state_->user_scale;
}

double Window::refresh_hz() const {
  SDL_DisplayMode mode{};
  const int display = SDL_GetWindowDisplayIndex(state_->window.get());
  const bool known = SDL_GetCurrentDisplayMode(display, &mode) == 0 && mode.refresh_rate > 0;
  return known ? mode.refresh_rate : 60.0;
}

void Window::set_user_scale(double scale) {
  state_->user_scale = std::clamp(scale, kLeastUserScale, kMostUserScale);
}

std::string Window::renderer() const {
  return reinterpret_cast<const char*>(glGetString(GL_RENDERER));
}

void Window::resize(Size logical) {
  state_->request_size(logical);
}

void Window::fit_picture(Size picture) {
  if (state_->sized_by_user || fullscreen()) return;
  SDL_Window* window = state_->window.get();
  Size before;
  SDL_GetWindowSize(window, &before.width, &before.height);
  const WindowPlace at = state_->placed();
  const PixelRect display = usable_display(SDL_GetWindowDisplayIndex(window));
  const Size size = first_window_size(picture, {display.width, display.height}, state_->user_scale);
  const WindowPlace corner = state_->restored.value_or(WindowPlace{
      at.x + (before.width - size.width) / 2, at.y + (before.height - size.height) / 2});
  state_->restored.reset();
  const PixelRect fitted = moved_onto({corner.x, corner.y, size.width, size.height}, display);
  state_->request_size({fitted.width, fitted.height});
  SDL_SetWindowPosition(state_->window.get(), fitted.x, fitted.y);
  state_->set_place = {fitted.x, fitted.y};
  state_->moved_by_user = false;
}

std::optional<WindowPlace> Window::place() const {
  return state_->left_at;
}

std::optional<Size> Window::sized_by_user() const {
  if (!state_->sized_by_user || !state_->in_normal_state()) return std::nullopt;
  Size size;
  SDL_GetWindowSize(state_->window.get(), &size.width, &size.height);
  return size;
}

bool Window::fullscreen() const {
  return FullscreenState::on(*state_->window);
}

void Window::set_fullscreen(bool on) {
  state_->full.set(*state_->window, on);
}

void Window::set_title(const std::string& title) {
  SDL_SetWindowTitle(state_->window.get(), title.c_str());
}

void Window::keep_display_awake(bool on) {
  on ? SDL_DisableScreenSaver() : SDL_EnableScreenSaver();
}

void Window::show_pointer(bool on) {
  if (on == state_->pointer_shown) return;
  state_->pointer_shown = on;
  SDL_ShowCursor(on ? SDL_ENABLE : SDL_DISABLE);
}

std::string Window::clipboard_text() const {
  const std::unique_ptr<char, void (*)(void*)> text(SDL_GetClipboardText(), SDL_free);
  return text ? text.get() : "";
}

void Window::set_clipboard_text(const std::string& text) {
  SDL_SetClipboardText(text.c_str());
}

Nanoseconds Window::swap() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point before = Clock::now();
  SDL_GL_SwapWindow(state_->window.get());
  const Clock::time_point after = Clock::now();
  // A driver may queue one swap ahead, so only a run of short intervals says that nobody waits.
  const std::chrono::duration<double> half_refresh{0.5 / refresh_hz()};
  const bool fast = state_->last_swap && after - *state_->last_swap < half_refresh;
  state_->fast_swaps = fast ? std::min(state_->fast_swaps + 1, 1000) : 0;
  if (state_->fast_swaps >= 4) state_->swap_interval = false;
  state_->last_swap = after;
  return after - before;
}

bool Window::vsync() const {
  return state_->swap_interval;
}

RgbaImage Window::read_back(std::optional<PixelRect> area) const {
  const Size all = drawable();
  const PixelRect from = area.value_or(PixelRect{0, 0, all.width, all.height});
  glReadBuffer(GL_BACK);
  return read_pixels(from, all.height);
}

}  // namespace framelane
