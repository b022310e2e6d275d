#include "ui/display.h"

#include <cstdlib>
#include <string>
#include <string_view>

#include "gpu/errors.h"
#include "ui/window_state.h"

namespace framelane {
namespace {

bool is_set(const char* variable, std::string_view begins_with) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value).starts_with(begins_with);
}

bool may_be_wayland() {
  return is_set("WAYLAND_SOCKET", "") || is_set("WAYLAND_DISPLAY", "/") ||
         is_set("XDG_RUNTIME_DIR", "/");
}

}  // namespace

void refuse_window(const std::string& what) {
  throw DeviceError("cannot open a window: " + what + ": " + SDL_GetError() +
                    "; check DISPLAY or WAYLAND_DISPLAY, or use 'framelane run'");
}

VideoDriver::VideoDriver() {
  // Without a folder to look for a socket in, Wayland's library writes a line of its own.
  if (!may_be_wayland()) SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11,KMSDRM,offscreen,dummy");
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) refuse_window("no display");
}

bool driver_has_a_display() {
  const std::string_view driver = SDL_GetCurrentVideoDriver();
  return driver != "offscreen" && driver != "dummy";
}

Display::Display() : driver_(std::make_unique<VideoDriver>()) {}

Display::~Display() = default;

bool Display::is_there() const {
  return driver_has_a_display();
}

}  // namespace framelane
