#include "ui/compare_marks.h"

#include <algorithm>
#include <optional>

#include "ui/number_text.h"

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr float kHandleWidth = 32, kHandleHeight = 48, kMarkGrab = 24;
constexpr float kLabelTop = 24, kLabelHeight = 24, kLabelLeast = 48, kBesideLine = 16;

// Logical pixels.
struct Seen {
  Rect picture;
  float split = 0, second = 0, width = 0;
};

Seen seen_of(const CompareModel& model, Size drawable, double scale) {
  const auto logical = [&](int device) { return static_cast<float>(device / scale); };
  const PixelRect& p = model.picture;
  return {{logical(p.x), logical(p.y), logical(p.width), logical(p.height)},
          logical(model.split),
          logical(model.second),
          logical(drawable.width)};
}

// The stretches of a column that no panel covers, from its top down.
std::vector<Rect> free_stretches(const Interaction& panels, Rect column) {
  const std::optional<Rect> panel = panels.panel_meeting(column);
  if (!panel) return {column};
  std::vector<Rect> free;
  const float above = panel->y - Theme::kGap, below = panel->bottom() + Theme::kGap;
  if (above > column.y) {
    free = free_stretches(panels, {column.x, column.y, column.w, above - column.y});
  }
  if (below < column.bottom()) {
    for (const Rect& rest :
         free_stretches(panels, {column.x, below, column.w, column.bottom() - below}))
      free.push_back(rest);
  }
  return free;
}

void draw_handle(Canvas& canvas, Rect box) {
  canvas.begin_panel("split_handle", box, 1);
  const float x = box.x, y = box.y + kHandleHeight / 2;
  canvas.triangle({x + 11, y - 8}, {x + 5, y}, {x + 11, y + 8}, white(100));
  canvas.triangle({x + 21, y - 8}, {x + 27, y}, {x + 21, y + 8}, white(100));
  canvas.leave_panel();
}

// Draws the handle in the longest stretch that has room for it.
Control handle_of(Canvas& canvas, const Interaction& panels, float x, const Rect& picture) {
  const Rect column{x - kHandleWidth / 2, picture.y, kHandleWidth, picture.h};
  const std::vector<Rect> free = free_stretches(panels, column);
  const auto longest = std::ranges::max_element(free, {}, &Rect::h);
  if (longest == free.end() || longest->h < kHandleHeight) return {};
  const Rect box{column.x, longest->y + (longest->h - kHandleHeight) / 2, kHandleWidth,
                 kHandleHeight};
  draw_handle(canvas, box);
  return canvas.drag_area("split_handle", box, true);
}

void draw_split(Canvas& canvas, const Interaction& panels, const Seen& seen,
                std::vector<Action>& actions) {
  const float x = seen.split;
  const Rect column{x - 2, seen.picture.y, 4, seen.picture.h};
  std::vector<Rect> line = free_stretches(panels, column);
  // No stubs between a panel and the window's edge.
  std::erase_if(line, [](const Rect& part) { return part.h < Theme::kMargin; });
  bool moved = false, let_go = false;
  const auto note = [&](const Control& control) {
    moved = moved || control.moved;
    let_go = let_go || control.let_go;
  };
  for (const Rect& part : line) {
    canvas.fill({x - 2, part.y, 4, part.h}, rgb_color(0x0B0D10, 55));
    canvas.fill({x - 1, part.y, 2, part.h}, white(100));
    const bool free = !panels.over_panel() || panels.dragging();
    note(canvas.drag_area("split_line", {x - kMarkGrab / 2, part.y, kMarkGrab, part.h}, free));
  }
  note(handle_of(canvas, panels, x, seen.picture));
  if (!moved && !let_go) return;
  const double share = std::clamp(canvas.pointer_x() / seen.width, 0.0F, 1.0F);
  actions.push_back({Kind::move_split, share, let_go});
}

// A label moves down until no panel is in its way. Nothing where there is no room.
void draw_label(Canvas& canvas, const Interaction& panels, const char* name, Rect box,
                const TextLine& line, float bottom) {
  if (box.w < kLabelLeast) return;
  while (const std::optional<Rect> panel = panels.panel_meeting(box))
    box.y = panel->bottom() + Theme::kGap;
  if (box.bottom() > bottom) return;
  canvas.begin_panel(name, box, 1, false, Theme::kButtonRadius);
  canvas.text({box.x + 8, box.y, box.w - 16, box.h}, line);
  canvas.leave_panel();
}

TextLine before_line() {
  return {{"before"}, {", source", Theme::kDim}};
}

TextLine after_line(const CompareModel& model) {
  return {{"after"}, {", " + (model.chain.empty() ? "no filters" : model.chain), Theme::kDim}};
}

// "before" left of a line, "after" right of it, at one height.
void draw_two_labels(Canvas& canvas, const Interaction& panels, const CompareModel& model,
                     const Seen& seen, float left_of, float right_of) {
  const float top = std::max(kLabelTop, seen.picture.y + 8), bottom = seen.picture.bottom();
  const float wide = canvas.width(before_line()) + 16.5F;
  const float left = left_of - kBesideLine - wide;
  const float from = right_of + kBesideLine;
  const float most = seen.width - Theme::kMargin - from;
  const bool room = left >= Theme::kMargin;
  const Rect before{room ? left : -wide, top, room ? wide : 0, kLabelHeight};
  const Rect after{from, top, std::min(canvas.width(after_line(model)) + 16.5F, most),
                   kLabelHeight};
  float y = top;
  for (std::optional<Rect> met = Rect{}; met;) {
    met = panels.panel_meeting({before.x, y, before.w, kLabelHeight});
    if (!met) met = panels.panel_meeting({after.x, y, after.w, kLabelHeight});
    if (met) y = met->bottom() + Theme::kGap;
  }
  draw_label(canvas, panels, "before", {before.x, y, before.w, kLabelHeight}, before_line(),
             bottom);
  draw_label(canvas, panels, "after", {after.x, y, after.w, kLabelHeight}, after_line(model),
             bottom);
}

void draw_one_label(Canvas& canvas, const Interaction& panels, const Seen& seen,
                    const TextLine& line) {
  const float wide = canvas.width(line) + 16.5F;
  const float top = std::max(kLabelTop, seen.picture.y + 8);
  draw_label(canvas, panels, "compared", {(seen.width - wide) / 2, top, wide, kLabelHeight}, line,
             seen.picture.bottom());
}

}  // namespace

void draw_compare_marks(Canvas& canvas, const Interaction& panels, const CompareModel& model,
                        Size drawable, double scale, std::vector<Action>& actions) {
  if (!model.compare.on() || model.picture.width <= 0) return;
  canvas.leave_panel();
  const Seen seen = seen_of(model, drawable, scale);
  switch (model.compare.shown()) {
    case CompareMode::off:
      return draw_one_label(canvas, panels, seen, before_line());
    case CompareMode::split:
      draw_two_labels(canvas, panels, model, seen, seen.split, seen.split);
      return draw_split(canvas, panels, seen, actions);
    case CompareMode::side_by_side:
      return draw_two_labels(canvas, panels, model, seen, seen.second, seen.second);
    case CompareMode::difference:
      return draw_one_label(canvas, panels, seen,
                            {{"difference"},
                             {", gain ", Theme::kDim},
                             {fixed(model.compare.gain, 0)},
                             {"×", Theme::kDim}});
  }
}

}  // namespace framelane
