#include "ui/timeline_rows.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "ui/number_text.h"
#include "ui/timeline_view.h"

namespace framelane {
namespace {

constexpr float kWorking = 18, kWaiting = 11, kLeastNumber = 34, kLeastWaiting = 3;
constexpr float kOut = 16;  // how far beyond the chart a block is drawn, for its rounded end

ImU32 hairline() {
  return rgb_color(0x0B0D10, 55);
}

// Draws one row's blocks.
class RowPainter {
 public:
  RowPainter(Canvas& canvas, const TimelineChart& chart, float y,
             std::optional<std::int64_t> ringed)
      : canvas_(canvas), chart_(chart), y_(y), ringed_(ringed) {}

  void draw(std::span<const TimelineBlock> blocks) {
    for (std::size_t i = 0; i < blocks.size();) {
      if (blocks[i].waiting) {
        draw_waiting(blocks[i++]);
        continue;
      }
      const std::size_t end = end_of_run(blocks, i);
      draw_working(blocks.subspan(i, end - i));
      i = end;
    }
  }

 private:
  [[nodiscard]] float x(Nanoseconds at) const {
    return std::clamp(chart_.x(at), chart_.left - kOut, chart_.right + kOut);
  }
  // A frame's passes that follow each other are one block.
  [[nodiscard]] std::size_t end_of_run(std::span<const TimelineBlock> blocks,
                                       std::size_t first) const {
    std::size_t end = first + 1;
    if (blocks[first].stage != Stage::passes) return end;
    while (end < blocks.size() && blocks[end].stage == Stage::passes && !blocks[end].waiting &&
           blocks[end].frame == blocks[first].frame &&
           chart_.x(blocks[end].start) - chart_.x(blocks[end - 1].end) < 1) {
      ++end;
    }
    return end;
  }

  void draw_waiting(const TimelineBlock& block) {
    const float from = x(block.start) + 1, to = x(block.end) - 1;
    if (to - from < kLeastWaiting) return;
    const float h = std::min(kWaiting, chart_.row - 6);
    canvas_.outline({from, std::round(y_ + (chart_.row - h) / 2), to - from, h},
                    stage_color(block.stage), Theme::kBarRadius);
  }

  void draw_working(std::span<const TimelineBlock> run) {
    const float from = x(run.front().start) + 0.5F, to = x(run.back().end) - 0.5F;
    const bool ring = ringed_ == run.front().frame;
    // Where many fall on one pixel, the first is there for all.
    if (!ring && to <= drawn_to_ + 0.25F) return;
    drawn_to_ = to;
    const float h = std::min(kWorking, chart_.row - 4);
    const Rect box{from, std::round(y_ + (chart_.row - h) / 2), std::max(to - from, 1.0F), h};
    canvas_.fill(box, stage_color(run.front().stage), Theme::kBarRadius);
    for (const TimelineBlock& pass : run.subspan(1))
      canvas_.fill({x(pass.start), box.y + 1, 1, h - 2}, hairline());
    draw_number(run, box);
    if (ring) canvas_.outline(box, white(100), Theme::kBarRadius, 2);
  }

  // In the widest part that is seen.
  void draw_number(std::span<const TimelineBlock> run, Rect box) {
    Rect widest{};
    for (const TimelineBlock& part : run) {
      const float from = std::max(x(part.start), chart_.left);
      const float to = std::min(x(part.end), chart_.right);
      if (to - from > widest.w) widest = {from, box.y, to - from, box.h};
    }
    if (widest.w < kLeastNumber || box.h < 14) return;
    const TextLine number{{std::to_string(run.front().frame), Theme::kInk, TextSize::small}};
    if (canvas_.width(number) + 4 <= widest.w) canvas_.text(widest, number, Align::center);
  }

