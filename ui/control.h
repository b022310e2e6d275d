#pragma once
#include <functional>
#include <string>

#include "ui/geometry.h"

namespace framelane {

// What a control was told in this frame.
struct Control {
  bool hover = false;
  bool pressed = false;   // the press fell on it in this frame
  bool held = false;      // pressed and not let go yet
  bool moved = false;     // held, and the pointer is elsewhere than in the last frame
  bool let_go = false;    // the press ended in this frame, wherever
  bool clicked = false;   // pressed and let go on it, or by keyboard
  bool twice = false;     // pressed for the second time of a double click
  bool focused = false;   // has the keyboard's ring
  int right = 0, up = 0;  // arrow keys while it has the ring; `fine` with Shift
  bool fine = false;
};

struct Tooltip {
  std::string text;
  Rect anchor;
  Rect panel;  // that holds it
};

// How the keyboard asked to end a line of text.
enum class TypingEnd : unsigned char { none, enter, escape, tab };

struct Clipboard {
  std::function<std::string()> read;
  std::function<void(const std::string&)> write;
};

}  // namespace framelane
