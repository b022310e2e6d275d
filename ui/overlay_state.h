#pragma once
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "ui/canvas.h"
#include "ui/fault_line.h"
#include "ui/filters_panel.h"
#include "ui/fonts.h"
#include "ui/imgui_session.h"
#include "ui/interaction.h"
#include "ui/key_help.h"
#include "ui/open_dialog.h"
#include "ui/overlay.h"
#include "ui/renewal.h"
#include "ui/scope_strip.h"
#include "ui/scope_textures.h"
#include "ui/timeline_panel.h"
#include "ui/visibility.h"

namespace framelane {

// What the window's logical size leaves room for.
enum class Room : unsigned char { picture_only, transport_only, small_panels, no_facts, all };
[[nodiscard]] Room room_for(Size logical);

// Panels that stay until they are asked away.
struct PanelsOn {
  bool hud = true, hud_full = false, filters = false, overlap = false, timeline = false,
       pixel = false;
  friend bool operator==(const PanelsOn&, const PanelsOn&) = default;
};
// The pixel panel lies in the timeline's place.
inline constexpr PanelsOn kAllPanels{true, true, true, true, true, false};

struct Overlay::State {
  explicit State(Settings settings);

  ImGuiSession imgui;
  Fonts fonts;
  Interaction interaction;
  FaultLine fault;
  AutoHide auto_hide;
  OpenDialog dialog;
  Fade hud_fade, transport_fade, fault_fade, help_fade, readout_fade, compare_fade, pixel_fade,
      dialog_fade, filters_fade, overlap_fade, timeline_fade;
  std::array<Fade, kScopes> scope_fades;
  bool hud = true, hud_full = false, hud_full_when_small = false, help = false, filters = false;
  bool overlap = false;                        // asked for
  bool hud_first = false;                      // of the two, the HUD's full form is asked for
  bool hud_yields = false;                     // it is small, so that the overlap panel has room
  bool light_seen = false;                     // the overlap panel shows its light
  bool timeline = false, timeline_on = false;  // asked for; and there is a place for it
  bool filters_last = false;                   // of the two, what was asked for last
  PanelsOn before_all;                         // what all panels took the place of
  FiltersPanel filters_panel;
  TimelinePanel timeline_panel;
  int timeline_lanes = 1;
  bool pixel = false;        // asked for
  bool pixel_alone = false;  // there is no room beside it
  bool bar_lowered = false;  // the compare bar, under the HUD
  CompareModel compared;     // as last drawn, for the bar while it fades
  PixelModel inspected;
  Size window;               // device pixels, of the last draw
  bool was_dragged = false;  // the picture, in the last frame, with the pointer there:
  float dragged_x = 0, dragged_y = 0;
  bool pointer_shown = true;
  double scale = 1;  // of the last draw: inputs come in device pixels
  // What an input changed in one draw shows in the next one.
  bool settling = false, settles = false;
  Nanoseconds now{0};
  HudModel numbers;  // of the HUD, as shown: refreshed four times a second
  Renewal renewal{RenewedPanel::hud};
  StageRow read_out;
  Rect read_out_box;
  ScopesModel scopes;  // as shown last: the last ones switched off fade out
  bool scopes_on = false;
  bool scopes_still = false;  // they are of a picture that does not change
  ScopeTextures scope_textures;
  bool keeps_texts = false;
  std::vector<TextBox> boxes;

