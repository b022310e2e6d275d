#include "ui/filter_row.h"

#include <cmath>
#include <string>
#include <vector>

#include "gpu/filters/numbers.h"
#include "ui/filter_icons.h"
#include "ui/number_text.h"
#include "ui/parameter_row.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

constexpr float kRowLine = 24, kIndent = 28, kGrip = 8, kCheck = 28, kName = 60;
constexpr float kFold = 14;  // the mark before a name that opens

bool is_standard(const ChainFilter& filter, std::size_t parameter) {
  return filter.values[parameter] == default_value(filter.spec->parameters[parameter]);
}

bool is_standard(const ChainFilter& filter) {
  return filter.values == default_values(*filter.spec);
}

// One line more is not worth a line that says so.
bool has_more(const ChainFilter& filter) {
  return filter.values.size() > kFirstParameters + 1;
}

std::vector<std::size_t> shown_parameters(const ChainFilter& filter, const FilterRowLook& look) {
  std::vector<std::size_t> shown;
  if (!look.sliders) return shown;
  const bool all = look.expanded || !has_more(filter);
  for (std::size_t i = 0; i < filter.values.size(); ++i)
    if (all || i < kFirstParameters || !is_standard(filter, i)) shown.push_back(i);
  return shown;
}

// The header or one parameter while it is drawn.
struct Line {
  Canvas& canvas;
  const ChainFilter& filter;
  const FilterRow& row;
  const FilterRowLook& look;
  FilterRowAsks& asks;

  [[nodiscard]] std::string id(std::string_view part) const {
    return "filter" + std::to_string(look.index) + "." + std::string(part);
  }
  [[nodiscard]] bool has_ring(std::string_view part) const {
    const std::string& focus = canvas.interaction().focused_id();
    if (focus.empty() || !canvas.live()) return false;
    return focus == id(part) || focus.starts_with(id(part) + ".");
  }
  void light(Rect box) const {
    if (!canvas.hovers(box) || canvas.interaction().dragging()) return;
    canvas.fill({box.x - 4, box.y, box.w + 8, box.h}, Theme::kRowHover, Theme::kButtonRadius);
  }
};

// "+0.004 since edit", shorter where the name leaves less room, and left out before it is cut.
TextLine change_line(const Canvas& canvas, double change_ms, float room) {
  const std::string number = (change_ms < 0 ? "\u2212" : "+") + fixed(std::abs(change_ms), 3);
  const auto small = [](const std::string& text) {
    return TextLine{{text, Theme::kDim, TextSize::small}};
  };
  const TextLine whole = small("  " + number + " since edit");
  if (canvas.width(whole) <= room) return whole;
  const TextLine alone = small("  " + number);
  return canvas.width(alone) <= room ? alone : TextLine{};
}

std::string changed_value(const Parameter& parameter, const FilterValue& value) {
  const std::string text = value_text(parameter, value);
  if (parameter.type != Parameter::Type::file) return std::string(parameter.name) + " " + text;
  return text.substr(text.rfind('/') + 1);
}

// What a closed filter has beside its defaults: whole values, as many as have room.
TextLine values_line(const Canvas& canvas, const ChainFilter& filter, ImU32 color, float room) {
  const auto small = [&](const std::string& text) {
    return TextLine{{"  " + text, color, TextSize::small}};
  };
  std::string text;
  for (std::size_t i = 0; i < filter.values.size(); ++i) {
    if (is_standard(filter, i)) continue;
    const std::string value = changed_value(filter.spec->parameters[i], filter.values[i]);
    const std::string longer = text + (text.empty() ? "" : ", ") + value;
    if (canvas.width(small(longer)) > room) {
      text += text.empty() ? "" : ", \u2026";
      break;
    }
    text = longer;
  }
  return !text.empty() && canvas.width(small(text)) <= room ? small(text) : TextLine{};
}

