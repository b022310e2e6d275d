#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/frame_times.h"
#include "ui/actions.h"
#include "ui/compare_model.h"
#include "ui/control.h"
#include "ui/files_model.h"
#include "ui/filters_model.h"
#include "ui/geometry.h"
#include "ui/hud_model.h"
#include "ui/input.h"
#include "ui/overlap_model.h"
#include "ui/picture_mapping.h"
#include "ui/pixel_model.h"
#include "ui/scopes_model.h"
#include "ui/timeline_model.h"
#include "ui/transport_model.h"

namespace framelane {

// A text as it was drawn, for tests: logical pixels.
struct TextBox {
  std::string text;
  Rect box;
  Rect panel;
  bool cut = false;  // ends in an ellipsis; the full text is its tooltip
};

// Everything drawn over the picture: HUD, filters, transport, fault line, list of keys. Owns the
// Dear ImGui context, fades, and what is switched on. Times are of any one steady clock.
// Thread-safety: the thread of the OpenGL context, which outlives the overlay.
class Overlay {
 public:
  struct Settings {
    bool hud = true;
    bool hud_full = false;
    bool fades = true;
    bool filters = false;
    bool overlap = false;
    bool timeline = false;
  };
  explicit Overlay(Settings settings);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  // Turns an input into actions: keys, double click, drop, quit; the rest is kept for draw().
  void handle(const Input& input, Nanoseconds now, std::vector<Action>& actions);
  // Carries out an action that is the overlay's own; false when it is the player's.
  bool apply(const Action& action);
  // One line at the top until dismissed: what happened and where, then what to do. A second one
  // replaces it and says "(2)".
  void report_fault(const std::string& what, const std::string& to_do = {});
  // The same without the red triangle, for what is worth knowing and no fault. It goes by itself,
  // and those that come meanwhile follow it.
  void report_note(const std::string& text);
  // Brings the transport back, as a seek by key does.
  void show_transport(Nanoseconds now);

  // What text fields copy to and paste from; without it they do neither.
  void use_clipboard(Clipboard clipboard);

  struct Frame {
    const HudModel* hud = nullptr;  // never null
    const TransportModel* transport = nullptr;
    Size drawable;
    double scale = 1.0;  // Window::scale()
    Nanoseconds now{0};
    const FiltersModel* filters = nullptr;    // null: there is no filters panel
    const CompareModel* compare = nullptr;    // null: nothing to compare
    const PixelModel* pixel = nullptr;        // needed while pixel_shown()
    const FilesModel* files = nullptr;        // null: no open dialog, no recent files
    const ScopesModel* scopes = nullptr;      // null: none is on
    const TimelineModel* timeline = nullptr;  // null: there is none
    const OverlapModel* overlap = nullptr;    // null: there is no overlap panel
  };
  // Draws over what is already in the current framebuffer. Returns what the buttons asked for.
  [[nodiscard]] std::vector<Action> draw(const Frame& frame);

  // When the overlay itself needs the next draw(): a fade, a tooltip, the hiding of the transport.
  // Without a value nothing changes until an input or a new model.
  [[nodiscard]] std::optional<Nanoseconds> redraw_at() const;
  // False when the pointer should be hidden.
  [[nodiscard]] bool pointer_shown() const;
  [[nodiscard]] bool hud_shown() const;
  [[nodiscard]] bool filters_shown() const;
  [[nodiscard]] bool overlap_shown() const;
  [[nodiscard]] bool overlap_needed() const;  // its model, also while it fades
  // The last draw() said whether serial and overlapped give the same frames.
  [[nodiscard]] bool equality_seen() const;
  [[nodiscard]] bool pixel_shown() const;
  // Its model is needed; and there was a place for it in the last draw().
  [[nodiscard]] bool timeline_needed() const;
  [[nodiscard]] bool timeline_shown() const;
  // Whether toggle_panels brought all of them: the scopes lie in the timeline's place.
  [[nodiscard]] bool all_panels() const;
  // The timeline's model must stay as it is.
  [[nodiscard]] bool timeline_held() const;
  // The pointer while it is on the picture and on no panel, device pixels.
  [[nodiscard]] std::optional<Point> pointer_on_picture() const;
  // Which panels are on, by name, and turning on just those; a name that is not known is left out.
  [[nodiscard]] std::vector<std::string> panels_on() const;
  void show_panels(const std::vector<std::string>& names);
  // For tests: the texts of the last draw(), once they are kept.
  void keep_texts();
  [[nodiscard]] const std::vector<TextBox>& text_boxes() const;
  // The rectangle a control was drawn at in the last draw(), logical pixels; empty when absent.
  [[nodiscard]] Rect control_box(const std::string& id) const;
  [[nodiscard]] Rect panel_box(const std::string& name) const;
  [[nodiscard]] std::string focused_control() const;  // that has the keyboard's ring

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace framelane