  // The line at the top is drawn, be it that it fades: nothing else takes its place.
  [[nodiscard]] bool fault_seen() const { return fault.shown() || fault_fade.alpha(now) > 0; }
  [[nodiscard]] bool hud_is_full(Room room) const;
  [[nodiscard]] bool has_panels() const { return room > Room::transport_only; }
  // What is asked for last has the window, but for the HUD's line and the transport.
  [[nodiscard]] bool one_at_a_time() const { return room < Room::no_facts; }
  // In a tight window, where a message stands in its place.
  [[nodiscard]] bool hud_fits(Size logical) const;
  void toggle_hud_size();
  void tell_no_room(bool asked_for);
  void wheel(float amount);
  KeyHelp key_help;
  void toggle_panels();
  void refresh_numbers(const HudModel& model);
  void set_targets(const Frame& frame, Size logical, Room room);
  void draw_panels(Canvas& canvas, const Frame& frame, Size logical, Room room,
                   std::vector<Action>& actions);
  // Returns where it is; empty while off.
  Rect draw_hud_panel(Canvas& canvas, Size logical, Room room, std::vector<Action>& actions);
  // The same.
  Rect draw_filters_panel(Canvas& canvas, const Frame& frame, Size logical,
                          std::vector<Action>& actions);
  // `above`: what lies at the top, where anything does.
  void draw_keys(Canvas& canvas, Size logical, Rect hud_at, Rect above);
  void draw_top(Canvas& canvas, Size logical, Rect hud_at, Rect filters_at, Rect compare_bar);
  // Where panels in the middle end: above the transport while that is there.
  [[nodiscard]] float bottom_of_middle(Size logical) const;
  // What message and transport leave of a window in which nothing plays.
  [[nodiscard]] Rect empty_room(const Canvas& canvas, Size logical) const;
  void draw_dialog(Canvas& canvas, Size logical, std::vector<Action>& actions);
  void draw_read_out(Canvas& canvas, std::optional<std::size_t> row, Rect hud);
  // In overlay_compare.cpp.
  void set_compare_targets(const Frame& frame, Size logical);
  // What lies on the picture under every panel, and moves it when dragged.
  void draw_picture_area(Canvas& canvas, const Frame& frame, std::vector<Action>& actions);
  Rect compare_bar_place(Canvas& canvas, Size logical, Rect hud_at, Rect filters_at);
  Rect draw_compare_bar(Canvas& canvas, Size logical, Rect hud_at, Rect filters_at,
                        std::vector<Action>& actions);
  void draw_pixel(Canvas& canvas, Size logical, Rect hud_at);
  void draw_compare(Canvas& canvas, const Frame& frame, std::vector<Action>& actions);
  void draw_tooltip(Canvas& canvas, Size logical);

  // overlay_overlap.cpp. `covered`: something else needs its place.
  void toggle_overlap();
  [[nodiscard]] bool overlap_alone() const { return overlap && room == Room::small_panels; }
  void set_overlap_targets(const Frame& frame, bool covered);
  [[nodiscard]] float overlap_floor(Size logical) const;
  // Under the HUD's full form there would be no more of it than a few lines.
  [[nodiscard]] bool overlap_needs_room(const Frame& frame, Size logical) const;
  // Under the HUD. Returns where both are, for what lies beside or under them.
  Rect draw_overlap_panel(Canvas& canvas, const Frame& frame, Size logical, Rect hud_at,
                          std::vector<Action>& actions);

  // overlay_scopes.cpp: where the scopes lie, and drawing them.
  // `room_for_them`: nothing else needs their place.
  void set_scope_targets(const Frame& frame, bool room_for_them);
  [[nodiscard]] ScopeStrip scopes_place(Size logical) const;
  // In a small window what lies there needs the height of the transport, or of the HUD too.
  [[nodiscard]] bool scope_takes_transport(Size logical) const;
  [[nodiscard]] bool strip_takes_transport(Size logical) const;
  [[nodiscard]] bool strip_takes_hud(Size logical) const;
  [[nodiscard]] float scopes_bottom(Size logical) const;
  // Where the panels that dock at the top must end.
  [[nodiscard]] float floor_of(Size logical) const;
  void draw_scopes(Canvas& canvas, Size logical, std::vector<Action>& actions);

  // overlay_timeline.cpp: the same for the timeline.
  void set_timeline_targets(const Frame& frame, bool room_for_it);
  [[nodiscard]] bool timeline_takes_transport(Size logical) const;
  [[nodiscard]] Rect timeline_box(Size logical) const;
  void draw_timeline(Canvas& canvas, const Frame& frame, Size logical,
                     std::vector<Action>& actions);

  Room room = Room::all;
};

}  // namespace framelane
