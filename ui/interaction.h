#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/frame_times.h"
#include "ui/control.h"
#include "ui/geometry.h"
#include "ui/input.h"
#include "ui/text_edit.h"

namespace framelane {

// The pointer, the wheel, the keyboard's ring or the text field that owns the keyboard, and the
// tooltip, from one draw to the next. Controls are named by id. Logical pixels. Thread-safety: main
// thread.
class Interaction {
 public:
  static constexpr Nanoseconds kTooltipDelay{400'000'000};
  // Turns of the wheel that follow each other so fast belong to where the first one went, unless
  // the pointer moved: what scrolls in under it does not take them.
  static constexpr Nanoseconds kWheelTurn{400'000'000};

  void move(float x, float y);
  void leave();
  // The pointer stays where it is while a logical pixel becomes that many times as large.
  void rescale(float factor);
  void press(float x, float y, int clicks = 1);
  void release(float x, float y);
  void wheel(float x, float y, float amount, bool fine, Nanoseconds now);
  // TAB moves the ring, ENTER, SPACE and arrows are the control's under it, ESC leaves. While a
  // text is typed every key is its field's. True when taken.
  bool key(const Input& input);
  void focus(std::string_view id) { focus_ = id; }
  void use_clipboard(Clipboard clipboard) { clipboard_ = std::move(clipboard); }
  [[nodiscard]] const Clipboard& clipboard() const { return clipboard_; }

  void begin_frame(Nanoseconds now);
  // A field that was not asked in this frame loses the keyboard.
  void end_frame();
  void add_panel(std::string_view name, Rect box);
  // `by_keyboard`: TAB gives it the ring.
  Control control(std::string_view id, Rect box, bool enabled, bool by_keyboard = true);
  // A tooltip for whatever lies at `anchor`, when the pointer has rested there.
  void offer_tooltip(std::string_view text, Rect anchor, Rect panel);
  // Turns of the wheel over the box, away from the user positive; the first that asks gets them.
  // `whole`: only whole steps, the rest is kept for the next.
  float take_wheel(std::string_view id, Rect box, bool whole);
  [[nodiscard]] bool wheel_is_fine() const { return wheel_fine_; }
  // Whatever is held is let go without a word.
  void drop_hold() { active_.clear(); }
  // A number for the control that is held, 0 at its press.
  void keep(float value) { kept_ = value; }
  [[nodiscard]] float kept() const { return kept_; }

  // Gives the keyboard to a text field, the text selected. TAB goes on from the control `ring`.
  void start_typing(std::string_view id, std::string_view text, std::string_view ring);
  void stop_typing() { typing_.reset(); }
  // The field's text while it owns the keyboard; null otherwise.
  [[nodiscard]] TextEdit* typing(std::string_view id);
  [[nodiscard]] TypingEnd typing_end() const { return typing_end_; }
  // DOWN less UP in this frame.
  [[nodiscard]] int typing_down() const { return typing_down_; }

  [[nodiscard]] bool pointer_in(Rect box) const;
  [[nodiscard]] bool over_panel() const;
  // A panel of this frame that lies in the way of `box`.
  [[nodiscard]] std::optional<Rect> panel_meeting(Rect box) const;
  [[nodiscard]] bool dragging() const { return !active_.empty(); }
  [[nodiscard]] bool focused() const { return !focus_.empty(); }
  [[nodiscard]] const std::string& focused_id() const { return focus_; }
  [[nodiscard]] bool is_typing() const { return typing_.has_value(); }
  // A press fell elsewhere in this frame.
  [[nodiscard]] bool pressed_outside(Rect box) const;
  [[nodiscard]] float x() const { return x_; }
  [[nodiscard]] float y() const { return y_; }
  [[nodiscard]] float press_x() const { return press_x_; }
  // The pointer has left the point of the press.
  [[nodiscard]] bool moved_since_press() const { return x_ != press_x_ || y_ != press_y_; }
  [[nodiscard]] const std::optional<Tooltip>& tooltip() const { return tooltip_; }
  // When a tooltip that is waited for appears.
  [[nodiscard]] std::optional<Nanoseconds> tooltip_at() const;
  [[nodiscard]] Rect control_box(const std::string& id) const;
  [[nodiscard]] Rect panel_box(const std::string& name) const;

 private:
  struct Typing {
    std::string id, ring;
    TextEdit edit;
    bool asked = false;
  };
  void move_focus(int by);
  void type(const Input& input);
  void copy(bool cut);
  bool take_arrow(const Input& input);

  Nanoseconds now_{0};
  float x_ = -1, y_ = -1, press_x_ = -1, press_y_ = -1, kept_ = 0;
  int clicks_ = 0;
  bool inside_ = false, down_ = false, pressed_ = false, released_ = false, moved_ = false;
  bool used_ = false;  // pressed where the pointer still is: what is there needs no tooltip
  std::string active_, focus_, key_pressed_;
  int arrow_right_ = 0, arrow_up_ = 0;
  bool arrow_fine_ = false;
  std::string wheel_owner_;
  float wheel_ = 0, wheel_rest_ = 0;
  bool wheel_fine_ = false;
  Nanoseconds wheel_at_{0};
  std::optional<Typing> typing_;
  TypingEnd typing_end_ = TypingEnd::none;
  int typing_down_ = 0;
  Clipboard clipboard_;
  struct Seen {
    Rect box;
    std::uint64_t frame = 0;
  };
  std::uint64_t frame_ = 0;
  std::map<std::string, Seen, std::less<>> controls_;   // of every frame: those of this one count
  std::vector<const std::string*> order_, last_order_;  // keys of controls_
  std::map<std::string, Rect, std::less<>> panels_, last_panels_;
  std::optional<Rect> rest_;  // what the pointer rests on, and since when
  Nanoseconds rest_since_{0};
  bool rest_seen_ = false;
  std::optional<Tooltip> tooltip_;
};

}  // namespace framelane
