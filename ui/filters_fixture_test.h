#pragma once
#include <string>
#include <vector>

#include "ui/overlay_fixture_test.h"

namespace framelane {

// The filters panel over a chain of the test's, in an off-screen window.
class FiltersTest : public OverlayTest {
 protected:
  FiltersTest() {
    use("eq,gblur=sigma=0.8,unsharp");
    overlay_.apply({Action::Kind::toggle_filters});
  }

  void use(const std::string& chain) {
    const std::uint64_t revision = filters_ ? filters_->revision : 0;
    filters_ = synthetic_filters();
    filters_->chain = parse_chain(chain);
    filters_->rows.assign(filters_->chain.filters.size(), {});
    filters_->revision = revision + 1;
  }
  // What the last set_chain of these says; the model takes it.
  std::string taken(const std::vector<Action>& actions) {
    std::string text = "none";
    for (const Action& action : actions) {
      if (action.kind != Action::Kind::set_chain) continue;
      text = action.text;
      use(text);
    }
    return text;
  }
  [[nodiscard]] Rect box(const std::string& id) const { return overlay_.control_box(id); }
  std::vector<Action> down(const std::string& id, float share = 0.5F, int clicks = 1) {
    const Rect at = box(id);
    pointer(Input::Kind::button_down, at.x + at.w * share, at.y + at.h / 2, now_, clicks);
    return draw(now_);
  }
  std::vector<Action> move(float x, float y) {
    pointer(Input::Kind::pointer_move, x, y, now_);
    return draw(now_);
  }
  std::vector<Action> up(float x, float y) {
    pointer(Input::Kind::button_up, x, y, now_);
    return draw(now_);
  }
  // Draws until the overlay asks for no more.
  std::vector<Action> settle() {
    std::vector<Action> actions = draw(now_);
    for (int i = 0; i < 3 && overlay_.redraw_at() == now_; ++i) {
      for (const Action& action : draw(now_))
        actions.push_back(action);
    }
    return actions;
  }
  std::vector<Action> click_on(const std::string& id) {
    std::vector<Action> actions = click(box(id), now_);
    for (const Action& action : settle())
      actions.push_back(action);
    return actions;
  }
  std::vector<Action> wheel(const std::string& id, float amount, bool shift = false) {
    now_ += std::chrono::seconds(1);
    Input input;
    input.kind = Input::Kind::wheel;
    input.x = (box(id).x + box(id).w / 2) * static_cast<float>(scale_);
    input.y = (box(id).y + box(id).h / 2) * static_cast<float>(scale_);
    input.amount = amount;
    input.shift = shift;
    feed(input, now_);
    return settle();
  }
  // Feeds keys, one text or name each; the actions of the keys themselves come first.
  std::vector<Action> keys(const std::vector<std::string>& names, bool shift = false) {
    std::vector<Action> actions;
    for (const std::string& name : names) {
      Input input = key(name);
      input.shift = shift;
      for (const Action& action : feed(input, now_))
        actions.push_back(action);
      for (const Action& action : settle())
        actions.push_back(action);
    }
    return actions;
  }
  // TAB until that control has the ring; false when it never comes.
  bool tab_to(const std::string& id) {
    for (int i = 0; i < 200; ++i) {
      (void)keys({"TAB"});
      if (overlay_.focused_control() == id) return true;
    }
    return false;
  }

  Nanoseconds now_{0};
};

}  // namespace framelane
