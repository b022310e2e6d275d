#include "ui/timeline_panel.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/timeline_rows.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

constexpr float kTimelineHeight = 192, kLane = 24, kTimelineButton = 24, kSubtitle = 296,
                kLeastReadOut = 80;
constexpr int kUsualLanes = 3;

const char* name_of(Stage stage) {
  constexpr const char* kNames[] = {"decode", "upload", "passes", "download", "present"};
  return kNames[static_cast<std::size_t>(stage)];
}

double ms(Nanoseconds time) {
  return static_cast<double>(time.count()) / 1e6;
}

TextSpan lit(std::string text) {
  return {std::move(text), Theme::kText, TextSize::small};
}
TextSpan dim(std::string text) {
  return {std::move(text), Theme::kDim, TextSize::small};
}

void add_ms(TextLine& line, const std::string& what, Nanoseconds time) {
  line.push_back(dim(what + " "));
  line.push_back(lit(fixed(ms(time), 3)));
  line.push_back(dim(" ms"));
}

// All passes of the frame that holds the block, in whatever lane. They are never far from it.
Nanoseconds passes_of(const TimelineModel& model, const TimelineBlock& one) {
  constexpr std::ptrdiff_t kNear = 512;  // blocks of a row
  Nanoseconds sum{0};
  for (const TimelineRow& row : model.rows) {
    const auto at = std::ranges::lower_bound(row.blocks, one.start, {}, &TimelineBlock::start);
    const auto from = at - std::min(kNear, at - row.blocks.begin());
    const auto end = at + std::min(kNear, row.blocks.end() - at);
    for (const TimelineBlock& block : std::ranges::subrange(from, end))
      if (block.frame == one.frame && block.stage == Stage::passes && !block.waiting)
        sum += block.length();
  }
  return sum;
}

// "frame 1044, upload 0.248 ms, waited 0.187 ms, 12.44 MB, 50.1 GB/s"
TextLine read_out(const TimelineModel& model, const TimelineBlock& block) {
  TextLine line{dim("frame "), lit(std::to_string(block.frame))};
  const std::string stage = name_of(block.stage);
  if (block.waiting) {
    add_ms(line, ", waiting for " + stage, block.length());
    return line;
  }
  const bool pass = block.stage == Stage::passes;
  add_ms(line, ", " + stage, pass ? passes_of(model, block) : block.length());
  if (block.name) add_ms(line, ", " + model.names.at(*block.name), block.length());
  if (block.waited) add_ms(line, ", waited", *block.waited);
  if (block.bytes == 0) return line;
  line.push_back(dim(", "));
  line.push_back(lit(fixed(static_cast<double>(block.bytes) / 1e6, 2)));
  line.push_back(dim(" MB, "));
  line.push_back(lit(
      fixed(static_cast<double>(block.bytes) / static_cast<double>(block.length().count()), 1)));
  line.push_back(dim(" GB/s"));
  return line;
}

// "frames 1041 to 1048 of the last burst of 16"
std::string subtitle(const TimelineModel& model, Interval stretch, bool held) {
  std::optional<std::pair<std::int64_t, std::int64_t>> frames;
  for (std::size_t i = 1; i + 1 < model.rows.size(); ++i)
    for (const TimelineBlock& block : blocks_in(model.rows[i], stretch)) {
      if (block.waiting) continue;
      if (!frames) frames = {block.frame, block.frame};
      frames = {std::min(frames->first, block.frame), std::max(frames->second, block.frame)};
    }
  if (!frames) return held ? "held" : "";
  std::string text = frames->first == frames->second ? "frame " + std::to_string(frames->first)
                                                     : "frames " + std::to_string(frames->first) +
                                                           " to " + std::to_string(frames->second);
  if (model.burst) text += " of the last burst of " + std::to_string(model.burst->frames);
  return text + (held ? ", held" : "");
}

struct Sign {
  const char* name = "";
  ImU32 color = 0;
  bool hollow = false;
};

constexpr Sign kSigns[] = {
    {"decode", stage_color(Stage::decode)},   {"upload", stage_color(Stage::upload)},
    {"passes", stage_color(Stage::passes)},   {"download", stage_color(Stage::download)},
    {"present", stage_color(Stage::present)}, {"waiting", Theme::kDim, true}};
