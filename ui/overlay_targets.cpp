#include "ui/hud.h"
#include "ui/overlay_state.h"
#include "ui/transport.h"

// Which panels a frame shows: by the room that the window has, and by what was asked for.

namespace framelane {

Room room_for(Size logical) {
  if (logical.width < 240 || logical.height < 120) return Room::picture_only;
  if (is_tight(logical)) return Room::transport_only;
  if (logical.width < 1280 || logical.height < 720) return Room::small_panels;
  return logical.width < 1600 || logical.height < 960 ? Room::no_facts : Room::all;
}

bool Overlay::State::hud_fits(Size logical) const {
  if (room != Room::transport_only) return true;
  const float bottom = margin_of(logical) + kTightHudHeight;
  return !fault_seen() && bottom + Theme::kGap <= transport_box(logical).y;
}

bool Overlay::State::hud_is_full(Room now_room) const {
  if (now_room <= Room::transport_only || hud_yields) return false;
  return now_room == Room::small_panels ? hud_full_when_small : hud_full;
}

void Overlay::State::set_targets(const Frame& frame, Size logical, Room now_room) {
  if (now_room != Room::small_panels) hud_full_when_small = false;
  room = now_room;
  const bool panels = room != Room::picture_only;
  fault.advance(now);
  fault_fade.set(panels && fault.shown(), now);
  const bool open = frame.transport->open;
  const bool held = !open || frame.transport->paused || interaction.dragging() ||
                    interaction.over_panel() || interaction.focused() || interaction.is_typing() ||
                    dialog.shown();
  const bool awake = auto_hide.shown(held, now);
  // In a small window a panel that was asked for and needs the height stands alone.
  const float below = transport_box(logical).y - Theme::kGap;
  const float full_bottom = hud_box(numbers).bottom();
  set_compare_targets(frame, logical);
  const bool dialog_on = panels && dialog.shown();
  const bool help_alone = help && one_at_a_time() && !dialog_on;
  // The list of keys stands in the filters' place.
  const bool editing =
      filters && frame.filters != nullptr && open && has_panels() && !help && !dialog_on;
  const bool timeline_alone = timeline && !filters_last && frame.timeline != nullptr;
  const bool filters_alone = editing && room == Room::small_panels && !timeline_alone;
  set_overlap_targets(frame, help_alone || pixel_alone || filters_alone || dialog_on);
  const bool overlap_stands = overlap_alone() && overlap_fade.shown();
  if (filters_alone || overlap_stands) pixel_fade.set(false, now);
  const bool alone = help_alone || pixel_alone || filters_alone || overlap_stands;
  set_scope_targets(frame, !alone && !dialog_on);
  set_timeline_targets(frame, !alone && !dialog_on);
  hud_yields = overlap_needs_room(frame, logical);
  const bool fits = full_bottom <= floor_of(logical);
  const bool hud_alone =
      hud && !scopes_on && !timeline_on && open && hud_is_full(room) && fits && full_bottom > below;
  hud_fade.set(panels && hud && open && !alone && !dialog_on && !strip_takes_hud(logical) &&
                   hud_fits(logical),
               now);
  const bool dialog_alone = dialog_on && !has_panels();
  transport_fade.set(panels && awake && !alone && !dialog_alone &&
                         !strip_takes_transport(logical) && (dialog_on || !hud_alone),
                     now);
  filters_fade.set(panels && editing && (room != Room::small_panels || filters_alone), now);
  help_fade.set(panels && help && !dialog_on, now);
  dialog_fade.set(dialog_on, now);
  pointer_shown = awake || !panels;
}

}  // namespace framelane
