#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "ui/offscreen_test.h"
#include "ui/overlay.h"
#include "ui/picture_view.h"
#include "ui/synthetic_models.h"

namespace framelane {

// An overlay over an off-screen window, drawn at times the test chooses.
class OverlayTest : public testing::Test {
 protected:
  explicit OverlayTest(Size size = {1920, 1080}) : window_(offscreen_options(size)) {
    overlay_.keep_texts();
  }

  std::vector<Action> draw(Nanoseconds now) {
    view_.draw(window_.drawable());
    Overlay::Frame frame{&hud_, &transport_, window_.drawable(), scale_, now};
    frame.scopes = &scopes_;
    frame.files = &files_;
    frame.timeline = &timeline_;
    if (filters_) frame.filters = &*filters_;
    if (overlap_) frame.overlap = &*overlap_;
    return overlay_.draw(frame);
  }
  std::vector<Action> feed(const Input& input, Nanoseconds now) {
    std::vector<Action> actions;
    overlay_.handle(input, now, actions);
    return actions;
  }
  std::vector<Action> pointer(Input::Kind kind, float x, float y, Nanoseconds now, int clicks = 1) {
    Input input;
    input.kind = kind;
    input.x = x * static_cast<float>(scale_);
    input.y = y * static_cast<float>(scale_);
    input.clicks = clicks;
    return feed(input, now);
  }
  void leave(Nanoseconds now) { (void)pointer(Input::Kind::pointer_leave, 0, 0, now); }
  std::vector<Action> click(Rect box, Nanoseconds now) {
    const float x = box.x + box.w / 2, y = box.y + box.h / 2;
    pointer(Input::Kind::button_down, x, y, now);
    pointer(Input::Kind::button_up, x, y, now);
    return draw(now);
  }
  static Input key(const std::string& name) {
    Input input;
    input.kind = Input::Kind::key;
    input.key = name;
    return input;
  }
  [[nodiscard]] bool says(const std::string& text) const {
    return std::ranges::any_of(overlay_.text_boxes(), [&](const TextBox& box) {
      return box.text.find(text) != std::string::npos;
    });
  }
  void resize(Size size) {
    window_.resize(size);
    while (window_.poll()) {
    }
  }

  Window window_;
  PictureView view_;
  Overlay overlay_{{true, true, false}};
  HudModel hud_ = synthetic_hud();
  TransportModel transport_ = synthetic_transport();
  FilesModel files_ = synthetic_files();
  std::optional<FiltersModel> filters_;
  std::optional<OverlapModel> overlap_;
  ScopesModel scopes_;  // none is on
  TimelineModel timeline_ = synthetic_timeline();
  double scale_ = 1;
};

}  // namespace framelane