constexpr float kSwatch = 16, kSwatchGap = 8, kBetweenSigns = 16;

float legend_width(const Canvas& canvas) {
  float width = -kBetweenSigns;
  for (const Sign& sign : kSigns)
    width += kSwatch + kSwatchGap + canvas.width({dim(sign.name)}) + kBetweenSigns;
  return width;
}

// The name of what is drawn how.
void draw_legend(Canvas& canvas, float x, float y) {
  for (const Sign& sign : kSigns) {
    const Rect swatch{x, y + 7, kSwatch, 10};
    if (sign.hollow)
      canvas.outline(swatch, sign.color, Theme::kBarRadius);
    else
      canvas.fill(swatch, sign.color, Theme::kBarRadius);
    x += kSwatch + kSwatchGap;
    const TextLine name{dim(sign.name)};
    const float wide = canvas.width(name);
    canvas.text({x, y, wide + 1, 24}, name);
    x += wide + kBetweenSigns;
  }
}

// A square of 24 with an icon; true when clicked.
bool square_button(Canvas& canvas, Rect box, Icon icon, const char* id, const char* tooltip) {
  const Control control = canvas.control(id, box, tooltip);
  canvas.fill(box, button_fill(control, false, true), Theme::kButtonRadius);
  icon(canvas, box, Theme::kText);
  return control.clicked;
}

void small_pause(Canvas& canvas, Rect box, ImU32 color) {
  canvas.fill({box.x + 8, box.y + 7, 3, 10}, color);
  canvas.fill({box.x + 13, box.y + 7, 3, 10}, color);
}

void small_play(Canvas& canvas, Rect box, ImU32 color) {
  canvas.triangle({box.x + 8, box.y + 7}, {box.x + 17, box.y + 12}, {box.x + 8, box.y + 17}, color);
}

void small_minus(Canvas& canvas, Rect box, ImU32 color) {
  canvas.fill({box.x + 7, box.y + 11, 10, 2}, color);
}

void small_plus(Canvas& canvas, Rect box, ImU32 color) {
  small_minus(canvas, box, color);
  canvas.fill({box.x + 11, box.y + 7, 2, 10}, color);
}

}  // namespace

float TimelinePanel::height(int lanes) {
  return kTimelineHeight + kLane * static_cast<float>(std::max(lanes - kUsualLanes, 0));
}

// From the right end; returns where the first one begins.
float TimelinePanel::draw_buttons(Canvas& canvas, std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  const float y = p.y + 8;
  float x = p.right() - Theme::kPadding;
  const auto before = [&](float wide) {
    x -= wide;
    const Rect box{x, y, wide, kTimelineButton};
    x -= 8;
    return box;
  };
  const Interval shown = view_.stretch();
  if (text_button(canvas, before(text_button_width(canvas, "Export")), "Export",
                  {"timeline.export", "Save what is shown as a trace, for ui.perfetto.dev"})) {
    Action save{Action::Kind::save_timeline};
    save.from_ns = shown.start.count();
    save.until_ns = shown.end.count();
    actions.push_back(save);
  }
  if (square_button(canvas, before(kTimelineButton), small_plus, "timeline.in",
                    "Zoom in, or turn the wheel"))
    view_.zoom(0.5, 0.5);
  if (square_button(canvas, before(kTimelineButton), small_minus, "timeline.out",
                    "Zoom out, or turn the wheel"))
    view_.zoom(2, 0.5);
  const bool held = view_.held();
  if (square_button(canvas, before(kTimelineButton), held ? small_play : small_pause,
                    "timeline.hold", held ? "Let the timeline go on" : "Hold the timeline")) {
    if (held)
      view_.let_go();
    else
      view_.hold();
  }
  return x + 8;
}