void draw_filter_name(const Line& line, Rect box) {
  const ChainFilter& filter = line.filter;
  TextLine text{{std::string(filter.spec->name), filter.enabled ? Theme::kText : Theme::kFaint}};
  const auto add = [&](const std::string& what) {
    text.push_back({"  " + what, filter.enabled ? Theme::kDim : Theme::kFaint, TextSize::small});
  };
  if (!filter.label.empty()) add("@" + filter.label);
  const auto append = [&](const TextLine& more) {
    text.insert(text.end(), more.begin(), more.end());
  };
  const auto room = [&] { return box.w - line.canvas.width(text); };
  if (!line.look.sliders)
    append(values_line(line.canvas, filter, filter.enabled ? Theme::kDim : Theme::kFaint, room()));
  const bool changed = line.row.change_ms && std::abs(*line.row.change_ms) >= 0.0005;
  const bool idle = line.look.in_force && !line.row.pass && is_standard(filter);
  if (filter.enabled && idle) {
    add("no effect");
  } else if (filter.enabled && changed) {
    append(change_line(line.canvas, *line.row.change_ms, room()));
  }
  line.canvas.text(box, text);
}

void draw_times(const Line& line, Rect ms, std::optional<Rect> p95) {
  const FilterRow& row = line.row;
  const bool none = !line.filter.enabled || !row.pass;
  const auto number = [&](Rect box, std::optional<double> value, TextSpan look) {
    look.text = fixed(none ? std::nullopt : value, 3);
    if (look.text == kNoValue) look.color = Theme::kFaint;
    line.canvas.text(box, {look}, Align::right);
  };
  if (row.fused && !none) {
    line.canvas.text(ms, {{"fused", Theme::kDim, TextSize::small}}, Align::right);
    return;
  }
  number(ms, row.mean_ms, {"", Theme::kText, TextSize::body});
  if (p95) number(*p95, row.p95_ms, {"", Theme::kDim, TextSize::small});
}

// In the last column while the pointer or the ring is on the header.
bool small_icon(const Line& line, Rect box, Icon icon, const std::string& part,
                const std::string& tooltip, bool shown) {
  const Control control = line.canvas.control(line.id(part), box, tooltip);
  if (control.hover) line.canvas.fill(box, button_fill(control, false, true), Theme::kButtonRadius);
  if (shown) icon(line.canvas, box, Theme::kText);
  return control.clicked;
}

void draw_header(const Line& line, Rect box) {
  Canvas& canvas = line.canvas;
  const std::string name(line.filter.spec->name);
  bool ring = false;
  for (const char* part : {"grip", "enable", "name", "reset", "remove"})
    ring = ring || line.has_ring(part);
  if (ring) line.asks.ring = box;
  line.light({box.x + 12, box.y, box.w - 12, box.h});
  const bool lit = ring || (canvas.hovers(box) && !canvas.interaction().dragging());

  const Rect grip{box.x + kGrip, box.y, 24, kRowLine};
  line.asks.grip = canvas.control(line.id("grip"), grip, "Drag to move it, or UP and DOWN");
  line.asks.up = line.asks.grip.up;
  icon_grip(canvas, grip, line.asks.grip.hover || lit ? Theme::kText : Theme::kFaint);
  line.asks.toggle = check_box(canvas, {box.x + kCheck, box.y, 24, kRowLine}, line.filter.enabled,
                               line.id("enable"), line.filter.enabled ? "Disable" : "Enable");
  const Rect last{box.right() - line.look.p95, box.y, line.look.p95, kRowLine};
  const Rect ms{last.x - line.look.ms, box.y, line.look.ms, kRowLine};
  const Rect remove{last.right() - 24, box.y, 24, kRowLine};
  const Rect name_box{box.x + kName, box.y, ms.x - 4 - box.x - kName, kRowLine};
  line.asks.choose =
      canvas.control(line.id("name"), name_box, std::string(line.filter.spec->help)).clicked;
  const float fold = line.look.folds ? kFold : 0;
  if (line.look.folds)
    (line.look.sliders ? icon_open : icon_closed)(canvas, {name_box.x - 2, box.y, 12, kRowLine},
                                                  lit ? Theme::kText : Theme::kDim);
  draw_filter_name(line, {name_box.x + fold, box.y, name_box.w - fold, kRowLine});
  const bool changed = !is_standard(line.filter);
  if (changed)
    line.asks.reset = small_icon(line, {remove.x - 24, box.y, 24, kRowLine}, icon_reset, "reset",
                                 "Reset " + name + " to its defaults", lit);
  line.asks.remove = small_icon(line, remove, icon_remove, "remove", "Remove " + name, lit);
  draw_times(line, ms, lit ? std::nullopt : std::optional(last));
}

