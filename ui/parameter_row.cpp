#include "ui/parameter_row.h"

#include "gpu/filters/numbers.h"
#include "ui/choice_value.h"
#include "ui/slider.h"
#include "ui/text_field.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

using Columns = ParameterColumns;
using Type = Parameter::Type;

// "standard deviation; 0 does nothing (samples), 0 to 1024, default 0.5"
std::string about(const Parameter& parameter) {
  std::string text(parameter.help);
  if (!parameter.unit.empty()) text += " (" + std::string(parameter.unit) + ")";
  if (parameter.type != Type::boolean) text += ", " + range_text(parameter);
  const std::string standard = value_text(parameter, default_value(parameter));
  return text + ", default " + (standard.empty() ? "none" : standard);
}

std::optional<FilterValue> draw_boolean(Canvas& canvas, Rect room, const FilterValue& value,
                                        const SliderLook& look) {
  const bool on = value.number != 0;
  const Rect hit{room.x - 4, room.y, 24, 24};
  if (!check_box(canvas, hit, on, look.id, look.tooltip, look.faint)) return {};
  return FilterValue{on ? 0.0 : 1.0, {}};
}

bool flag_toggle(Canvas& canvas, Rect box, const std::string& label, const std::string& id, bool on,
                 bool faint) {
  const Control control = canvas.control(id, box, "");
  canvas.fill(box, faint ? Theme::kWell : button_fill(control, on, true), Theme::kButtonRadius);
  const ImU32 color = faint ? (on ? Theme::kDim : Theme::kFaint) : on ? Theme::kInk : Theme::kText;
  canvas.text({box.x + 2, box.y, box.w - 4, box.h}, {{label, color, TextSize::small}},
              Align::center);
  return control.clicked;
}

std::optional<FilterValue> draw_flags(Canvas& canvas, Rect room, const Parameter& parameter,
                                      const FilterValue& value, const SliderLook& look) {
  const auto mask = static_cast<std::uint32_t>(value.number);
  const float pitch = room.w / static_cast<float>(parameter.choices.size());
  std::optional<FilterValue> edited;
  float x = room.x;
  for (const Parameter::Choice& choice : parameter.choices) {
    const std::string name(choice.name);
    const bool on = (mask & choice.bit) != 0;
    if (flag_toggle(canvas, {x, room.y, pitch - 3, 24}, name, look.id + "." + name, on, look.faint))
      edited = FilterValue{static_cast<double>(mask ^ choice.bit), {}};
    x += pitch;
  }
  return edited;
}

// Toggles need room to be hit.
bool flags_fit(const Parameter& parameter, float room) {
  return !parameter.choices.empty() && room / static_cast<float>(parameter.choices.size()) >= 27;
}

std::optional<FilterValue> draw_text_value(Canvas& canvas, Rect room, const Parameter& parameter,
                                           const FilterValue& value, const SliderLook& look) {
  const std::string text = value_text(parameter, value);
  Interaction& interaction = canvas.interaction();
  if (canvas.live() && interaction.typing(look.id) != nullptr) {
    FieldLook field{look.id, false, {}, Align::left, TextSize::small};
    field.by_keyboard = true;
    return type_value(canvas, room, parameter, field);
  }
  const Control control = canvas.control(look.id, room, look.tooltip);
  canvas.fill(room, control.hover ? Theme::kControl : Theme::kWell, Theme::kButtonRadius);
  const bool quiet = look.faint || text.empty();
  canvas.text(
      {room.x + 6, room.y, room.w - 12, room.h},
      {{text.empty() ? "none" : text, quiet ? Theme::kFaint : Theme::kText, TextSize::small}});
  if (control.clicked) interaction.start_typing(look.id, text, look.id);
  return {};
}

}  // namespace

bool check_box(Canvas& canvas, Rect hit, bool on, const std::string& id, const std::string& tooltip,
               bool faint) {
  const Control control = canvas.control(id, hit, tooltip);
  const Rect box{hit.x + 4, hit.y + 4, 16, 16};
  canvas.fill(box, faint && !control.hover ? Theme::kWell : button_fill(control, false, true), 3);
  if (on) canvas.fill({box.x + 4, box.y + 4, 8, 8}, faint ? Theme::kFaint : Theme::kText, 1);
  return control.clicked;
}

ParameterAsks draw_parameter(Canvas& canvas, Rect row, const Parameter& parameter,
                             const FilterValue& value, const ParameterLook& look) {
  const bool slides = parameter.type == Type::number || parameter.type == Type::integer;
  const bool wrong = canvas.live() && is_wrong(canvas, look.id, parameter) && !slides;
  // A range beside a text needs more room than a name.
  const float left = Columns::kName + (wrong ? 56 : 0);
  // Told only where it may be asked for.
  const SliderLook inner{look.id, canvas.hovers(row) ? about(parameter) : "", look.faint};
  const Rect name{row.x, row.y, wrong ? left - 8 : left, row.h};
  const Rect room{row.x + left, row.y, row.w - left, row.h};
  if (wrong) {
    canvas.text(name, {{range_text(parameter), Theme::kText, TextSize::small}});
  } else {
    canvas.text(name, {{std::string(parameter.name), look.faint ? Theme::kFaint : Theme::kDim,
                        TextSize::small}});
    canvas.tooltip(inner.tooltip, name);
  }
  if (slides) return {draw_slider(canvas, row, parameter, value, inner)};
  if (parameter.type == Type::boolean) return {draw_boolean(canvas, room, value, inner)};
  if (parameter.type == Type::choice) return draw_choice(canvas, room, parameter, value, inner);
  if (parameter.type == Type::file) return draw_file(canvas, room, value, inner);
  if (parameter.type == Type::flags && flags_fit(parameter, room.w))
    return {draw_flags(canvas, room, parameter, value, inner)};
  return {draw_text_value(canvas, room, parameter, value, inner)};
}

}  // namespace framelane
