#pragma once
#include <SDL.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ui/fullscreen_state.h"
#include "ui/window.h"
#include "ui/window_events.h"

namespace framelane {

// SDL's video part, counted: it lasts as long as one of these.
struct VideoDriver {
  VideoDriver();  // throws DeviceError when there is no display
  ~VideoDriver() { SDL_QuitSubSystem(SDL_INIT_VIDEO); }
  VideoDriver(const VideoDriver&) = delete;
  VideoDriver& operator=(const VideoDriver&) = delete;
};

// Whether the driver that was started shows its windows to anybody.
[[nodiscard]] bool driver_has_a_display();
// Throws DeviceError with SDL's own words.
[[noreturn]] void refuse_window(const std::string& what);

struct DestroyWindow {
  void operator()(SDL_Window* window) const { SDL_DestroyWindow(window); }
};
struct DestroyContext {
  void operator()(void* context) const { SDL_GL_DeleteContext(context); }
};

struct Window::State {
  VideoDriver driver;
  std::unique_ptr<SDL_Window, DestroyWindow> window;
  std::unique_ptr<void, DestroyContext> context;
  std::uint32_t wake_event = 0;
  double user_scale = 1;
  bool pointer_shown = true;
  bool sized_by_user = false;
  FullscreenState full;
  HeldModifiers held;
  std::optional<std::vector<std::string>> dropping;  // gathered until the drop is complete
  Size set_size;                                     // the last size this program asked for
  WindowPlace set_place;                             // and the place
  bool moved_by_user = false;                        // from there
  std::optional<WindowPlace> left_at;                // where the user put it
  // Where it was left at the end of the last run: the corner of the first picture's window.
  std::optional<WindowPlace> restored;
  bool swap_interval = false;
  int fast_swaps = 0;
  std::optional<std::chrono::steady_clock::time_point> last_swap;

  void open(const WindowOptions& options);
  [[nodiscard]] PixelRect first_place(const WindowOptions& options);
  [[nodiscard]] WindowPlace placed() const;
  // Neither in full screen, maximized nor minimized: its size and place are its own.
  [[nodiscard]] bool in_normal_state() const;
  void note_size_and_place();
  void request_size(Size size);
  void replace_offscreen_window();
  [[nodiscard]] double device_per_logical() const {
    int width = 0, drawable_width = 0;
    SDL_GetWindowSize(window.get(), &width, nullptr);
    SDL_GL_GetDrawableSize(window.get(), &drawable_width, nullptr);
    return width > 0 && drawable_width > 0 ? static_cast<double>(drawable_width) / width : 1.0;
  }
  [[nodiscard]] std::optional<Input> gather_drop(const SDL_Event& event);
  [[nodiscard]] std::optional<Input> translate(const SDL_Event& event);
};

}  // namespace framelane
