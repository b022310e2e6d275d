#pragma once
#include <string>
#include <string_view>

#include "ui/canvas.h"

namespace framelane {

struct FieldLook {
  std::string_view id;
  bool wrong = false;  // red outline: what is typed is not taken
  std::string hint{};  // while it is empty
  Align align = Align::left;
  TextSize size = TextSize::small;
  bool by_keyboard = false;  // it has a place in the ring of its own
};

// What a field was told in this frame.
struct Typed {
  std::string text;
  TypingEnd end = TypingEnd::none;
  int down = 0;            // DOWN less UP
  bool elsewhere = false;  // the pointer pressed somewhere else
};

// The field that owns the keyboard (Interaction::start_typing): a well with caret and selection. A
// press in it sets the caret, a drag selects, a double click selects all. The owner ends the
// typing.
Typed typed_field(Canvas& canvas, Rect box, const FieldLook& look);

}  // namespace framelane
