#include <utility>

#include "app/viewer.h"

// One drawing of the window: the picture, and the models of what lies over it.

namespace framelane {

void Viewer::draw(bool new_frame, Host::time_point began) {
  dirty_ = false;
  const Size size = window_->drawable();
  prepare_compare(size);
  picture_->draw(size);
  if (quiet_until_) {
    window_->swap();
    return;
  }
  const std::vector<Action> actions = draw_overlay(size, began);
  if (screenshot_due_)
    save_png(*std::exchange(screenshot_due_, std::nullopt), window_->read_back());
  window_->swap();
  drawn_ = Host::now();
  if (player_) player_->set_swap_waits(window_->vsync());
  if (new_frame) player_->displayed(*drawn_, *drawn_ - began);
  if (std::exchange(pointer_shown_, overlay_->pointer_shown()) != overlay_->pointer_shown())
    window_->show_pointer(overlay_->pointer_shown());
  for (const Action& action : actions)
    apply(action);
  if (!actions.empty()) dirty_ = true;
}

std::vector<Action> Viewer::draw_overlay(Size drawable, Host::time_point now) {
  TransportModel transport;
  HudModel none;
  Overlay::Frame frame;
  frame.hud = player_ ? &tell_playing(transport, now) : &none;
  frame.transport = &transport;
  transport.place = playlist().place();
  transport.fullscreen = window_->fullscreen();
  transport.scopes = player_ && scopes_.on().any();
  if (player_) frame.filters = &filters_model(now);
  if (player_ && overlay_->overlap_needed()) frame.overlap = &overlap_model(now);
  frame.drawable = drawable;
  frame.scale = window_->scale();
  frame.now = now.time_since_epoch();
  frame.compare = &compare_->compare();
  frame.pixel = &compare_->pixel();
  frame.files = &opener_.model();
  frame.scopes = &scopes_model(now);
  if (player_ && overlay_->timeline_needed())
    frame.timeline = &timeline_feed_.model(overlay_->timeline_held());
  return overlay_->draw(frame);
}

const HudModel& Viewer::tell_playing(TransportModel& transport, Host::time_point now) {
  fill_transport(transport, *player_);
  if (const std::string light = light_line(); !light.empty()) transport.facts += ", " + light;
  transport.comparing = compare_->compare().compare.on();
  feed_.tell_present(direct_present_->describe());
  if (overlay_->hud_shown()) feed_.tell_verdict(overlap_model(now).verdict);
  HudModel& hud = feed_.hud(*player_, device_.facts().name, now);
  direct_present_->fill(transport);
  log_.fill(hud, transport);
  return hud;
}

void Viewer::prepare_compare(Size drawable) {
  const bool frame = player_ && player_->current();
  compare_->prepare(frame ? &*player_->current() : nullptr, options_.chain, drawable);
}

const ScopesModel& Viewer::scopes_model(Host::time_point now) {
  const bool stands = player_ && player_->current() && (player_->paused() || player_->ended());
  scopes_model_.on = scopes_.on();
  scopes_model_.latest = scopes_.latest();
  scope_feed_.fill(scopes_model_, stands ? &*player_->current() : nullptr, now);
  return scopes_model_;
}

}  // namespace framelane
