#include <algorithm>
#include <utility>

#include "ui/choice_value.h"
#include "ui/filters_panel.h"
#include "ui/text_wrap.h"
#include "ui/widgets.h"

// The lists that open over the filters panel's rows, and its foot.

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr float kListLine = 24, kListTextLine = 16;
constexpr std::string_view kField = "filters.field";
constexpr std::string_view kListNames = "filters.names";  // the presets' list, that has the ring

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

void FiltersPanel::open(Canvas& canvas, View view) {
  view_ = view;
  query_.clear();
  list_.open();
  if (view == View::add) list_.light_first();
  found_ = shipped_filters().size();
  if (view == View::presets) return canvas.interaction().focus(kListNames);
  std::string ring = "filters.Add";
  if (view == View::choices) {
    const Parameter& parameter = *asked_parameter(Parameter::Type::choice);
    const FilterValue& value = shown_.chain().filters[asked_->first].values[asked_->second];
    list_.light(place_of(parameter, value));
    ring = "filter" + std::to_string(asked_->first) + "." + std::string(parameter.name);
  }
  canvas.interaction().start_typing(kField, "", ring);
}

const Parameter* FiltersPanel::asked_parameter(Parameter::Type type) const {
  if (!asked_ || asked_->first >= shown_.size()) return nullptr;
  const auto parameters = shown_.chain().filters[asked_->first].spec->parameters;
  if (asked_->second >= parameters.size()) return nullptr;
  const Parameter& parameter = parameters[asked_->second];
  return parameter.type == type ? &parameter : nullptr;
}

void FiltersPanel::ask(Canvas& canvas, std::size_t index, std::size_t parameter,
                       std::vector<Action>& actions) {
  asked_ = {index, parameter};
  if (asked_parameter(Parameter::Type::choice) != nullptr) open(canvas, View::choices);
  if (const Parameter* file = asked_parameter(Parameter::Type::file))
    actions.push_back({Kind::choose_file,
                       0,
                       true,
                       std::string(file->file_kinds),
                       {shown_.chain().filters[index].values[parameter].text}});
}

void FiltersPanel::use_brought(std::vector<Action>& actions) {
  const std::optional<std::string> path = std::exchange(brought_, std::nullopt);
  if (!path || asked_parameter(Parameter::Type::file) == nullptr) return;
  shown_.set_value(asked_->first, asked_->second, FilterValue{0, {}, *path});
  edited(actions);
}

void FiltersPanel::close(Canvas& canvas) {
  view_ = View::rows;
  if (canvas.interaction().typing(kField) != nullptr) canvas.interaction().stop_typing();
}

void FiltersPanel::draw_add(Canvas& canvas, Rect room, std::vector<Action>& actions) {
  const Typed typed =
      typed_field(canvas, {room.x, room.y, room.w, kListLine},
                  {kField, false, "Search the filters", Align::left, TextSize::body});
  std::vector<Choice> choices;
  for (const FilterSpec* spec : shipped_filters())
    choices.push_back({std::string(spec->name), std::string(spec->help)});
  if (typed.text != query_) list_.light_first();
  query_ = typed.text;
  const std::vector<std::size_t> found = matching(choices, query_);
  found_ = found.size();
  const Rect list{room.x, room.y + kListLine + 8, room.w, room.h - kListLine - 16};
  std::optional<std::size_t> taken = list_.draw(canvas, list, choices, found, typed.down);
  if (found.empty())
    canvas.text({list.x, list.y, list.w, kListLine},
                {{"No filter says this", Theme::kDim, TextSize::small}});
  const bool enter = typed.end == TypingEnd::enter;
  if (enter && list_.lit() && *list_.lit() < found.size()) taken = found[*list_.lit()];
  if (taken) {
    shown_.append(*shipped_filters()[*taken]);
    fit_rows();
    chosen_ = shown_.size() - 1;
    scroll_.by(1e6F);
    edited(actions);
  }
  leave_list(canvas, typed, taken.has_value());
}

