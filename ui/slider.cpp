#include "ui/slider.h"

#include <algorithm>
#include <cmath>

#include "gpu/filters/numbers.h"
#include "ui/number_text.h"
#include "ui/parameter_row.h"
#include "ui/value_scale.h"

namespace framelane {
namespace {

using Columns = ParameterColumns;

constexpr float kSliderGrab = 8;
// Of the track's ends from its column's, so that the grab stays inside.
constexpr float kSliderInset = 4;
// Tells a grab met in its very middle from none.
constexpr float kTookGrab = 1e-3F;
constexpr ImU32 kTrackFilled = rgb_color(0xC9CED4);

struct SliderParts {
  Rect track, value, unit;
};

SliderParts parts_of(Rect row) {
  SliderParts parts;
  parts.track = {row.x + Columns::kName, row.y, Columns::kTrack, row.h};
  parts.value = {parts.track.right(), row.y, Columns::kValue, row.h};
  parts.unit = {parts.value.right() + 4, row.y, Columns::kUnit, row.h};
  return parts;
}

float x_at(Rect track, double position) {
  return track.x + kSliderInset + (track.w - 2 * kSliderInset) * static_cast<float>(position);
}

void draw_track(Canvas& canvas, Rect track, double from, double to, const Control& control,
                bool faint) {
  const float y = track.y + 10, standard = x_at(track, from), grab = x_at(track, to);
  canvas.fill({track.x + kSliderInset, y, track.w - 2 * kSliderInset, 4},
              faint ? Theme::kWell : Theme::kTrack, Theme::kBarRadius);
  const float left = std::min(standard, grab), wide = std::max(standard, grab) - left;
  if (wide > 0)
    canvas.fill({left, y, wide, 4}, faint ? Theme::kTrack : kTrackFilled, Theme::kBarRadius);
  canvas.fill({standard - 0.5F, track.y + 7, 1, 10}, Theme::kFaint);
  const bool lit = control.hover || control.held || control.focused;
  const ImU32 color = faint && !lit ? Theme::kFaint : lit ? white(100) : Theme::kGrab;
  canvas.fill({grab - kSliderGrab / 2, track.y + 4, kSliderGrab, 16}, color, 3);
}

// Where the pointer drags the value to. A press on the grab keeps its distance, and is no edit
// until it moves.
std::optional<double> dragged(Canvas& canvas, Rect track, const ValueScale& scale, double value,
                              const Control& control) {
  Interaction& interaction = canvas.interaction();
  const float grab = x_at(track, scale.position(value));
  if (control.pressed && std::abs(interaction.press_x() - grab) <= kSliderGrab / 2 + 2)
    interaction.keep(grab - interaction.press_x() + kTookGrab);
  const bool took_grab = interaction.kept() != 0;
  if (took_grab && !interaction.moved_since_press()) return {};
  const float x = interaction.x() + interaction.kept() - track.x - kSliderInset;
  return scale.value(x / (track.w - 2 * kSliderInset));
}

std::optional<double> edited(Canvas& canvas, Rect track, const Parameter& parameter, double value,
                             const Control& control, const std::string& id) {
  const ValueScale scale(parameter);
  if (control.twice) {
    canvas.interaction().drop_hold();
    return parameter.standard;
  }
  if (control.moved || control.let_go) return dragged(canvas, track, scale, value, control);
  const int turned = static_cast<int>(canvas.wheel(id, track, true));
  if (turned != 0) return scale.stepped(value, turned, canvas.interaction().wheel_is_fine());
  const int arrows = control.right + control.up;
  if (arrows != 0) return scale.stepped(value, arrows, control.fine);
  return {};
}

std::string signed_text(double value, int decimals) {
  const std::string text = fixed(value, decimals);
  return text.starts_with('-') ? "\u2212" + text.substr(1) : text;
}

// A number too long for its column is smaller, then has fewer decimals.
TextLine value_line(const Canvas& canvas, double value, int decimals, float room, ImU32 color) {
  TextLine line{{signed_text(value, decimals), color}};
  if (canvas.width(line) <= room) return line;
  line.front().size = TextSize::small;
  while (decimals > 0 && canvas.width(line) > room)
    line.front().text = signed_text(value, --decimals);
  return line;
}

void draw_value(Canvas& canvas, Rect box, double value, int decimals, const Control& control,
                bool faint) {
  if (control.hover) canvas.fill(box, Theme::kControl, Theme::kButtonRadius);
  const Rect room{box.x + 4, box.y, box.w - 4, box.h};  // clear of a grab at the track's end
  const ImU32 color = faint ? Theme::kFaint : Theme::kText;
  canvas.text(room, value_line(canvas, value, decimals, room.w, color), Align::right);
}

}  // namespace

std::string short_unit(const Parameter& parameter) {
  if (parameter.unit == "samples" || parameter.unit == "pixels") return "px";
  if (parameter.unit == "codes of 255") return "of 255";
  if (parameter.unit == "of full scale") return "of 1";
  if (parameter.unit == "degrees") return "°";
  if (parameter.unit == "radians") return "rad";
  return std::string(parameter.unit);
}

bool is_wrong(Canvas& canvas, const std::string& id, const Parameter& parameter) {
  const TextEdit* edit = canvas.interaction().typing(id);
  return edit != nullptr && !parse_value(parameter, edit->text());
}

std::optional<FilterValue> type_value(Canvas& canvas, Rect box, const Parameter& parameter,
                                      FieldLook look) {
  look.wrong = is_wrong(canvas, std::string(look.id), parameter);
  const Typed typed = typed_field(canvas, box, look);
  if (typed.end == TypingEnd::none && !typed.elsewhere) return {};
  if (typed.end == TypingEnd::enter && look.wrong) return {};
  canvas.interaction().stop_typing();
  if (typed.end == TypingEnd::escape) return {};
  return parse_value(parameter, typed.text);
}

std::optional<FilterValue> draw_slider(Canvas& canvas, Rect row, const Parameter& parameter,
                                       const FilterValue& value, const SliderLook& look) {
  const SliderParts parts = parts_of(row);
  const ImU32 dim = look.faint ? Theme::kFaint : Theme::kDim;
  canvas.text(parts.unit, {{short_unit(parameter), dim, TextSize::small}});
  Interaction& interaction = canvas.interaction();
  const std::string field = look.id + ".value";
  const bool typing = canvas.live() && interaction.typing(field) != nullptr;
  if (typing && is_wrong(canvas, field, parameter)) {
    canvas.control(look.id, {}, "");  // keeps its place in the ring
    canvas.text({parts.track.x, row.y, parts.track.w - 8, row.h},
                {{range_text(parameter), Theme::kText, TextSize::small}}, Align::right);
    return type_value(canvas, parts.value, parameter, {field, true, {}, Align::right});
  }
  const Control control = canvas.control(look.id, parts.track, look.tooltip);
  const std::optional<double> next =
      edited(canvas, parts.track, parameter, value.number, control, look.id);
  const double shown = next.value_or(value.number);
  const ValueScale scale(parameter);
  draw_track(canvas, parts.track, scale.position(parameter.standard), scale.position(shown),
             control, look.faint);
  if (typing) return type_value(canvas, parts.value, parameter, {field, false, {}, Align::right});
  const Control number = canvas.drag_area(field, parts.value, true);
  canvas.tooltip("Click to type a value", parts.value);
  draw_value(canvas, parts.value, shown, scale.decimals(), number, look.faint);
  const bool entered = control.clicked && !control.let_go;  // by ENTER or SPACE under the ring
  if (number.clicked || entered)
    interaction.start_typing(field, number_text(value.number), look.id);
  if (!next || *next == value.number) return {};
  return FilterValue{*next, {}};
}

}  // namespace framelane
