#include "ui/hud.h"

#include <algorithm>

#include "ui/icons.h"
#include "ui/number_text.h"

namespace framelane {
namespace {

constexpr float kHudWidth = 352;
constexpr float kTableTop = 144, kRowsTop = 168;
constexpr float kStageHeight = 24, kPassHeight = 16, kCountersHeight = 40;
// The right ends of the columns ms, p99 and GB/s, from the panel's left. Times of 1000 ms find
// room.
constexpr float kHudMsRight = 230, kP99Right = 296, kRateRight = 336;
// Of the stages' lines; narrower while a time is so long that it would meet them.
constexpr float kHudLine = 64, kNarrowLine = 44;
constexpr double kLongMs = 99.9995;

TextSpan small_part(std::string text, ImU32 color = Theme::kText) {
  return {std::move(text), color, TextSize::small};
}
TextSpan value_or_dash(std::optional<double> value, int decimals, ImU32 color, TextSize size) {
  return {fixed(value, decimals), value ? color : Theme::kFaint, size};
}

float row_height(const StageRow& row) {
  return row.single ? kPassHeight : kStageHeight;
}

float row_top(const HudModel& model, std::size_t index) {
  float top = kRowsTop;
  for (std::size_t i = 0; i < index; ++i)
    top += row_height(model.rows[i]);
  return top;
}

void draw_hud_head(Canvas& canvas, const HudModel& model) {
  const Rect p = canvas.panel();
  const float left = p.x + Theme::kPadding;
  const float wide =
      canvas.text({left, p.y + 16, 150, 32},
                  {value_or_dash(model.displayed_fps, 2, Theme::kText, TextSize::large)});
  const Rect line{left, p.y + 23, kHudWidth - 32, 24};
  canvas.text({left + wide + 8, line.y, 110, 24}, {{"fps displayed", Theme::kDim}});
  const TextSpan budget = value_or_dash(model.budget_ms, 2, Theme::kText, TextSize::body);
  canvas.text({p.right() - 16 - 130, line.y, 130, 24}, {budget, {" ms budget", Theme::kDim}},
              Align::right);
}

std::string pacing_text(const HudModel& model) {
  if (model.resident) return model.unpaced ? "unpaced, resident" : "resident";
  if (model.unpaced) return "unpaced";
  return model.paced ? "paced, one in flight" : "";
}

void draw_rates(Canvas& canvas, const HudModel& model) {
  const Rect p = canvas.panel();
  const auto rate = [](std::optional<double> fps) {
    return value_or_dash(fps, 2, Theme::kText, TextSize::small);
  };
  float x = p.x + Theme::kPadding;
  x += canvas.text({x, p.y + 48, 104, 24},
                   {small_part("source ", Theme::kDim), rate(model.source_fps)});
  canvas.text({x + 12, p.y + 48, 120, 24},
              {small_part("processed ", Theme::kDim), rate(model.processed_fps)});
  canvas.text({p.right() - 16 - 112, p.y + 48, 112, 24}, {small_part(pacing_text(model))},
              Align::right);
}

void draw_mode(Canvas& canvas, const HudModel& model) {
  const Rect p = canvas.panel();
  const float device_width = std::min(96.0F, canvas.width({small_part(model.device)}));
  canvas.text({p.right() - 16 - device_width, p.y + 72, device_width, 24},
              {small_part(model.device, Theme::kDim)}, Align::right);
  const Rect box{p.x + 16, p.y + 72, kHudWidth - 32 - device_width - 8, 24};
  if (!model.notice.empty()) {
    canvas.text(box, numbers_lit(model.notice, TextSize::body));
    return;
  }
  TextLine line{{model.mode}};
  if (model.mode != "serial") {
    line.push_back({", ", Theme::kDim});
    line.push_back({std::to_string(model.lanes)});
    line.push_back({model.lanes == 1 ? " lane" : " lanes", Theme::kDim});
  }
  line.push_back({model.pinned ? ", page-locked" : ", pageable", Theme::kDim});
  canvas.text(box, line);
}

void draw_strip(Canvas& canvas, const HudModel& model) {
  const Rect p = canvas.panel();
  draw_intervals(canvas, {p.x + 16, p.y + 104, 224, 32}, model);
  const Rect right{p.x + 248, p.y + 104, 88, 16};
  const bool long_one = model.interval_p99_ms.value_or(0) >= 1000;
  const std::optional<double> p99 =
      long_one ? *model.interval_p99_ms / 1000 : model.interval_p99_ms;
  canvas.text(
      right,
      {small_part("p99 ", Theme::kDim), value_or_dash(p99, 2, Theme::kText, TextSize::small),
       small_part(long_one ? " s" : " ms", Theme::kDim)},
      Align::right);
  canvas.text({right.x, right.y + 16, right.w, 16}, {small_part("band ±2 ms", Theme::kDim)},
              Align::right);
}

void draw_table_head(Canvas& canvas) {
  const Rect p = canvas.panel();
  const auto head = [&](float left, float right, const char* name, Align align) {
    canvas.text({p.x + left, p.y + kTableTop, right - left, 24}, {small_part(name, Theme::kDim)},
                align);
  };
  head(32, 108, "stage", Align::left);
  head(112, 180, "last 2 s", Align::left);
  head(184, kHudMsRight, "ms", Align::right);
  head(244, kP99Right, "p99", Align::right);
  head(300, kRateRight, "GB/s", Align::right);
}

// In seconds where the number is long.
void draw_over_budget(Canvas& canvas, Rect row, double excess_ms) {
  const float left = canvas.panel().x + kHudMsRight + 8, text = left + 20;
  icon_warning(canvas, {left, row.y, 16, row.h}, Theme::kFault);
  const Rect room{text, row.y, canvas.panel().x + kRateRight - text, row.h};
  TextLine line{small_part(fixed(excess_ms, 1)), small_part(" ms over", Theme::kDim)};
  if (canvas.width(line) > room.w)
    line = {small_part(fixed(excess_ms / 1000, 2)), small_part(" s over", Theme::kDim)};
  canvas.text(room, line, Align::right);
}

// One width for all of them.
float line_width(const HudModel& model) {
  const bool wide = std::ranges::any_of(model.rows, [](const StageRow& row) {
    return !row.single && row.mean_ms && *row.mean_ms >= kLongMs;
  });
  return wide ? kNarrowLine : kHudLine;
}

void draw_stage_name(Canvas& canvas, Rect row, const StageRow& stage, float line) {
  const float left = canvas.panel().x + 32;
  if (stage.single) {
    canvas.text({left + 12, row.y, 124, row.h}, {small_part(stage.name, Theme::kDim)});
    return;
  }
  canvas.fill({row.x + 8, row.y + 8, 8, 8}, stage_color(stage.stage), Theme::kBarRadius);
  canvas.text({left, row.y, 76, row.h}, {{stage.name}});
  draw_series(canvas, {left + 80, row.y + 2, line, row.h - 4}, stage);
}

void draw_stage(Canvas& canvas, Rect row, const StageRow& stage, float line) {
  const TextSize size = stage.single ? TextSize::small : TextSize::body;
  const ImU32 name_color = stage.single ? Theme::kDim : Theme::kText;
  const Rect p = canvas.panel();
  draw_stage_name(canvas, row, stage, line);
  canvas.text({p.x + 160, row.y, kHudMsRight - 160, row.h},
              {value_or_dash(stage.mean_ms, 3, name_color, size)}, Align::right);
  if (stage.over_budget_ms) {
    draw_over_budget(canvas, row, *stage.over_budget_ms);
    return;
  }
  canvas.text({p.x + kHudMsRight + 4, row.y, kP99Right - kHudMsRight - 4, row.h},
              {value_or_dash(stage.p99_ms, 3, Theme::kDim, TextSize::small)}, Align::right);
  canvas.text({p.x + kP99Right + 4, row.y, kRateRight - kP99Right - 4, row.h},
              {value_or_dash(stage.gb_per_s, 1, Theme::kText, TextSize::small)}, Align::right);
}

void draw_counters(Canvas& canvas, const HudModel& model) {
  const Rect p = canvas.panel();
  const float top = p.bottom() - 16 - 32;
  struct Counter {
    const char* name;
    std::uint64_t count;
  };
  const Counter counters[] = {{"decoded", model.decoded},     {"processed", model.processed},
                              {"displayed", model.displayed}, {"dropped", model.dropped},
                              {"late", model.late},           {"repeated", model.repeated}};
  constexpr float kLeft[] = {16, 118, 232}, kWide[] = {94, 106, 104};
  for (std::size_t i = 0; i < 6; ++i) {
    const Rect box{p.x + kLeft[i % 3], top + (i < 3 ? 0.0F : 16.0F), kWide[i % 3], 16};
    const TextLine number{small_part(count_text(counters[i].count))};
    const float wide = canvas.text(box, number, Align::right);
    canvas.text({box.x, box.y, box.w - wide - 2, 16}, {small_part(counters[i].name, Theme::kDim)});
  }
}

}  // namespace

Rect hud_box(const HudModel& model) {
  const float rows = row_top(model, model.rows.size());
  return {Theme::kMargin, Theme::kMargin, kHudWidth, rows + kCountersHeight + Theme::kPadding};
}

std::optional<std::size_t> draw_hud(Canvas& canvas, const HudModel& model) {
  draw_hud_head(canvas, model);
  draw_rates(canvas, model);
  draw_mode(canvas, model);
  draw_strip(canvas, model);
  draw_table_head(canvas);
  std::optional<std::size_t> hovered;
  const float line = line_width(model);
  const Rect p = canvas.panel();
  for (std::size_t i = 0; i < model.rows.size(); ++i) {
    const Rect row{p.x + 8, p.y + row_top(model, i), kHudWidth - 16, row_height(model.rows[i])};
    if (canvas.hovers(row)) {
      hovered = i;
      canvas.fill(row, Theme::kRowHover, Theme::kButtonRadius);
    }
    draw_stage(canvas, row, model.rows[i], line);
  }
  draw_counters(canvas, model);
  return hovered;
}

}  // namespace framelane
