#include "ui/interaction.h"

#include <algorithm>

namespace framelane {

void Interaction::move(float x, float y) {
  moved_ = moved_ || x != x_ || y != y_;
  x_ = x;
  y_ = y;
  inside_ = true;
}

void Interaction::leave() {
  inside_ = false;
}

void Interaction::press(float x, float y) {
  move(x, y);
  press_x_ = x;
  press_y_ = y;
  pressed_ = down_ = true;
  focus_.clear();
}

void Interaction::release(float x, float y) {
  move(x, y);
  released_ = down_;
  down_ = false;
}

bool Interaction::key(const Input& input) {
  if (input.ctrl || input.alt) return false;
  if (input.key == "TAB") {
    move_focus(input.shift ? -1 : 1);
    return true;
  }
  if (focus_.empty()) return false;
  if (input.key == "ESC") {
    focus_.clear();
    return true;
  }
  if (input.key != "ENTER" && input.key != "SPACE") return false;
  key_pressed_ = focus_;
  return true;
}

void Interaction::move_focus(int by) {
  if (last_order_.empty()) return;
  const auto at = std::ranges::find(last_order_, focus_);
  const auto count = static_cast<std::ptrdiff_t>(last_order_.size());
  const std::ptrdiff_t from =
      at != last_order_.end() ? at - last_order_.begin() : (by > 0 ? -1 : 0);
  focus_ = last_order_[static_cast<std::size_t>((from + by + count) % count)];
}

void Interaction::begin_frame(Nanoseconds now) {
  now_ = now;
  order_.clear();
  controls_.clear();
  panels_.clear();
  tooltip_.reset();
  rest_seen_ = false;
}

void Interaction::end_frame() {
  pressed_ = released_ = moved_ = false;
  key_pressed_.clear();
  if (!down_) active_.clear();
  if (!rest_seen_) rest_.reset();
  last_order_ = order_;
  if (std::ranges::find(order_, focus_) == order_.end()) focus_.clear();
  last_panels_ = panels_;
}

void Interaction::add_panel(std::string_view name, Rect box) {
  panels_.insert_or_assign(std::string(name), box);
}

Control Interaction::control(std::string_view id, Rect box, bool enabled, bool by_keyboard) {
  controls_.insert_or_assign(std::string(id), box);
  if (!enabled) return {};
  if (by_keyboard) order_.emplace_back(id);
  if (pressed_ && box.contains(press_x_, press_y_)) active_ = id;
  Control control;
  const bool active = active_ == id;
  control.hover = pointer_in(box) && (active || active_.empty());
  control.held = active && down_;
  control.moved = control.held && (moved_ || pressed_);
  control.let_go = active && released_;
  control.clicked = (control.let_go && box.contains(x_, y_)) || key_pressed_ == id;
  control.focused = focus_ == id;
  return control;
}

void Interaction::offer_tooltip(std::string_view text, Rect anchor, Rect panel) {
  if (text.empty() || !pointer_in(anchor) || down_) return;
  if (rest_ != anchor) {
    if (rest_seen_) return;
    rest_ = anchor;
    rest_since_ = now_;
  }
  rest_seen_ = true;
  if (now_ - rest_since_ >= kTooltipDelay) tooltip_ = Tooltip{std::string(text), anchor, panel};
}

bool Interaction::pointer_in(Rect box) const {
  return inside_ && box.contains(x_, y_);
}

bool Interaction::over_panel() const {
  return std::ranges::any_of(last_panels_,
                             [&](const auto& panel) { return pointer_in(panel.second); });
}

std::optional<Rect> Interaction::panel_meeting(Rect box) const {
  const auto met =
      std::ranges::find_if(panels_, [&](const auto& panel) { return panel.second.meets(box); });
  if (met == panels_.end()) return std::nullopt;
  return met->second;
}

std::optional<Nanoseconds> Interaction::tooltip_at() const {
  if (!rest_ || tooltip_) return std::nullopt;
  return rest_since_ + kTooltipDelay;
}

Rect Interaction::control_box(const std::string& id) const {
  const auto found = controls_.find(id);
  return found != controls_.end() ? found->second : Rect{};
}

Rect Interaction::panel_box(const std::string& name) const {
  const auto found = panels_.find(name);
  return found != panels_.end() ? found->second : Rect{};
}

}  // namespace framelane
