#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/frame_times.h"
#include "ui/geometry.h"
#include "ui/image.h"
#include "ui/input.h"

namespace framelane {

struct WindowPlace {
  int x = 0, y = 0;  // of the window's corner on the desktop, the window system's units
  friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

inline constexpr double kLeastUserScale = 0.8, kMostUserScale = 2.0;

struct WindowOptions {
  std::string title = "framelane";
  Size picture{1280, 720};  // as shown: after sample aspect and rotation
  // Logical; without it first_window_size() of the picture.
  std::optional<Size> size;
  double user_scale = 1.0;  // of the panels: kLeastUserScale to kMostUserScale
  bool fullscreen = false;
  // Without it, or where no display is any more, the middle of the display. Of a window that is
  // fitted to a picture this stays its corner, as far as the display has room.
  std::optional<WindowPlace> place = {};
};

// An SDL window with an OpenGL 3.3 core context, current on the thread that made it. One at a time.
// Thread-safety: everything on that thread, which must be the main one, except wake().
class Window {
 public:
  // Throws UsageError for a scale out of range, DeviceError when there is no display or no OpenGL
  // 3.3.
  explicit Window(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] Size drawable() const;  // device pixels
  // Device pixels for one logical pixel of the panels: the display's scale times the user's.
  [[nodiscard]] double scale() const;
  void set_user_scale(double scale);        // kept in its range
  [[nodiscard]] double refresh_hz() const;  // of the window's display; 60 when unknown
  [[nodiscard]] std::string renderer() const;
  void resize(Size logical);
  // Where the user last put it or sized it, be it that it was fitted to a picture since; nothing
  // while that never happened, and nothing that full screen or a maximized window made of it.
  [[nodiscard]] std::optional<WindowPlace> place() const;
  // Its size, logical, when that is the user's choice.
  [[nodiscard]] std::optional<Size> sized_by_user() const;
  // A new picture: its size for a window that the user has not sized, around the same middle.
  void fit_picture(Size picture);
  [[nodiscard]] bool fullscreen() const;
  void set_fullscreen(bool on);
  void set_title(const std::string& title);
  void keep_display_awake(bool on);
  void show_pointer(bool on);
  // UTF-8; empty when there is none.
  [[nodiscard]] std::string clipboard_text() const;
  void set_clipboard_text(const std::string& text);

  // The next input, waiting for one up to `timeout`.
  [[nodiscard]] std::optional<Input> wait(std::chrono::milliseconds timeout);
  [[nodiscard]] std::optional<Input> poll();
  // Ends a wait(). Any thread, while the window lives.
  void wake() const;
  // Puts an input into the queue as if the user had made it; for tests.
  void inject(const Input& input) const;

  // Shows what was drawn. Returns how long that took.
  Nanoseconds swap();
  // False once vsync was refused or swaps came faster than the display refreshes.
  [[nodiscard]] bool vsync() const;
  // What was drawn since the last swap; call it before swap(). `area` without a value: everything.
  [[nodiscard]] RgbaImage read_back(std::optional<PixelRect> area = {}) const;

 private:
  void inject_drop(const Input& input) const;

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace framelane
