#include "app/scope_switches.h"

#include <algorithm>
#include <utility>

namespace framelane {
namespace {

using Kind = Action::Kind;

bool& switch_of(ScopeWants& wants, Scope scope) {
  return scope == Scope::histogram  ? wants.histogram
         : scope == Scope::waveform ? wants.waveform
                                    : wants.vectorscope;
}

ScopeWants all_off(ScopeWants wants) {
  wants.histogram = wants.waveform = wants.vectorscope = false;
  return wants;
}

}  // namespace

bool ScopeSwitches::apply(const Action& action) {
  switch (action.kind) {
    case Kind::toggle_histogram:
      toggle(Scope::histogram);
      return true;
    case Kind::toggle_vectorscope:
      toggle(Scope::vectorscope);
      return true;
    case Kind::toggle_waveform:
      toggle(Scope::waveform);
      return true;
    case Kind::toggle_scopes:
      toggle_all();
      return true;
    case Kind::set_scopes_side:
      on_.side = action.value > 0 ? ScopeSide::after : ScopeSide::before;
      return true;
    default:
      return false;
  }
}

void ScopeSwitches::toggle(Scope scope) {
  bool& on = switch_of(on_, scope);
  on = !on;
  if (on) latest_ = scope;
}

// All off, and then those that were on; all the first time.
void ScopeSwitches::toggle_all() {
  if (on_.any()) {
    before_ = std::exchange(on_, all_off(on_));
  } else {
    const ScopeSide side = on_.side;
    on_ = before_;
    on_.side = side;
  }
}

bool ScopeSwitches::set_aside(bool aside) {
  if (aside && on_.any()) {
    aside_ = std::exchange(on_, all_off(on_));
    return true;
  }
  if (aside || !aside_) return false;
  on_ = *std::exchange(aside_, std::nullopt);
  return true;
}

std::vector<std::string> ScopeSwitches::names() const {
  std::vector<std::string> names;
  for (const Scope scope : kAllScopes)
    if (on_.has(scope)) names.emplace_back(name_of(scope));
  return names;
}

void ScopeSwitches::show(const std::vector<std::string>& names) {
  for (const Scope scope : kAllScopes)
    switch_of(on_, scope) = std::ranges::find(names, name_of(scope)) != names.end();
}

}  // namespace framelane
