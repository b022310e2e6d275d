#include "ui/window.h"

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "gpu/errors.h"
#include "ui/gl.h"
#include "ui/window_events.h"

namespace framelane {
namespace {

constexpr int kSmallestWidth = 480, kSmallestHeight = 270;

[[noreturn]] void refuse(const std::string& what) {
  throw DeviceError("cannot open a window: " + what + ": " + SDL_GetError() +
                    "; check DISPLAY or WAYLAND_DISPLAY, or use 'framelane run'");
}

// SDL's video part, started once per window.
struct VideoDriver {
  VideoDriver() {
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) refuse("no display");
  }
  ~VideoDriver() { SDL_QuitSubSystem(SDL_INIT_VIDEO); }
  VideoDriver(const VideoDriver&) = delete;
  VideoDriver& operator=(const VideoDriver&) = delete;
};

struct DestroyWindow {
  void operator()(SDL_Window* window) const { SDL_DestroyWindow(window); }
};
struct DestroyContext {
  void operator()(void* context) const { SDL_GL_DeleteContext(context); }
};

Size usable_display() {
  SDL_Rect usable{0, 0, 1280, 720};
  SDL_GetDisplayUsableBounds(0, &usable);
  return {usable.w, usable.h};
}

void ask_for_gl_33() {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
}

}  // namespace

struct Window::State {
  VideoDriver driver;
  std::unique_ptr<SDL_Window, DestroyWindow> window;
  std::unique_ptr<void, DestroyContext> context;
  std::uint32_t wake_event = 0;
  double user_scale = 1;
  bool pointer_shown = true;
  bool sized_by_user = false;
  Size set_size;  // the last size this program asked for
  bool swap_interval = false;
  int fast_swaps = 0;
  std::optional<std::chrono::steady_clock::time_point> last_swap;

  void open(const WindowOptions& options);
  void request_size(Size size);
  void replace_offscreen_window();
  [[nodiscard]] double device_per_logical() const {
    int width = 0, drawable_width = 0;
    SDL_GetWindowSize(window.get(), &width, nullptr);
    SDL_GL_GetDrawableSize(window.get(), &drawable_width, nullptr);
    return width > 0 && drawable_width > 0 ? static_cast<double>(drawable_width) / width : 1.0;
  }
  [[nodiscard]] std::optional<Input> translate(const SDL_Event& event);
};

void Window::State::open(const WindowOptions& options) {
  ask_for_gl_33();
  set_size = options.size.value_or(first_window_size(options.picture, usable_display()));
  sized_by_user = options.size.has_value();
  Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
  if (options.fullscreen) flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
  window.reset(SDL_CreateWindow(options.title.c_str(), SDL_WINDOWPOS_CENTERED,
                                SDL_WINDOWPOS_CENTERED, set_size.width, set_size.height, flags));
  if (!window) refuse("no OpenGL window");
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
  if (!(options.user_scale >= 0.8 && options.user_scale <= 2.0)) {
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

std::string Window::renderer() const {
  return reinterpret_cast<const char*>(glGetString(GL_RENDERER));
}

void Window::resize(Size logical) {
  state_->request_size(logical);
}

void Window::fit_picture(Size picture) {
  if (state_->sized_by_user || fullscreen()) return;
  state_->request_size(first_window_size(picture, usable_display()));
  SDL_SetWindowPosition(state_->window.get(), SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
}

bool Window::fullscreen() const {
  return (SDL_GetWindowFlags(state_->window.get()) & SDL_WINDOW_FULLSCREEN) != 0;
}

void Window::set_fullscreen(bool on) {
  SDL_SetWindowFullscreen(state_->window.get(), on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
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

std::optional<Input> Window::State::translate(const SDL_Event& event) {
  if (event.type == wake_event) return Input{};
  std::optional<Input> input = input_of(event, device_per_logical());
  if (input && input->kind == Input::Kind::resized) {
    Size now;
    SDL_GetWindowSize(window.get(), &now.width, &now.height);
    const bool full = (SDL_GetWindowFlags(window.get()) & SDL_WINDOW_FULLSCREEN) != 0;
    sized_by_user = sized_by_user || (!full && now != set_size);
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
  SDL_Event event = event_of(input, state_->device_per_logical(),
                             SDL_GetWindowID(state_->window.get()), state_->wake_event);
  SDL_PushEvent(&event);
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
