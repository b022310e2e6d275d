#include "ui/choice_value.h"

#include <algorithm>

#include "gpu/filters/numbers.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

constexpr float kChoiceGap = 3, kChoiceInset = 6;

TextLine label(std::string_view text, ImU32 color) {
  return {{std::string(text), color, TextSize::small}};
}

// A pixel clear of the rows above and below.
Rect inside_row(Rect room) {
  return {room.x, room.y + 1, room.w, room.h - 2};
}

// As wide as their names ask for, the rest shared out; none where there is no room for all.
std::vector<Rect> segments(const Canvas& canvas, Rect room, const Parameter& parameter) {
  constexpr float kLeast = 27;
  std::vector<Rect> boxes;
  float wide = -kChoiceGap;
  for (const Parameter::Choice& choice : parameter.choices) {
    const float text = canvas.width(label(choice.name, Theme::kText));
    boxes.push_back({0, room.y, std::max(text + 2 * kChoiceInset, kLeast), room.h});
    wide += boxes.back().w + kChoiceGap;
  }
  if (wide > room.w) return {};
  const float more = (room.w - wide) / static_cast<float>(boxes.size());
  float x = room.x;
  for (Rect& box : boxes) {
    box.x = x;
    box.w += more;
    x = box.right() + kChoiceGap;
  }
  return boxes;
}

// By arrows or the wheel; the ends stop it.
std::optional<std::size_t> stepped(Canvas& canvas, Rect room, const Parameter& parameter,
                                   std::size_t place, const Control& control,
                                   const std::string& id) {
  const int turned = -static_cast<int>(canvas.wheel(id, room, true));
  const int steps = control.right - control.up + turned;
  if (steps == 0 || place == parameter.choices.size()) return {};
  const auto last = static_cast<std::ptrdiff_t>(parameter.choices.size()) - 1;
  auto next = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(place) + steps, 0, last);
  // Names of one and the same choice are passed over.
  const auto bit = [&](std::ptrdiff_t at) {
    return parameter.choices[static_cast<std::size_t>(at)].bit;
  };
  const int way = steps > 0 ? 1 : -1;
  while (next > 0 && next < last && bit(next) == bit(static_cast<std::ptrdiff_t>(place)))
    next += way;
  return static_cast<std::size_t>(next);
}

void draw_segments(Canvas& canvas, const std::vector<Rect>& boxes, const Parameter& parameter,
                   std::size_t chosen, const Control& control, bool faint) {
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const bool on = i == chosen;
    Control own = control;
    own.hover = control.hover && canvas.interaction().pointer_in(boxes[i]);
    own.held = control.held && own.hover;
    canvas.fill(boxes[i], faint ? Theme::kWell : button_fill(own, on, true), Theme::kButtonRadius);
    const ImU32 color = faint ? (on ? Theme::kDim : Theme::kFaint)
                        : on  ? Theme::kInk
                              : Theme::kText;
    const Rect inside{boxes[i].x + 2, boxes[i].y, boxes[i].w - 4, boxes[i].h};
    canvas.text(inside, label(parameter.choices[i].name, color), Align::center);
  }
}

// A button with a mark that says it opens something.
void draw_opener(Canvas& canvas, Rect box, const std::string& text, const Control& control,
                 ImU32 color) {
  constexpr float kMark = 20;
  canvas.fill(box, button_fill(control, false, true), Theme::kButtonRadius);
  canvas.text({box.x + kChoiceInset, box.y, box.w - kChoiceInset - kMark, box.h},
              label(text, color));
  const float x = box.right() - 10, y = box.y + box.h / 2;
  canvas.triangle({x - 4, y - 2}, {x + 4, y - 2}, {x, y + 3}, color);
}

std::size_t clicked_segment(Canvas& canvas, const std::vector<Rect>& boxes, std::size_t chosen) {
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (canvas.interaction().x() < boxes[i].right()) return i;
  return chosen;
}

}  // namespace

std::size_t place_of(const Parameter& parameter, const FilterValue& value) {
  const auto found = std::ranges::find_if(parameter.choices, [&](const Parameter::Choice& choice) {
    return choice.bit == value.number;
  });
  return static_cast<std::size_t>(found - parameter.choices.begin());
}

ParameterAsks draw_choice(Canvas& canvas, Rect room, const Parameter& parameter,
                          const FilterValue& value, const SliderLook& look) {
  const std::vector<Rect> boxes = segments(canvas, inside_row(room), parameter);
  const Control control = canvas.control(look.id, room, look.tooltip);
  const std::size_t chosen = place_of(parameter, value);
  ParameterAsks asks;
  std::optional<std::size_t> next = stepped(canvas, room, parameter, chosen, control, look.id);
  if (!boxes.empty()) {
    draw_segments(canvas, boxes, parameter, chosen, control, look.faint);
    if (control.clicked && control.let_go) next = clicked_segment(canvas, boxes, chosen);
  } else {
    draw_opener(canvas, inside_row(room), std::string(choice_name(parameter, value)), control,
                look.faint ? Theme::kFaint : Theme::kText);
    asks.open = control.clicked;
  }
  if (next && *next != chosen) asks.value = FilterValue{1.0 * parameter.choices[*next].bit, {}};
  return asks;
}

ParameterAsks draw_file(Canvas& canvas, Rect room, const FilterValue& value,
                        const SliderLook& look) {
  const std::string& path = value.text;
  std::string tooltip = look.tooltip;
  if (!tooltip.empty() && !path.empty()) tooltip = path;
  const Control control = canvas.control(look.id, room, tooltip);
  const std::string name = path.substr(path.rfind('/') + 1);
  const bool none = path.empty();
  draw_opener(canvas, inside_row(room), none ? "Choose a file" : name, control,
              look.faint ? Theme::kFaint
              : none     ? Theme::kDim
                         : Theme::kText);
  ParameterAsks asks;
  asks.open = control.clicked;
  return asks;
}

}  // namespace framelane
