#include <algorithm>
#include <utility>

#include "app/viewer.h"

// Which scopes are on, and of which picture.

namespace framelane {
namespace {

bool& switch_of(ScopeWants& wants, Scope scope) {
  return scope == Scope::histogram  ? wants.histogram
         : scope == Scope::waveform ? wants.waveform
                                    : wants.vectorscope;
}

}  // namespace

// Scopes are named among the panels that are kept.
std::vector<std::string> Viewer::panels_on() const {
  std::vector<std::string> names = overlay_->panels_on();
  for (const Scope scope : kAllScopes)
    if (scopes_.on.has(scope)) names.emplace_back(name_of(scope));
  return names;
}

void Viewer::show_panels(const std::vector<std::string>& names) {
  overlay_->show_panels(names);
  for (const Scope scope : kAllScopes)
    switch_of(scopes_.on, scope) = std::ranges::find(names, name_of(scope)) != names.end();
}

void Viewer::apply_scopes(const Action& action) {
  using Kind = Action::Kind;
  switch (action.kind) {
    case Kind::toggle_histogram:
      return toggle_scope(Scope::histogram);
    case Kind::toggle_vectorscope:
      return toggle_scope(Scope::vectorscope);
    case Kind::toggle_waveform:
      return toggle_scope(Scope::waveform);
    case Kind::toggle_scopes:
      return toggle_scopes();
    case Kind::set_scopes_side: {
      ScopeWants next = scopes_.on;
      next.side = action.value > 0 ? ScopeSide::after : ScopeSide::before;
      return set_scopes(next);
    }
    default:
      return;
  }
}

void Viewer::toggle_scope(Scope scope) {
  ScopeWants next = scopes_.on;
  bool& on = switch_of(next, scope);
  on = !on;
  if (on) scopes_.latest = scope;
  set_scopes(next);
}

// All off, and then those that were on; all the first time.
void Viewer::toggle_scopes() {
  ScopeWants next = scopes_.on;
  if (next.any()) {
    scopes_before_ = next;
    next.histogram = next.waveform = next.vectorscope = false;
  } else {
    next = scopes_before_;
    next.side = scopes_.on.side;
  }
  set_scopes(next);
}

// All panels leave no room for them; they come back when those go.
void Viewer::set_scopes_aside(bool aside) {
  const ScopeWants before = scopes_.on;
  if (aside && before.any()) {
    scopes_aside_ = before;
    ScopeWants none;
    none.side = before.side;
    set_scopes(none);
  } else if (!aside && scopes_aside_) {
    set_scopes(*std::exchange(scopes_aside_, std::nullopt));
  }
}

void Viewer::set_scopes(const ScopeWants& wants) {
  scopes_.on = wants;
  if (!player_) return;
  player_->set_scopes(wants);
  note_chain();
  scope_feed_.clear_costs();
}

const ScopesModel& Viewer::scopes_model(Host::time_point now) {
  const bool stands = player_ && player_->current() && (player_->paused() || player_->ended());
  scope_feed_.fill(scopes_, stands ? &*player_->current() : nullptr, now);
  return scopes_;
}

}  // namespace framelane
