#include <algorithm>
#include <cmath>

#include "ui/hud.h"
#include "ui/number_text.h"

namespace framelane {
namespace {

constexpr float kSmallHeight = 40, kTightPadding = 8;
constexpr float kDotRoom = 18;   // of the red dot before "logging"
constexpr float kBeforeDot = 8;  // where the rest was cut

void add_rule(TextLine& line) {
  line.push_back({"   |   ", Theme::kFaint});
}

void add_displayed(TextLine& line, const HudModel& model) {
  if (model.paused || model.ended) {
    line.push_back({model.paused ? "paused" : "ended"});
    add_rule(line);
    line.push_back({"frame ", Theme::kDim});
    line.push_back({std::to_string(model.frame)});
    return;
  }
  line.push_back(
      {fixed(model.displayed_fps, 2), model.displayed_fps ? Theme::kText : Theme::kFaint});
  line.push_back({" fps displayed", Theme::kDim});
}

void add_rate(TextLine& line, const HudModel& model) {
  add_displayed(line, model);
  if (model.paused || model.ended) return;
  if (model.unpaced || model.resident) {
    line.push_back({", processed ", Theme::kDim});
    line.push_back({fixed(model.processed_fps, 2)});
    line.push_back({model.resident ? ", resident" : ", unpaced", Theme::kDim});
  }
}

void add_mode(TextLine& line, const HudModel& model) {
  if (!model.notice.empty()) {
    const TextLine notice = numbers_lit(model.notice, TextSize::body);
    line.insert(line.end(), notice.begin(), notice.end());
    return;
  }
  line.push_back({model.mode});
  if (model.mode == "serial") return;
  line.push_back({", ", Theme::kDim});
  line.push_back({std::to_string(model.lanes)});
  line.push_back({model.lanes == 1 ? " lane" : " lanes", Theme::kDim});
}

TextLine logging_line(const HudModel& model) {
  return {{"logging "}, {count_text(model.log_rows) + " rows", Theme::kDim}};
}

// The rate with the mode and its lanes, with the mode, or alone. What has room does not change with
// the rate's digits.
TextLine tight_line(const Canvas& canvas, const HudModel& model, float room) {
  HudModel widest = model;
  widest.displayed_fps = std::max(model.displayed_fps.value_or(0), 999.99);
  const auto line_of = [](const HudModel& said, bool mode, bool lanes) {
    TextLine line;
    add_displayed(line, said);
    if (mode) add_rule(line);
    if (mode && lanes) add_mode(line, said);
    if (mode && !lanes) line.push_back({said.notice.empty() ? said.mode : said.notice});
    return line;
  };
  for (const bool lanes : {true, false})
    if (canvas.width(line_of(widest, true, lanes)) <= room) return line_of(model, true, lanes);
  return line_of(model, false, false);
}

// Behind the red dot.
TextLine tight_logging(const HudModel& model) {
  return {{count_text(model.log_rows), Theme::kDim}};
}

float tight_logging_room(const Canvas& canvas, const HudModel& model) {
  return model.logging ? kBeforeDot + kDotRoom + canvas.width(tight_logging(model)) : 0;
}

Rect tight_box(const Canvas& canvas, const HudModel& model, float width) {
  const float margin = Theme::kGap, most = width - 2 * margin - 2 * kTightPadding;
  const float logging = tight_logging_room(canvas, model);
  const float wide = canvas.width(tight_line(canvas, model, most - logging)) + logging;
  return {margin, margin, std::min(std::ceil(wide / 8) * 8, most) + 2 * kTightPadding,
          kTightHudHeight};
}

void draw_tight(Canvas& canvas, const HudModel& model, float most) {
  const Rect p = canvas.panel();
  const float left = p.x + kTightPadding, right = p.right() - kTightPadding;
  const float logging = tight_logging_room(canvas, model);
  const float used = canvas.text({left, p.y + 4, right - left - logging, 24},
                                 tight_line(canvas, model, most - logging));
  if (!model.logging) return;
  const float x = left + used + kBeforeDot;
  canvas.disc({x + 5, p.y + 16}, 5, Theme::kFault);
  canvas.text({x + kDotRoom, p.y + 4, right - x - kDotRoom, 24}, tight_logging(model));
}

}  // namespace

TextLine hud_small_line(const HudModel& model) {
  TextLine line;
  add_rate(line, model);
  add_rule(line);
  add_mode(line, model);
  if (!model.paused && !model.ended) {
    add_rule(line);
    line.push_back({count_text(model.dropped)});
    line.push_back({" dropped", Theme::kDim});
  }
  if (model.logging) add_rule(line);
  return line;
}

Rect hud_small_box(const Canvas& canvas, const HudModel& model, Size logical_window) {
  const auto window_width = static_cast<float>(logical_window.width);
  if (is_tight(logical_window)) return tight_box(canvas, model, window_width);
  float wide = canvas.width(hud_small_line(model));
  if (model.logging) wide += kDotRoom + canvas.width(logging_line(model));
  // Up to the next 8: a digit more seldom moves the edge.
  wide = std::ceil(wide / 8) * 8;
  const float most = window_width - 2 * Theme::kMargin;
  return {Theme::kMargin, Theme::kMargin, std::min(wide + 2 * Theme::kPadding, most), kSmallHeight};
}

void draw_hud_small(Canvas& canvas, const HudModel& model, Size logical_window) {
  const Rect p = canvas.panel();
  if (is_tight(logical_window))
    return draw_tight(canvas, model,
                      static_cast<float>(logical_window.width) - 2 * (Theme::kGap + kTightPadding));
  const Rect line{p.x + Theme::kPadding, p.y + 8, p.w - 2 * Theme::kPadding, 24};
  if (!model.logging) {
    canvas.text(line, hud_small_line(model));
    return;
  }
  const TextLine logging = logging_line(model);
  const TextLine before = hud_small_line(model);
  const float most = line.w - canvas.width(logging) - kDotRoom;
  const bool too_long = canvas.width(before) > most;
  const float room = too_long ? most - kBeforeDot : most;
  const float used = canvas.text({line.x, line.y, room, 24}, before);
  const float x = line.x + used + (too_long ? kBeforeDot : 0.0F);
  canvas.disc({x + 5, line.y + 12}, 5, Theme::kFault);
  canvas.text({x + kDotRoom, line.y, line.right() - x - kDotRoom, 24}, logging);
}

}  // namespace framelane
