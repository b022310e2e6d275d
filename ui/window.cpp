#include "ui/window.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "gpu/errors.h"
#include "ui/display.h"
#include "ui/gl.h"
#include "ui/window_state.h"

namespace framelane {
namespace {

constexpr int kSmallestWidth = 480, kSmallestHeight = 270;

[[noreturn]] void refuse(const std::string& what) {
  throw DeviceError("cannot open a window: " + what + ": " + SDL_GetError() +
                    "; check DISPLAY or WAYLAND_DISPLAY, or use 'framelane run'");
}

SDL_Rect usable_display(int display) {
  SDL_Rect usable{0, 0, 1280, 720};
  SDL_GetDisplayUsableBounds(std::max(display, 0), &usable);
  return usable;
}

Size size_of_display(const SDL_Rect& rect) {
  return {rect.w, rect.h};
}

// A window there can be reached: its middle lies on a display.
bool reaches_a_display(WindowPlace place, Size size) {
  const SDL_Point middle{place.x + size.width / 2, place.y + size.height / 2};
  for (int display = 0; display < SDL_GetNumVideoDisplays(); ++display) {
    const SDL_Rect usable = usable_display(display);
    if (SDL_PointInRect(&middle, &usable) == SDL_TRUE) return true;
  }
  return false;
}

void ask_for_gl_33() {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
}

bool is_set(const char* variable, std::string_view begins_with) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value).starts_with(begins_with);
}

bool may_be_wayland() {
  return is_set("WAYLAND_SOCKET", "") || is_set("WAYLAND_DISPLAY", "/") ||
         is_set("XDG_RUNTIME_DIR", "/");
}

bool driver_has_a_display() {
  const std::string_view driver = SDL_GetCurrentVideoDriver();
  return driver != "offscreen" && driver != "dummy";
}

}  // namespace

bool display_is_there() {
  const VideoDriver driver;
  return driver_has_a_display();
}

VideoDriver::VideoDriver() {
  // Without a folder to look for a socket in, Wayland's library writes a line of its own.
  if (!may_be_wayland()) SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,KMSDRM,offscreen,dummy");
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) refuse("no display");
}

void Window::State::open(const WindowOptions& options) {
  ask_for_gl_33();
  set_size =
      options.size.value_or(first_window_size(options.picture, size_of_display(usable_display(0))));
  sized_by_user = options.size.has_value();
  const Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
  WindowPlace place{SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED};
  if (options.place && reaches_a_display(*options.place, set_size)) place = *options.place;
  window.reset(SDL_CreateWindow(options.title.c_str(), place.x, place.y, set_size.width,
                                set_size.height, flags));
  if (!window) refuse("no OpenGL window");
  full.set(*window, options.fullscreen);
  context.reset(SDL_GL_CreateContext(window.get()));
  if (!context) refuse("no OpenGL 3.3 core context");
  swap_interval = SDL_GL_SetSwapInterval(1) == 0;
  user_scale = options.user_scale;
  wake_event = SDL_RegisterEvents(1);
  SDL_StartTextInput();
  SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
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
  if (!next || SDL_GL_MakeCurrent(next.get(), context.get()) != 0) refuse("no larger surface");
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

bool Window::on_a_display() const {
  return driver_has_a_display();
}

void Window::resize(Size logical) {
  state_->request_size(logical);
}

void Window::fit_picture(Size picture) {
  if (state_->sized_by_user || fullscreen()) return;
  SDL_Window* window = state_->window.get();
  int x = 0, y = 0, width = 0, height = 0;
  SDL_GetWindowPosition(window, &x, &y);
  SDL_GetWindowSize(window, &width, &height);
  const SDL_Rect usable = usable_display(SDL_GetWindowDisplayIndex(window));
  const Size size = first_window_size(picture, size_of_display(usable));
  state_->request_size(size);
  const auto within = [](int from, int room, int length, int middle) {
    return std::clamp(middle - length / 2, from, std::max(from, from + room - length));
  };
  SDL_SetWindowPosition(state_->window.get(), within(usable.x, usable.w, size.width, x + width / 2),
                        within(usable.y, usable.h, size.height, y + height / 2));
}

std::optional<WindowPlace> Window::place() const {
  if (fullscreen()) return std::nullopt;
  WindowPlace place;
  SDL_GetWindowPosition(state_->window.get(), &place.x, &place.y);
  return place;
}

std::optional<Size> Window::sized_by_user() const {
  constexpr Uint32 kOwnSize = SDL_WINDOW_MAXIMIZED | SDL_WINDOW_MINIMIZED;
  const bool own = (SDL_GetWindowFlags(state_->window.get()) & kOwnSize) == 0;
  if (!state_->sized_by_user || fullscreen() || !own) return std::nullopt;
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

Size first_window_size(Size picture, Size usable) {
  const double width = std::max(picture.width, 1), height = std::max(picture.height, 1);
  const double most = std::min(0.9 * usable.width / width, 0.9 * usable.height / height);
  const double least = std::min(kSmallestWidth / width, kSmallestHeight / height);
  const double factor = std::min(std::max(1.0, least), most);
  return {std::max(1, static_cast<int>(std::lround(width * factor))),
          std::max(1, static_cast<int>(std::lround(height * factor)))};
}

}  // namespace framelane