// The list of a choice, the chosen one lit.
void FiltersPanel::draw_choices(Canvas& canvas, Rect room, std::vector<Action>& actions) {
  const Parameter* parameter = asked_parameter(Parameter::Type::choice);
  if (parameter == nullptr) return close(canvas);
  const std::string hint = std::string(shown_.chain().filters[asked_->first].spec->name) + ", " +
                           std::string(parameter->name);
  const Typed typed = typed_field(canvas, {room.x, room.y, room.w, kListLine},
                                  {kField, false, hint, Align::left, TextSize::body});
  std::vector<Choice> choices;
  for (const Parameter::Choice& choice : parameter->choices)
    choices.push_back({std::string(choice.name)});
  if (typed.text != query_) list_.light_first();
  query_ = typed.text;
  const std::vector<std::size_t> found = matching(choices, query_);
  const Rect list{room.x, room.y + kListLine + 8, room.w, room.h - kListLine - 16};
  std::optional<std::size_t> taken = list_.draw(canvas, list, choices, found, typed.down);
  if (found.empty())
    canvas.text({list.x, list.y, list.w, kListLine},
                {{"None of them says this", Theme::kDim, TextSize::small}});
  const bool enter = typed.end == TypingEnd::enter;
  if (enter && list_.lit() && *list_.lit() < found.size()) taken = found[*list_.lit()];
  if (taken) {
    shown_.set_value(asked_->first, asked_->second,
                     FilterValue{1.0 * parameter->choices[*taken].bit, {}});
    edited(actions);
  }
  leave_list(canvas, typed, taken.has_value());
}

// ESC, TAB, a press outside of the panel, or what was asked for ends an open list. So does the loss
// of the keyboard: a list nobody can type in would catch no ESC.
void FiltersPanel::leave_list(Canvas& canvas, const Typed& typed, bool done) {
  const bool keyed = typed.end == TypingEnd::escape || typed.end == TypingEnd::tab;
  const bool outside = canvas.live() && canvas.interaction().pressed_outside(canvas.panel());
  const Interaction& interaction = canvas.interaction();
  const bool keyboard = interaction.is_typing() || interaction.focused_id() == kListNames;
  if (done || keyed || outside || !keyboard) close(canvas);
}

// A chain is loaded more often than saved: the name's field owns the keyboard once it is asked for.
Typed FiltersPanel::draw_name(Canvas& canvas, Rect box) {
  Interaction& interaction = canvas.interaction();
  const FieldLook look{kField, false, "Save as", Align::left, TextSize::body};
  if (interaction.typing(kField) == nullptr) {
    const Control field = canvas.control("filters.name", box, "");
    if (!field.pressed && !field.focused) {
      canvas.fill(box, field.hover ? Theme::kControl : Theme::kWell, Theme::kButtonRadius);
      canvas.text({box.x + 6, box.y, box.w - 12, box.h}, {{look.hint, Theme::kFaint, look.size}});
      return {};
    }
    interaction.start_typing(kField, "", "filters.Presets");
  }
  const Typed typed = typed_field(canvas, box, look);
  if (typed.text != query_) list_.unlight();
  query_ = typed.text;
  return typed;
}

// The ring is the list's while no name is typed, so arrows, ENTER and ESC are, and all other keys
// the player's. A press on the panel takes no ring from it.
Control FiltersPanel::names_ring(Canvas& canvas) const {
  Interaction& interaction = canvas.interaction();
  if (!canvas.live()) return {};
  const bool pressed = interaction.pressed_outside({});
  if (pressed && !interaction.pressed_outside(canvas.panel())) interaction.focus(kListNames);
  return interaction.control(kListNames, {}, true);
}

