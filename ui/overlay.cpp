#include "ui/overlay.h"

#include <algorithm>
#include <array>
#include <utility>

#include "ui/keys.h"
#include "ui/overlay_state.h"

namespace framelane {

using Kind = Action::Kind;

Overlay::State::State(Settings settings)
    : hud_fade(settings.hud, settings.fades),
      transport_fade(true, settings.fades),
      fault_fade(false, settings.fades),
      help_fade(false, settings.fades),
      readout_fade(false, settings.fades),
      compare_fade(false, settings.fades),
      pixel_fade(false, settings.fades),
      dialog_fade(false, settings.fades),
      filters_fade(settings.filters, settings.fades),
      overlap_fade(settings.overlap, settings.fades),
      timeline_fade(settings.timeline, settings.fades),
      scope_fades{Fade(false, settings.fades), Fade(false, settings.fades),
                  Fade(false, settings.fades)},
      hud(settings.hud),
      hud_full(settings.hud_full),
      filters(settings.filters),
      overlap(settings.overlap),
      timeline(settings.timeline) {}

Overlay::Overlay(Settings settings) : state_(std::make_unique<State>(settings)) {}
Overlay::~Overlay() = default;

namespace {

bool is_pointer(Input::Kind kind) {
  return kind == Input::Kind::pointer_move || kind == Input::Kind::button_down ||
         kind == Input::Kind::button_up || kind == Input::Kind::wheel;
}

void feed_pointer(Interaction& interaction, const Input& input, float scale, Nanoseconds now) {
  const float x = input.x / scale, y = input.y / scale;
  switch (input.kind) {
    case Input::Kind::button_down:
      return interaction.press(x, y, input.clicks);
    case Input::Kind::button_up:
      return interaction.release(x, y);
    case Input::Kind::wheel:
      return interaction.wheel(x, y, input.amount, input.shift, now);
    default:
      return interaction.move(x, y);
  }
}

}  // namespace

void Overlay::handle(const Input& input, Nanoseconds now, std::vector<Action>& actions) {
  State& s = *state_;
  if (input.kind != Input::Kind::pointer_move) s.settling = true;
  if (is_pointer(input.kind)) {
    feed_pointer(s.interaction, input, static_cast<float>(s.scale), now);
    s.auto_hide.wake(now);
    if (input.kind == Input::Kind::wheel) s.wheel(input.amount);
    const bool twice = input.kind == Input::Kind::button_down && input.clicks == 2;
    if (twice && !s.interaction.over_panel()) actions.push_back({Kind::toggle_fullscreen});
    if (!s.interaction.over_panel()) {
      if (std::optional<Action> action = action_of(input)) actions.push_back(*action);
    }
  } else if (input.kind == Input::Kind::pointer_leave) {
    s.interaction.leave();
  } else if (input.kind == Input::Kind::drop) {
    if (!input.paths.empty()) actions.push_back({Kind::open_files, 0, true, {}, input.paths});
  } else if (input.kind == Input::Kind::quit) {
    actions.push_back({Kind::quit});
  } else if (input.kind == Input::Kind::key) {
    if (s.interaction.key(input) ||
        (s.dialog_fade.shown() && s.dialog.key(input, s.interaction.clipboard(), actions))) {
      s.auto_hide.wake(now);
    } else if (std::optional<Action> action = action_of(input)) {
      actions.push_back(*action);
    }
  }
}

// Of a panel that was asked for where there is room for none.
void Overlay::State::tell_no_room(bool asked_for) {
  if (asked_for && room == Room::transport_only) fault.report_note("Panels need a larger window.");
}

bool Overlay::apply(const Action& action) {
  switch (action.kind) {
    case Kind::toggle_hud:
      state_->hud = !state_->hud;
      return true;
    case Kind::toggle_hud_size:
      state_->toggle_hud_size();
      return true;
    case Kind::toggle_pixel:
      state_->pixel = !state_->pixel;
      state_->tell_no_room(state_->pixel);
      return true;
    case Kind::toggle_panels:
      state_->toggle_panels();
      state_->tell_no_room(true);
      return true;
    case Kind::toggle_filters:
      state_->filters = !state_->filters;
      state_->filters_last = state_->filters;
      if (state_->filters && state_->overlap_alone()) state_->overlap = false;
      state_->tell_no_room(state_->filters);
      return true;
    case Kind::toggle_overlap:
      state_->toggle_overlap();
      state_->tell_no_room(state_->overlap);
      return true;
    case Kind::toggle_timeline:
      state_->timeline = !state_->timeline;
      state_->filters_last = !state_->timeline;
      if (state_->timeline && state_->overlap_alone()) state_->overlap = false;
      state_->tell_no_room(state_->timeline);
      return true;
    case Kind::take_file:  // and the dialog's owner closes it
      state_->filters_panel.take_file(action.text);
      return false;
    case Kind::toggle_equality:  // the player's; its light must be seen
      state_->hud_first = false;
      return false;
    case Kind::toggle_key_help:
      state_->help = !state_->help;
      return true;
    default:
      return false;
  }
}

void Overlay::report_fault(const std::string& what, const std::string& to_do) {
  state_->fault.report_fault(what, to_do);
}

void Overlay::report_note(const std::string& text) {
  state_->fault.report_note(text);
}

void Overlay::use_clipboard(Clipboard clipboard) {
  state_->interaction.use_clipboard(std::move(clipboard));
}

void Overlay::show_transport(Nanoseconds now) {
  state_->auto_hide.wake(now);
}

std::optional<Nanoseconds> Overlay::redraw_at() const {
  const State& s = *state_;
  const std::array fades{
      &s.hud_fade,       &s.transport_fade, &s.fault_fade,    &s.help_fade,    &s.readout_fade,
      &s.compare_fade,   &s.pixel_fade,     &s.dialog_fade,   &s.filters_fade, s.scope_fades.data(),
      &s.scope_fades[1], &s.scope_fades[2], &s.timeline_fade, &s.overlap_fade};
  if (s.settles || s.fonts.pending() || s.filters_panel.moving() ||
      std::ranges::any_of(fades, [&](const Fade* fade) { return fade->running(s.now); })) {
    return s.now;
  }
  std::optional<Nanoseconds> first;
  for (const std::optional<Nanoseconds>& due :
       {s.interaction.tooltip_at(), s.auto_hide.hides_at(s.now), s.fault.note_ends_at()})
    if (due) first = std::min(first.value_or(*due), *due);
  return first;
}

bool Overlay::pointer_shown() const {
  return state_->pointer_shown;
}
bool Overlay::hud_shown() const {
  return state_->hud;
}
bool Overlay::filters_shown() const {
  return state_->filters;
}
bool Overlay::overlap_shown() const {
  return state_->overlap;
}
bool Overlay::equality_seen() const {
  return state_->light_seen;
}
bool Overlay::overlap_needed() const {
  return state_->overlap || state_->overlap_fade.alpha(state_->now) > 0;
}
bool Overlay::pixel_shown() const {
  return state_->pixel;
}
bool Overlay::timeline_needed() const {
  return state_->timeline || state_->timeline_fade.alpha(state_->now) > 0;
}
bool Overlay::all_panels() const {
  const State& s = *state_;
  return !s.one_at_a_time() &&
         PanelsOn{s.hud, s.hud_full, s.filters, s.overlap, s.timeline, s.pixel} == kAllPanels;
}

bool Overlay::timeline_shown() const {
  return state_->timeline_on;
}
bool Overlay::timeline_held() const {
  return state_->timeline_panel.held();
}

std::optional<Point> Overlay::pointer_on_picture() const {
  const State& s = *state_;
  const auto scale = static_cast<float>(s.scale);
  const Rect window{0, 0, static_cast<float>(s.window.width) / scale,
                    static_cast<float>(s.window.height) / scale};
  if (!s.interaction.pointer_in(window) || s.interaction.over_panel()) return std::nullopt;
  return Point{s.interaction.x() * s.scale, s.interaction.y() * s.scale};
}

std::vector<std::string> Overlay::panels_on() const {
  std::vector<std::string> names;
  if (state_->hud) names.emplace_back("hud");
  if (state_->hud_full) names.emplace_back("hud_full");
  if (state_->pixel) names.emplace_back("pixel");
  if (state_->filters) names.emplace_back("filters");
  if (state_->overlap) names.emplace_back("overlap");
  if (state_->timeline) names.emplace_back("timeline");
  return names;
}

void Overlay::show_panels(const std::vector<std::string>& names) {
  const auto named = [&](const char* name) {
    return std::ranges::find(names, name) != names.end();
  };
  state_->hud = named("hud");
  state_->hud_full = named("hud_full");
  state_->pixel = named("pixel");
  state_->filters = named("filters");
  state_->overlap = named("overlap");
  state_->timeline = named("timeline");
}

void Overlay::keep_texts() {
  state_->keeps_texts = true;
}

const std::vector<TextBox>& Overlay::text_boxes() const {
  return state_->boxes;
}

Rect Overlay::control_box(const std::string& id) const {
  return state_->interaction.control_box(id);
}

std::string Overlay::focused_control() const {
  return state_->interaction.focused_id();
}

Rect Overlay::panel_box(const std::string& name) const {
  return state_->interaction.panel_box(name);
}

}  // namespace framelane
