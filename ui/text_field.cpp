#include "ui/text_field.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

constexpr float kFieldInset = 6, kFieldLine = 16;
constexpr ImU32 kSelection = white(28);

TextLine plain_line(const std::string& text, const FieldLook& look) {
  return {{text, Theme::kText, look.size}};
}

// Where the text begins, so that the caret is seen: a text wider than its room is shown from where
// its caret still fits.
float text_left(const Canvas& canvas, Rect room, const TextEdit& edit, const FieldLook& look) {
  const float wide = canvas.width(plain_line(edit.text(), look));
  const float before = canvas.width(plain_line(edit.text().substr(0, edit.caret()), look));
  if (wide <= room.w) return look.align == Align::right ? room.right() - wide - 1 : room.x;
  return room.x - std::clamp(before - room.w + 1, 0.0F, wide - room.w + 1);
}

// The end of a character that is nearest to x.
std::size_t offset_at(const Canvas& canvas, const TextEdit& edit, const FieldLook& look, float x) {
  TextEdit probe = edit;
  probe.move_to(0, false);
  Input right;
  right.key = "RIGHT";
  float before = 0;
  while (probe.caret() < probe.text().size()) {
    const std::size_t at = probe.caret();
    probe.key(right);
    const float after = canvas.width(plain_line(probe.text().substr(0, probe.caret()), look));
    if (x < (before + after) / 2) return at;
    before = after;
  }
  return probe.caret();
}

// After a double click all stays selected while its button is held.
void point(Canvas& canvas, const Control& control, TextEdit& edit, float left,
           const FieldLook& look) {
  Interaction& interaction = canvas.interaction();
  if (control.twice) {
    edit.select_all();
    interaction.keep(1);
  } else if (control.moved && interaction.kept() == 0) {
    edit.move_to(offset_at(canvas, edit, look, interaction.x() - left), !control.pressed);
  }
}

void draw_text(Canvas& canvas, Rect room, const TextEdit& edit, const FieldLook& look) {
  const float left = text_left(canvas, room, edit, look);
  const auto x_of = [&](std::size_t offset) {
    return left + canvas.width(plain_line(edit.text().substr(0, offset), look));
  };
  const auto [first, end] = edit.selection();
  const float top = room.y + (room.h - kFieldLine) / 2;
  canvas.clip({room.x - 1, room.y, room.w + 2, room.h});
  if (first != end)
    canvas.fill({x_of(first), top, x_of(end) - x_of(first), kFieldLine}, kSelection);
  if (edit.text().empty()) {
    canvas.text(room, {{look.hint, Theme::kFaint, look.size}});
  } else {
    const float wide = canvas.width(plain_line(edit.text(), look));
    canvas.text({left, room.y, wide + 1, room.h}, plain_line(edit.text(), look));
  }
  canvas.fill({std::round(x_of(edit.caret())), top, 1, kFieldLine}, Theme::kText);
  canvas.unclip();
}

}  // namespace

Typed typed_field(Canvas& canvas, Rect box, const FieldLook& look) {
  const Control control =
      look.by_keyboard ? canvas.control(look.id, box, "") : canvas.drag_area(look.id, box, true);
  TextEdit* edit = canvas.live() ? canvas.interaction().typing(look.id) : nullptr;
  if (edit == nullptr) return {};
  const Rect room{box.x + kFieldInset, box.y, box.w - 2 * kFieldInset, box.h};
  point(canvas, control, *edit, text_left(canvas, room, *edit, look), look);
  canvas.fill(box, Theme::kWell, Theme::kButtonRadius);
  canvas.outline(box, look.wrong ? Theme::kFault : Theme::kDim, Theme::kButtonRadius);
  draw_text(canvas, room, *edit, look);
  Interaction& interaction = canvas.interaction();
  return {edit->text(), interaction.typing_end(), interaction.typing_down(),
          interaction.pressed_outside(box)};
}

}  // namespace framelane