// Out of view a line only keeps its place in the keyboard's ring, unless the user is at it.
bool out_of_view(const Line& line, Rect box, const Parameter& parameter) {
  const Interaction& interaction = line.canvas.interaction();
  const bool busy = interaction.dragging() || interaction.is_typing();
  const bool one_control = parameter.type != Parameter::Type::flags;
  if (line.canvas.shows(box) || busy || !one_control || line.has_ring(parameter.name)) return false;
  (void)line.canvas.control(line.id(parameter.name), {}, "");
  return true;
}

void draw_one_parameter(const Line& line, Rect box, std::size_t index) {
  const Parameter& parameter = line.filter.spec->parameters[index];
  if (out_of_view(line, box, parameter)) return;
  line.light(box);
  if (line.has_ring(parameter.name)) line.asks.ring = box;
  ParameterAsks asks = draw_parameter(line.canvas, box, parameter, line.filter.values[index],
                                      {line.id(parameter.name), !line.filter.enabled});
  if (asks.value) line.asks.value = {index, std::move(*asks.value)};
  if (asks.open) line.asks.open = index;
}

void draw_more(const Line& line, Rect box, std::size_t hidden) {
  if (line.has_ring("more")) line.asks.ring = box;
  const Control control = line.canvas.control(line.id("more"), {box.x - 4, box.y, 96, box.h}, "");
  const std::string text = hidden > 0 ? std::to_string(hidden) + " more" : "fewer";
  line.canvas.text(box, {{text, control.hover ? Theme::kText : Theme::kFaint, TextSize::small}});
  line.asks.expand = control.clicked;
}

void draw_parameters(const Line& line, Rect at) {
  const std::vector<std::size_t> shown = shown_parameters(line.filter, line.look);
  for (const std::size_t index : shown) {
    draw_one_parameter(line, at, index);
    at.y += kRowLine;
  }
  if (line.look.sliders && has_more(line.filter))
    draw_more(line, at, line.filter.values.size() - shown.size());
}

}  // namespace

float filter_row_height(const ChainFilter& filter, const FilterRowLook& look) {
  const std::size_t lines = 1 + shown_parameters(filter, look).size();
  const bool more = look.sliders && has_more(filter);
  return kRowLine * static_cast<float>(lines + (more ? 1 : 0));
}

FilterRowAsks draw_filter_row(Canvas& canvas, Rect box, const ChainFilter& filter,
                              const FilterRow& row, const FilterRowLook& look) {
  FilterRowAsks asks;
  const Line line{canvas, filter, row, look, asks};
  if (look.dragged)
    canvas.fill({box.x + 8, box.y, box.w - 4, box.h}, Theme::kRowHover, Theme::kButtonRadius);
  draw_header(line, {box.x, box.y, box.w, kRowLine});
  Rect at{box.x + kIndent, box.y + kRowLine, box.w - kIndent, kRowLine};
  const Rect room{at.x, at.y, at.w, box.h - kRowLine};
  const float wanted = filter_row_height(filter, look) - kRowLine;
  const bool scrolls = look.scroll != nullptr && room.h < wanted;
  const bool ring_on_header = asks.ring.has_value();
  const float top = at.y = scrolls ? look.scroll->begin(canvas, room, wanted) : at.y;
  draw_parameters(line, at);
  if (!scrolls) return asks;
  look.scroll->end(canvas);
  if (asks.ring && !ring_on_header) asks.ring_at = asks.ring->y - top;
  return asks;
}

}  // namespace framelane
