#include <algorithm>

#include "ui/histogram_panel.h"
#include "ui/overlay_state.h"
#include "ui/transport.h"
#include "ui/vectorscope_panel.h"
#include "ui/waveform_panel.h"

// The scopes' place among the panels.

namespace framelane {
namespace {

constexpr float kScopesSmallHud = 40;

ScopeWants only(Scope scope, const ScopeWants& on) {
  ScopeWants one;
  one.side = on.side;
  one.histogram = scope == Scope::histogram && on.histogram;
  one.waveform = scope == Scope::waveform && on.waveform;
  one.vectorscope = scope == Scope::vectorscope && on.vectorscope;
  return one.any() ? one : on;
}

}  // namespace

void Overlay::State::set_scope_targets(const Frame& frame, bool room_for_them) {
  const bool small = room == Room::small_panels;
  ScopeWants on;
  if (frame.scopes && frame.transport->open && has_panels() && room_for_them &&
      !(small && pixel_fade.shown())) {
    on = frame.scopes->on;
  }
  if (on.any() && small) on = only(frame.scopes->latest, on);
  scopes_on = on.any();
  if (scopes_on) {
    scopes = *frame.scopes;
    scopes.on = on;
    scopes_still = frame.transport->paused;
  }
  for (const Scope scope : kAllScopes)
    scope_fades[static_cast<std::size_t>(scope)].set(on.has(scope), now);
}

// The strip beside the pixel panel; in a small window the one panel.
ScopeStrip Overlay::State::scopes_place(Size logical) const {
  const float bottom = scopes_bottom(logical);
  if (room != Room::small_panels)
    return scope_strip(logical, bottom, pixel_fade.shown(), scopes.on);
  ScopeStrip strip;
  const float room_across = static_cast<float>(logical.width) - 2 * Theme::kMargin;
  for (const Scope scope : kAllScopes) {
    const float most = scope == Scope::vectorscope ? 320 : 632;
    if (scopes.on.has(scope))
      strip.scopes[static_cast<std::size_t>(scope)] = {Theme::kMargin, bottom - ScopeStrip::kHeight,
                                                       std::min(most, room_across),
                                                       ScopeStrip::kHeight};
  }
  return strip;
}

bool Overlay::State::scope_takes_transport(Size logical) const {
  const float above = transport_box(logical).y - Theme::kGap - ScopeStrip::kHeight;
  return scopes_on && room == Room::small_panels &&
         above < Theme::kMargin + kScopesSmallHud + Theme::kGap;
}

float Overlay::State::scopes_bottom(Size logical) const {
  if (scope_takes_transport(logical)) return static_cast<float>(logical.height) - Theme::kMargin;
  return transport_box(logical).y - Theme::kGap;
}

bool Overlay::State::strip_takes_transport(Size logical) const {
  return scope_takes_transport(logical) || (timeline_on && timeline_takes_transport(logical));
}

bool Overlay::State::strip_takes_hud(Size logical) const {
  return (scopes_on || timeline_on) && floor_of(logical) < Theme::kMargin + kScopesSmallHud;
}

float Overlay::State::floor_of(Size logical) const {
  if (scopes_on) return scopes_bottom(logical) - ScopeStrip::kHeight - Theme::kGap;
  if (timeline_on) return timeline_box(logical).y - Theme::kGap;
  return static_cast<float>(logical.height) - Theme::kMargin;
}

void Overlay::State::draw_scopes(Canvas& canvas, Size logical, std::vector<Action>& actions) {
  const ScopeStrip strip = scopes_place(logical);
  if (scopes_on) {
    const Rect wave = strip.scopes[static_cast<std::size_t>(Scope::waveform)];
    scope_textures.renew(scopes, {now, scopes_still, wave_width(wave.w) * canvas.scale()});
  }
  ScopeLook look{true, room == Room::all};
  for (const Scope scope : {Scope::waveform, Scope::histogram, Scope::vectorscope}) {
    const auto i = static_cast<std::size_t>(scope);
    const float alpha = scope_fades[i].alpha(now);
    if (alpha <= 0 || strip.scopes[i].w <= 0) continue;
    canvas.begin_panel(name_of(scope), strip.scopes[i], alpha, scope_fades[i].shown());
    if (scope == Scope::waveform) {
      draw_waveform(canvas, scopes, scope_textures.waveform(), look, actions);
    } else if (scope == Scope::histogram) {
      draw_histogram(canvas, scopes, scope_textures.histogram(), look, actions);
    } else {
      draw_vectorscope(canvas, scopes, scope_textures.vectorscope(), look, actions);
    }
    look.side_switch = false;
  }
}

}  // namespace framelane