void FiltersPanel::draw_presets(Canvas& canvas, Rect room, std::vector<Action>& actions) {
  const Control ring = names_ring(canvas);
  const float wide = text_button_width(canvas, "Replace");
  const Typed typed = draw_name(canvas, {room.x, room.y, room.w - wide - 8, kListLine});
  const std::string name = trimmed(query_);
  const std::string label = std::ranges::binary_search(presets_, name) ? "Replace" : "Save";
  const bool save = text_button(canvas, {room.right() - wide, room.y, wide, kListLine}, label,
                                {"filters.save", "", false, !name.empty()});
  std::vector<Choice> choices;
  for (const std::string& preset : presets_)
    choices.push_back({preset});
  const std::vector<std::size_t> all = matching(choices, "");
  const Rect list{room.x, room.y + kListLine + 8, room.w, room.h - kListLine - 16};
  std::optional<std::size_t> taken = list_.draw(canvas, list, choices, all, typed.down - ring.up);
  if (presets_.empty())
    canvas.text({list.x, list.y, list.w, kListLine},
                {{"No chain is saved yet", Theme::kDim, TextSize::small}});
  const bool enter = typed.end == TypingEnd::enter || ring.clicked;
  if (enter && list_.lit() && *list_.lit() < all.size()) taken = *list_.lit();
  const bool saves = !taken && !name.empty() && (save || enter);
  if (taken) actions.push_back({Kind::load_preset, 0, true, presets_[*taken]});
  if (saves) actions.push_back({Kind::save_preset, 0, true, name});
  leave_list(canvas, typed, taken || saves);
}

void FiltersPanel::draw_refused(Canvas& canvas, Rect room) const {
  icon_warning(canvas, {room.x, room.y, 16, kListLine}, Theme::kFault);
  Rect line{room.x + 24, room.y + 4, room.w - 24, kListTextLine};
  for (const std::string& text : layout_.refused) {
    canvas.text(line, {{text, Theme::kText, TextSize::small}});
    line.y += kListTextLine;
  }
  if (layout_.refusal_cut) canvas.tooltip(refused_, {room.x, room.y, room.w, line.y - room.y});
}

void FiltersPanel::draw_foot(Canvas& canvas, float top, std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  const float x = p.x + Theme::kPadding, wide = p.w - 2 * Theme::kPadding;
  if (!layout_.refused.empty()) {
    draw_refused(canvas, {x, top, wide, 0});
    top += 8 + kListTextLine * static_cast<float>(layout_.refused.size());
  }
  float right = x + wide;
  const auto button = [&](const std::string& label, const std::string& tooltip, bool enabled) {
    const float w = text_button_width(canvas, label);
    right -= w + 8;
    return text_button(canvas, {right + 8, top, w, kListLine}, label,
                       {"filters." + label, tooltip, false, enabled});
  };
  if (button("Paste", "The clipboard's text becomes the chain", true))
    actions.push_back({Kind::paste_chain});
  if (button("Copy", "The chain's text to the clipboard", shown_.size() > 0))
    actions.push_back({Kind::copy_chain});
  if (button("Reset all", "Every filter to its defaults", shown_.resettable())) {
    shown_.reset_all();
    edited(actions);
  }
  canvas.text({x, top, right - x, kListLine}, {{"Chain", Theme::kDim, TextSize::small}});
  if (layout_.text_cut) canvas.tooltip(to_text(shown_.chain()), {x, top, right - x, kListLine});
  if (layout_.lines.empty()) return;
  const Rect well{x, top + kListLine + 8, wide,
                  16 + kListTextLine * static_cast<float>(layout_.lines.size())};
  canvas.fill(well, Theme::kWell, Theme::kButtonRadius);
  Rect line{well.x + 8, well.y + 8, well.w - 16, kListTextLine};
  for (const std::string& text : layout_.lines) {
    canvas.text(line, {{text, Theme::kDim, TextSize::small}});
    line.y += kListTextLine;
  }
}

}  // namespace framelane
