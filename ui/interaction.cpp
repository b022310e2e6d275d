#include "ui/interaction.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace framelane {
namespace {

const std::string& id_at(const std::string* id) {
  return *id;
}

}  // namespace

void Interaction::move(float x, float y) {
  const bool elsewhere = x != x_ || y != y_;
  moved_ = moved_ || elsewhere;
  if (elsewhere) wheel_owner_.clear();
  if (elsewhere) used_ = false;
  x_ = x;
  y_ = y;
  inside_ = true;
}

void Interaction::leave() {
  inside_ = false;
}

void Interaction::rescale(float factor) {
  x_ /= factor;
  y_ /= factor;
  press_x_ /= factor;
  press_y_ /= factor;
}

void Interaction::press(float x, float y, int clicks) {
  move(x, y);
  press_x_ = x;
  press_y_ = y;
  clicks_ = clicks;
  kept_ = 0;
  pressed_ = down_ = used_ = true;
  focus_.clear();
}

void Interaction::release(float x, float y) {
  move(x, y);
  released_ = down_;
  down_ = false;
}

void Interaction::wheel(float x, float y, float amount, bool fine, Nanoseconds now) {
  move(x, y);
  if (now - wheel_at_ >= kWheelTurn) wheel_owner_.clear();
  if (wheel_owner_.empty()) wheel_rest_ = 0;
  wheel_at_ = now;
  wheel_ += amount;
  wheel_fine_ = fine;
}

float Interaction::take_wheel(std::string_view id, Rect box, bool whole) {
  if (wheel_ == 0 || !pointer_in(box)) return 0;
  if (!wheel_owner_.empty() && wheel_owner_ != id) return 0;
  wheel_owner_ = id;
  const float turned = std::exchange(wheel_, 0.0F) + wheel_rest_;
  const float taken = whole ? std::trunc(turned) : turned;
  wheel_rest_ = turned - taken;
  return taken;
}

bool Interaction::key(const Input& input) {
  if (typing_) {
    type(input);
    return true;
  }
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
  if (take_arrow(input)) return true;
  if (input.key != "ENTER" && input.key != "SPACE") return false;
  key_pressed_ = focus_;
  return true;
}

bool Interaction::take_arrow(const Input& input) {
  const int right = input.key == "RIGHT" ? 1 : input.key == "LEFT" ? -1 : 0;
  const int up = input.key == "UP" ? 1 : input.key == "DOWN" ? -1 : 0;
  if (right == 0 && up == 0) return false;
  arrow_right_ += right;
  arrow_up_ += up;
  arrow_fine_ = input.shift;
  return true;
}

void Interaction::type(const Input& input) {
  TextEdit& edit = typing_->edit;
  if (input.key == "ENTER" || input.key == "ESC") {
    typing_end_ = input.key == "ENTER" ? TypingEnd::enter : TypingEnd::escape;
  } else if (input.key == "TAB") {
    typing_end_ = TypingEnd::tab;
    focus_ = typing_->ring;
    move_focus(input.shift ? -1 : 1);
  } else if (input.key == "UP" || input.key == "DOWN") {
    typing_down_ += input.key == "DOWN" ? 1 : -1;
  } else if (input.ctrl && (input.key == "c" || input.key == "x")) {
    copy(input.key == "x");
  } else if (input.ctrl && input.key == "v") {
    if (clipboard_.read) edit.insert(clipboard_.read());
  } else {
    edit.key(input);
  }
}

void Interaction::copy(bool cut) {
  const std::string selected = typing_->edit.selected();
  if (selected.empty() || !clipboard_.write) return;
  clipboard_.write(selected);
  if (cut) typing_->edit.erase_selected();
}

void Interaction::start_typing(std::string_view id, std::string_view text, std::string_view ring) {
  typing_ = Typing{std::string(id), std::string(ring), TextEdit(text), true};
  typing_end_ = TypingEnd::none;
  typing_down_ = 0;
}

TextEdit* Interaction::typing(std::string_view id) {
  if (!typing_ || typing_->id != id) return nullptr;
  typing_->asked = true;
  return &typing_->edit;
}

void Interaction::move_focus(int by) {
  if (last_order_.empty()) return;
  const auto at = std::ranges::find(last_order_, focus_, id_at);
  const auto count = static_cast<std::ptrdiff_t>(last_order_.size());
  const std::ptrdiff_t from =
      at != last_order_.end() ? at - last_order_.begin() : (by > 0 ? -1 : 0);
  focus_ = *last_order_[static_cast<std::size_t>((from + by + count) % count)];
}

void Interaction::begin_frame(Nanoseconds now) {
  now_ = now;
  order_.clear();
  ++frame_;
  panels_.clear();
  tooltip_.reset();
  rest_seen_ = false;
}

void Interaction::end_frame() {
  pressed_ = released_ = moved_ = false;
  key_pressed_.clear();
  arrow_right_ = arrow_up_ = 0;
  wheel_ = 0;
  if (typing_ && !std::exchange(typing_->asked, false)) typing_.reset();
  typing_end_ = TypingEnd::none;
  typing_down_ = 0;
  if (!down_) active_.clear();
  if (!rest_seen_) rest_.reset();
  if (std::ranges::find(order_, focus_, id_at) == order_.end()) focus_.clear();
  std::swap(last_order_, order_);
  last_panels_ = panels_;
}

void Interaction::add_panel(std::string_view name, Rect box) {
  panels_.insert_or_assign(std::string(name), box);
}

Control Interaction::control(std::string_view id, Rect box, bool enabled, bool by_keyboard) {
  auto seen = controls_.find(id);
  if (seen == controls_.end()) seen = controls_.try_emplace(std::string(id)).first;
  seen->second = {box, frame_};
  if (!enabled) return {};
  if (by_keyboard) order_.push_back(&seen->first);
  if (pressed_ && box.contains(press_x_, press_y_)) active_ = id;
  Control control;
  const bool active = active_ == id;
  control.pressed = active && pressed_;
  control.twice = control.pressed && clicks_ == 2;
  control.hover = pointer_in(box) && (active || active_.empty());
  control.held = active && down_;
  control.moved = control.held && (moved_ || pressed_);
  control.let_go = active && released_;
  control.clicked = (control.let_go && box.contains(x_, y_)) || key_pressed_ == id;
  control.focused = focus_ == id;
  if (control.focused) {
    control.right = arrow_right_;
    control.up = arrow_up_;
    control.fine = arrow_fine_;
  }
  return control;
}

void Interaction::offer_tooltip(std::string_view text, Rect anchor, Rect panel) {
  if (text.empty() || !pointer_in(anchor) || used_) return;
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

bool Interaction::pressed_outside(Rect box) const {
  return pressed_ && !box.contains(press_x_, press_y_);
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
  return found != controls_.end() && found->second.frame == frame_ ? found->second.box : Rect{};
}

Rect Interaction::panel_box(const std::string& name) const {
  const auto found = panels_.find(name);
  return found != panels_.end() ? found->second : Rect{};
}

}  // namespace framelane
