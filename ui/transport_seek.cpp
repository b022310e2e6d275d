#include <algorithm>

#include "ui/number_text.h"
#include "ui/transport.h"

namespace framelane {
namespace {

constexpr float kGrabRadius = 6;

void draw_hover_time(Canvas& canvas, Rect bar, float x, double seconds) {
  const TextLine time{{clock_text(seconds)}};
  const float wide = canvas.width(time) + 16;
  const Rect p = canvas.panel();
  const float left = std::clamp(x - wide / 2, p.x, p.right() - wide);
  const Rect box{left, p.y - 24 - 8, wide, 24};
  canvas.fill(box, Theme::kPanel, Theme::kButtonRadius);
  canvas.text({box.x + 8, box.y, box.w - 16, 24}, time);
  canvas.fill({x - 0.5F, bar.y + 6, 1, 12}, Theme::kDim);
}

// A flag on a pole that stands on the track, flying into the stretch.
void draw_flag(Canvas& canvas, Rect bar, float x, float direction) {
  canvas.fill({x - 0.5F, bar.y + 2, 1, 12}, Theme::kText);
  canvas.triangle({x, bar.y + 2}, {x + 6 * direction, bar.y + 4.5F}, {x, bar.y + 7}, Theme::kText);
}

void draw_ab(Canvas& canvas, Rect bar, const TransportModel& model) {
  if (!model.ab_from_s) return;
  const auto x_of = [&](double seconds) {
    return bar.x + bar.w * static_cast<float>(std::clamp(seconds / *model.duration_s, 0.0, 1.0));
  };
  const float from = x_of(*model.ab_from_s);
  if (model.ab_to_s) {
    const float to = x_of(*model.ab_to_s);
    canvas.fill({from, bar.y + 16, std::max(to - from, 1.0F), 2}, Theme::kText);
    draw_flag(canvas, bar, to, -1);
  }
  draw_flag(canvas, bar, from, 1);
}

void draw_track(Canvas& canvas, Rect bar, const TransportModel& model, double at, bool enabled) {
  const Rect track{bar.x, bar.y + 10, bar.w, 4};
  canvas.fill(track, enabled ? Theme::kTrack : Theme::kWell, Theme::kBarRadius);
  if (!enabled) return;
  const double length = *model.duration_s;
  const auto share = [&](double seconds) {
    return static_cast<float>(std::clamp(seconds / length, 0.0, 1.0));
  };
  if (model.buffered_s > at) {
    canvas.fill({bar.x, track.y, bar.w * share(model.buffered_s), 4}, Theme::kBuffered,
                Theme::kBarRadius);
  }
  canvas.fill({bar.x, track.y, bar.w * share(at), 4}, Theme::kGrab, Theme::kBarRadius);
  draw_ab(canvas, bar, model);
  canvas.disc({bar.x + bar.w * share(at), bar.y + 12}, kGrabRadius, white(100));
}

}  // namespace

double draw_seek_bar(Canvas& canvas, Rect bar, const TransportModel& model,
                     std::vector<Action>& actions) {
  const bool enabled = model.open && model.seekable && model.duration_s.value_or(0) > 0;
  const Control control = canvas.drag_area("seek", bar, enabled);
  const double pointed =
      enabled ? std::clamp<double>((canvas.pointer_x() - bar.x) / bar.w, 0, 1) * *model.duration_s
              : 0;
  const bool dragged = control.held || control.let_go;
  const double at = dragged ? pointed : model.position_s;
  draw_track(canvas, bar, model, at, enabled);
  if (control.hover || control.held) {
    const float x = std::clamp(canvas.pointer_x(), bar.x, bar.right());
    draw_hover_time(canvas, bar, x, pointed);
  }
  if (control.moved || control.let_go)
    actions.push_back({Action::Kind::seek_to, pointed, control.let_go, {}});
  return at;
}

void draw_seek_row(Canvas& canvas, const TransportModel& model, std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  const Rect row{p.x + Theme::kPadding, p.y + 8, p.w - 2 * Theme::kPadding, 24};
  const float time_width = canvas.width({{clock_text(0)}});
  const Rect bar{row.x + time_width + 16, row.y, row.w - 2 * (time_width + 16), 24};
  const double at = draw_seek_bar(canvas, bar, model, actions);
  const std::string now = model.open ? clock_text(at) : kNoValue;
  const std::string end =
      model.open && model.duration_s ? clock_text(*model.duration_s) : std::string(kNoValue);
  canvas.text({row.x, row.y, time_width, 24}, {{now, model.open ? Theme::kText : Theme::kFaint}});
  canvas.text({row.right() - time_width, row.y, time_width, 24},
              {{end, end == kNoValue ? Theme::kFaint : Theme::kDim}}, Align::right);
}

}  // namespace framelane