// What a hand on the chart does to the view. It stands still from then on.
void TimelinePanel::steer(Canvas& canvas, const TimelineChart& chart) {
  constexpr double kWheel = 0.25, kKey = 0.5;  // octaves a step
  constexpr int kScroll = 10;                  // steps for a whole stretch
  const Control control = canvas.control("timeline.chart", chart.area(), "");
  if (control.twice) return view_.reset();
  drag(canvas, control, chart);
  const auto scroll = [&](double steps) {
    view_.hold();
    const double by = steps / kScroll * static_cast<double>(view_.stretch().length().count());
    view_.move_to(view_.stretch().start + Nanoseconds{std::llround(by)});
  };
  const auto zoom = [&](double octaves, double at) {
    view_.hold();
    view_.zoom(std::exp2(-octaves), at);
  };
  if (control.right != 0) scroll(control.right);
  if (control.up != 0) zoom(kKey * control.up, 0.5);
  const float turned = canvas.wheel("timeline.chart", chart.area(), false);
  if (turned == 0) return;
  if (canvas.interaction().wheel_is_fine()) return scroll(-static_cast<double>(turned));
  const float at = (canvas.pointer_x() - chart.left) / chart.width();
  zoom(kWheel * static_cast<double>(turned), static_cast<double>(at));
}

void TimelinePanel::drag(Canvas& canvas, const Control& control, const TimelineChart& chart) {
  const Interaction& interaction = canvas.interaction();
  if (!control.held || control.pressed) grabbed_.reset();
  if (!control.held || !interaction.moved_since_press()) return;
  view_.hold();
  if (!grabbed_) grabbed_ = view_.stretch().start;
  const auto share = static_cast<double>((interaction.x() - interaction.press_x()) / chart.width());
  view_.move_to(*grabbed_ - Nanoseconds{std::llround(
                                share * static_cast<double>(view_.stretch().length().count()))});
}

void TimelinePanel::refresh(const TimelineModel& model, Nanoseconds now) {
  const Interval shown = view_.stretch();
  const bool stands = shown.start == drawn_.start && shown.end == drawn_.end;
  drawn_ = shown;
  // It names the blocks that are drawn, which change with every frame.
  subtitle_ = subtitle(model, shown, view_.held());
  const bool at_once = stands || view_.held() || busy_.size() != model.rows.size();
  if (!renewal_.due(now, at_once)) return;
  busy_.clear();
  for (const TimelineRow& row : model.rows)
    busy_.push_back(busy_share(row, shown));
}

void TimelinePanel::draw_head(Canvas& canvas, const TimelineModel& model, const Look& look,
                              const TimelineBlock* pointed, std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  const float y = p.y + 8, right = draw_buttons(canvas, actions) - 16;
  float x = p.x + Theme::kPadding;
  x += canvas.text({x, y, std::max(right - x, 0.0F), 24}, {{"Timeline"}}) + 16;
  if (!look.compact) {
    canvas.text({x, y, kSubtitle, 24}, {dim(subtitle_)});
    x += kSubtitle + 24;
  }
  const float wide = legend_width(canvas);
  if (x + wide <= right && !(look.compact && pointed)) {
    draw_legend(canvas, x, y);
    x += wide + 16;
  }
  if (pointed && right - x >= kLeastReadOut)
    canvas.text({x, y, right - x, 24}, read_out(model, *pointed),
                look.compact ? Align::left : Align::right);
}

void TimelinePanel::draw(Canvas& canvas, const TimelineModel& model, const Look& look,
                         Nanoseconds now, std::vector<Action>& actions) {
  view_.follow(model);
  TimelineChart chart = timeline_chart(canvas.panel(), model.rows.size());
  chart.stretch = view_.stretch();
  steer(canvas, chart);
  chart.stretch = view_.stretch();
  chart.origin = view_.origin();
  refresh(model, now);
  const bool pointed_at = canvas.hovers(chart.area()) && !grabbed_;
  const TimelineBlock* pointed =
      pointed_at ? block_at(chart, model, canvas.pointer_x(), canvas.pointer_y()) : nullptr;
  draw_head(canvas, model, look, pointed, actions);
  draw_timeline_frame(canvas, chart, model, busy_, look.every_number);
  draw_timeline_blocks(canvas, chart, model,
                       pointed ? std::optional(pointed->frame) : std::nullopt);
}

}  // namespace framelane