  Canvas& canvas_;
  const TimelineChart& chart_;
  float y_;
  std::optional<std::int64_t> ringed_;
  float drawn_to_ = -1e9F;
};

// Which of the axis' lines stand out: whole milliseconds, or with less room every fifth.
bool stands_out(Nanoseconds at, Nanoseconds step) {
  const Nanoseconds unit =
      std::max(Nanoseconds{1'000'000}, step * (step.count() >= 1'000'000 ? 5 : 1));
  return at % unit == Nanoseconds{0};
}

std::string axis_number(Nanoseconds at, int decimals) {
  const std::string number = fixed(std::abs(static_cast<double>(at.count())) / 1e6, decimals);
  return (at < Nanoseconds{0} ? "\u2212" : "") + number;
}

void draw_axis(Canvas& canvas, const TimelineChart& chart, bool every_number) {
  const int most = std::clamp(static_cast<int>(chart.width() / 60), 2, TimelineView::kDivisions);
  const TimelineAxis axis = timeline_axis(chart.stretch.length(), most);
  const float y = chart.bottom() + 6;
  const Nanoseconds from = chart.stretch.start - chart.origin;
  auto n = from / axis.step + (from > Nanoseconds{0} && from % axis.step != Nanoseconds{0});
  for (; n * axis.step <= chart.stretch.end - chart.origin; ++n) {
    const Nanoseconds at = n * axis.step;
    const float x = chart.x(chart.origin + at);
    canvas.fill({std::min(x, chart.right - 1), chart.top, 1, chart.bottom() + 4 - chart.top},
                white(stands_out(at, axis.step) ? 20 : 8));
    const bool last = (n + 1) * axis.step > chart.stretch.end - chart.origin;
    if (!every_number && n % 2 != 0) continue;
    const bool with_unit =
        last || (!every_number && (n + 2) * axis.step > chart.stretch.end - chart.origin);
    const TextLine number{
        {axis_number(at, axis.decimals) + (with_unit ? " ms" : ""), Theme::kDim, TextSize::small}};
    const float w = canvas.width(number) + 1;
    canvas.text({std::min(x - w / 2, chart.right - w), y, w, 16}, number);
  }
}

}  // namespace

void draw_timeline_frame(Canvas& canvas, const TimelineChart& chart, const TimelineModel& model,
                         const std::vector<std::optional<double>>& busy, bool every_number) {
  const float left = chart.panel.x + Theme::kPadding;
  const float right = chart.panel.right() - Theme::kPadding;
  draw_axis(canvas, chart, every_number);
  for (std::size_t i = 0; i < model.rows.size(); ++i) {
    const float y = chart.top + chart.row * static_cast<float>(i);
    if (i > 0) canvas.fill({left, y, right - left, 1}, white(6));
    canvas.text({left, y, chart.left - left - 8, chart.row}, {{model.rows[i].name}});
    const bool known = i < busy.size() && busy[i];
    const std::string share =
        fixed(known ? std::optional<double>(100 * *busy[i]) : std::nullopt, 0);
    canvas.text({chart.right + 8, y, right - chart.right - 8, chart.row},
                {{share, known ? Theme::kText : Theme::kFaint, TextSize::small},
                 {" %", known ? Theme::kDim : Theme::kFaint, TextSize::small}},
                Align::right);
  }
  canvas.text({chart.right + 8, chart.bottom() + 6, right - chart.right - 8, 16},
              {{"busy", Theme::kDim, TextSize::small}}, Align::right);
}

void draw_timeline_blocks(Canvas& canvas, const TimelineChart& chart, const TimelineModel& model,
                          std::optional<std::int64_t> ringed) {
  canvas.clip(chart.area());
  for (std::size_t i = 0; i < model.rows.size(); ++i) {
    const float y = chart.top + chart.row * static_cast<float>(i);
    RowPainter(canvas, chart, y, ringed).draw(blocks_in(model.rows[i], chart.stretch));
  }
  canvas.unclip();
}

}  // namespace framelane
