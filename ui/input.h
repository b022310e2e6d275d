#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace framelane {

// What the user or the window system did. Positions are device pixels of the drawable.
// Thread-safety: a value.
struct Input {
  enum class Kind : std::uint8_t {
    key,           // `key`, `shift`, `ctrl`, `alt`
    pointer_move,  // x, y
    pointer_leave,
    button_down,  // left button: x, y, clicks
    button_up,
    wheel,    // x, y, amount, `shift`, `ctrl`, `alt`
    drop,     // `paths`: all that was dropped at once
    resized,  // the drawable's size changed
    exposed,  // the window must be drawn again
    quit,     // the window was closed
    woken     // Window::wake() was called
  };
  Kind kind = Kind::woken;
  // "SPACE", "LEFT", "ESC", "F1"..., or the text the key typed: "t", "T", "?". Shift is set for
  // named keys only; in a typed text it is part of the text. With Ctrl held a letter is its
  // small one, whatever Shift is.
  std::string key;
  bool shift = false, ctrl = false, alt = false;
  bool repeat = false;
  float x = 0, y = 0;
  int clicks = 0;
  float amount = 0;  // wheel steps, away from the user is positive
  std::vector<std::string> paths;
};

}  // namespace framelane
