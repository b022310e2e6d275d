#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/frame_times.h"
#include "ui/geometry.h"
#include "ui/input.h"

namespace framelane {

// What a control was told in this frame.
struct Control {
  bool hover = false;
  bool held = false;     // pressed and not let go yet
  bool moved = false;    // held, and the pointer is elsewhere than in the last frame
  bool let_go = false;   // the press ended in this frame, wherever
  bool clicked = false;  // pressed and let go on it, or by keyboard
  bool focused = false;  // has the keyboard's ring
};

struct Tooltip {
  std::string text;
  Rect anchor;
  Rect panel;  // that holds it
};

// The pointer, the keyboard's ring and the tooltip, from one draw to the next. Controls are named
// by id. Logical pixels. Thread-safety: main thread.
class Interaction {
 public:
  static constexpr Nanoseconds kTooltipDelay{400'000'000};

  void move(float x, float y);
  void leave();
  void press(float x, float y);
  void release(float x, float y);
  // TAB moves the ring, ENTER and SPACE press the control under it, ESC leaves. True when taken.
  bool key(const Input& input);
  void unfocus() { focus_.clear(); }

  void begin_frame(Nanoseconds now);
  void end_frame();
  void add_panel(std::string_view name, Rect box);
  // `by_keyboard`: TAB gives it the ring.
  Control control(std::string_view id, Rect box, bool enabled, bool by_keyboard = true);
  // A tooltip for whatever lies at `anchor`, when the pointer has rested there.
  void offer_tooltip(std::string_view text, Rect anchor, Rect panel);

  [[nodiscard]] bool pointer_in(Rect box) const;
  [[nodiscard]] bool over_panel() const;
  [[nodiscard]] bool dragging() const { return !active_.empty(); }
  [[nodiscard]] bool focused() const { return !focus_.empty(); }
  [[nodiscard]] float x() const { return x_; }
  [[nodiscard]] float y() const { return y_; }
  [[nodiscard]] const std::optional<Tooltip>& tooltip() const { return tooltip_; }
  // When a tooltip that is waited for appears.
  [[nodiscard]] std::optional<Nanoseconds> tooltip_at() const;
  [[nodiscard]] Rect control_box(const std::string& id) const;
  [[nodiscard]] Rect panel_box(const std::string& name) const;

 private:
  void move_focus(int by);

  Nanoseconds now_{0};
  float x_ = -1, y_ = -1, press_x_ = -1, press_y_ = -1;
  bool inside_ = false, down_ = false, pressed_ = false, released_ = false, moved_ = false;
  std::string active_, focus_, key_pressed_;
  std::vector<std::string> order_, last_order_;
  std::map<std::string, Rect, std::less<>> controls_, panels_, last_panels_;
  std::optional<Rect> rest_;  // what the pointer rests on, and since when
  Nanoseconds rest_since_{0};
  bool rest_seen_ = false;
  std::optional<Tooltip> tooltip_;
};

}  // namespace framelane
