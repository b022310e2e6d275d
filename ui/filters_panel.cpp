#include "ui/filters_panel.h"

#include <algorithm>
#include <cmath>

#include "ui/number_text.h"
#include "ui/text_wrap.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr float kFiltersWidth = 352, kMostHeight = 768, kFiltersLine = 24;
constexpr float kFiltersHead = Theme::kPadding + kFiltersLine + 8;  // above the summary
constexpr float kFiltersTextLine = 16, kLeastRows = 144, kLeastValues = 72, kTextWell = 24;
constexpr float kRoomy = 320;  // a height that leaves a refusal all its lines
constexpr std::size_t kMostTextLines = 4, kMostRefusedLines = 3;

// Why an edit is refused, Chain's line, and under it the text in its well, if there is any.
float foot_height(std::size_t text_lines, std::size_t refused_lines) {
  const float text =
      text_lines > 0 ? kTextWell + kFiltersTextLine * static_cast<float>(text_lines) : 0;
  const float refused =
      refused_lines > 0 ? 8 + kFiltersTextLine * static_cast<float>(refused_lines) : 0;
  return refused + kFiltersLine + text + Theme::kPadding;
}

// The text as it is read: a space after each filter.
std::string spaced(const std::string& text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == ',') out += ' ';
  }
  return out;
}

Rect content_of(const Canvas& canvas) {
  const Rect p = canvas.panel();
  return {p.x + Theme::kPadding, p.y + Theme::kPadding, p.w - 2 * Theme::kPadding,
          p.h - 2 * Theme::kPadding};
}

}  // namespace

void FiltersPanel::fit_rows() {
  expanded_.resize(shown_.size());
  if (chosen_ && *chosen_ >= shown_.size()) chosen_ = shown_.size() > 0 ? shown_.size() - 1 : 0;
}

// As wide as the longest number and a gap, in steps, so that they seldom move.
void FiltersPanel::fit_columns(const Canvas& canvas) {
  const auto wide = [&](float most, std::optional<double> ms, TextSize size) {
    const float text = canvas.width({{fixed(ms, 3), Theme::kText, size}}) + 6;
    return std::max(most, 8 * std::ceil(text / 8));
  };
  columns_ = {};
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    columns_.ms = wide(columns_.ms, shown_.row(i).mean_ms, TextSize::body);
    columns_.p95 = wide(columns_.p95, shown_.row(i).p95_ms, TextSize::small);
  }
}

void FiltersPanel::fit_refused(const Canvas& canvas, std::size_t most) {
  const float room = kFiltersWidth - 2 * Theme::kPadding - 24;
  const std::string shown = with_both_ends(canvas, refused_, "", TextSize::small, room, most);
  layout_.refusal_cut = shown != refused_;
  layout_.refused = wrapped(canvas, shown, TextSize::small, room, most);
}

// As many lines as `room` has; what they leave out is in the tooltip and in what Copy takes.
void FiltersPanel::fit_text(const Canvas& canvas, float room) {
  layout_.lines = chain_text_.lines(canvas, spaced(to_text(shown_.chain())), TextSize::small,
                                    kFiltersWidth - 2 * Theme::kPadding - 16, kMostTextLines);
  const auto most = static_cast<std::size_t>(std::max(0.0F, room - kTextWell) / kFiltersTextLine);
  layout_.text_cut = most < layout_.lines.size();
  if (!layout_.text_cut) return;
  for (std::size_t i = most; most > 0 && i < layout_.lines.size(); ++i)
    layout_.lines[most - 1] += layout_.lines[i];
  layout_.lines.resize(most);
}

// The heads of all filters stay in view, and the open one's values scroll between them, where that
// leaves some of those to be seen.
void FiltersPanel::keep_heads() {
  const float over = content_height() - layout_.rows;
  if (!compact_ || !chosen_ || *chosen_ >= heights_.size() || over <= 0) return;
  float& open = heights_[*chosen_];
  const float lines = std::floor((open - over) / kFiltersLine) - 1;
  if (lines * kFiltersLine < kLeastValues) return;
  open = (lines + 1) * kFiltersLine;
  layout_.rows = content_height();
}

FilterRowLook FiltersPanel::look_of(std::size_t index) const {
  const bool wide = shown_.chain().filters[index].enabled || expanded_[index];
  FilterRowLook look;
  look.index = index;
  look.sliders = compact_ ? chosen_ == index : wide;
  look.folds = compact_;
  look.expanded = expanded_[index];
  look.dragged = dragged_ == index;
  look.in_force = !shown_.ahead();
  look.ms = columns_.ms;
  look.p95 = columns_.p95;
  return look;
}

float FiltersPanel::content_height() const {
  float height = shown_.size() == 0 ? kFiltersLine + kFilterGap : 0;
  for (const float row : heights_)
    height += row + kFilterGap;
  return height;
}

// Beside the summary's line, whose place an open list takes as well.
float FiltersPanel::list_height() const {
  std::size_t choices = std::max<std::size_t>(presets_.size(), 1);
  if (view_ == View::add) choices = std::max<std::size_t>(found_, 1);
  if (const Parameter* asked = asked_parameter(Parameter::Type::choice);
      asked != nullptr && view_ == View::choices)
    choices = asked->choices.size();
  return 8 + ChoiceList::kRow * static_cast<float>(std::min<std::size_t>(choices, 18)) + 8;
}

Rect FiltersPanel::place(const Canvas& canvas, const FiltersModel& model, const Place& place,
                         bool held, Nanoseconds now) {
  shown_.follow(model, held, now);
  presets_ = model.presets;
  refused_ = model.refused;
  compact_ = place.compact;
  fit_rows();
  fit_columns(canvas);
  heights_.clear();
  for (std::size_t i = 0; i < shown_.size(); ++i)
    heights_.push_back(filter_row_height(shown_.chain().filters[i], look_of(i)));
  const float most = std::min(kMostHeight, place.bottom - place.top);
  fit_refused(canvas, most >= kRoomy ? kMostRefusedLines : 1);
  const auto rest = [&](std::size_t lines) {
    return kFiltersHead + kFiltersLine + foot_height(lines, layout_.refused.size());
  };
  const float wanted = view_ == View::rows ? content_height() : list_height();
  // In a compact panel the filters come before their text.
  const float least = compact_ && view_ == View::rows ? wanted : std::min(wanted, kLeastRows);
  fit_text(canvas, most - rest(0) - least);
  layout_.rows = std::clamp(most - rest(layout_.lines.size()), kFiltersLine, wanted);
  if (view_ == View::rows) keep_heads();
  Rect box = column(place.window);
  box.y = place.top;
  box.h = rest(layout_.lines.size()) + layout_.rows;
  return box;
}

Rect FiltersPanel::column(Size window) {
  const auto width = static_cast<float>(window.width);
  const float wide = std::min(kFiltersWidth, width - 2 * Theme::kMargin);
  return {width - Theme::kMargin - wide, Theme::kMargin, wide, 0};
}

void FiltersPanel::draw(Canvas& canvas, std::vector<Action>& actions) {
  moving_ = false;
  use_brought(actions);
  // What no control of it takes stays with the panel.
  (void)canvas.drag_area("filters_panel", canvas.panel(), true);
  draw_head(canvas);
  const Rect inside = content_of(canvas);
  const Rect summary{inside.x, canvas.panel().y + kFiltersHead, inside.w, kFiltersLine};
  const Rect room{inside.x, summary.bottom(), inside.w, layout_.rows};
  const Rect whole{summary.x, summary.y, summary.w, kFiltersLine + layout_.rows};
  if (view_ == View::rows) {
    draw_summary(canvas, summary);
    draw_rows(canvas, room, actions);
  } else if (view_ == View::add) {
    draw_add(canvas, whole, actions);
  } else if (view_ == View::choices) {
    draw_choices(canvas, whole, actions);
  } else {
    draw_presets(canvas, whole, actions);
  }
  draw_foot(canvas, room.bottom(), actions);
}

void FiltersPanel::draw_head(Canvas& canvas) {
  const Rect inside = content_of(canvas);
  float right = inside.right();
  const auto button = [&](const std::string& label, View view, const std::string& tooltip) {
    const float wide = text_button_width(canvas, label);
    right -= wide;
    const bool on = view_ == view;
    const std::string id = "filters." + label;
    if (text_button(canvas, {right, inside.y, wide, kFiltersLine}, label,
                    {id, tooltip, on, true})) {
      on ? close(canvas) : open(canvas, view);
    }
    right -= 8;
  };
  button("Add", View::add, "Add a filter at the end of the chain");
  button("Presets", View::presets, "Load a chain by its name, or save this one");
  canvas.text({inside.x, inside.y, right - inside.x, kFiltersLine}, {{"Filters"}});
}

void FiltersPanel::draw_summary(Canvas& canvas, Rect line) const {
  const auto small = [](std::string text, ImU32 color) {
    return TextSpan{std::move(text), color, TextSize::small};
  };
  const auto passes = static_cast<std::uint64_t>(std::max(shown_.passes(), 0));
  TextLine text{
      small(std::to_string(passes) + (passes == 1 ? " pass  " : " passes  "), Theme::kDim)};
  const std::string sum = fixed(shown_.sum_ms(), 3);
  text.push_back(small(sum, sum == kNoValue ? Theme::kFaint : Theme::kText));
  text.push_back(small(" ms", Theme::kDim));
  const Rect ms{line.right() - columns_.p95 - columns_.ms, line.y, columns_.ms, line.h};
  canvas.text({line.x, line.y, ms.x - line.x, line.h}, text);
  canvas.text(ms, {small("ms", Theme::kDim)}, Align::right);
  canvas.text({ms.right(), line.y, columns_.p95, line.h}, {small("p95", Theme::kDim)},
              Align::right);
}

void FiltersPanel::draw_rows(Canvas& canvas, Rect room, std::vector<Action>& actions) {
  const float top = scroll_.begin(canvas, room, content_height());
  if (shown_.size() == 0)
    canvas.text({room.x, top, room.w, kFiltersLine},
                {{"No filters: frames pass as they are", Theme::kDim, TextSize::small}});
  draw_bars(canvas, room, top);
  std::optional<std::size_t> asked;
  FilterRowAsks asks;
  FilterRowAsks ring;
  float y = top;
  target_.reset();
  const std::optional<std::size_t> dragged = std::exchange(dragged_, std::nullopt);
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    const ChainFilter& filter = shown_.chain().filters[i];
    FilterRowLook look = look_of(i);
    look.dragged = dragged == i;
    look.scroll = compact_ ? &values_ : nullptr;
    const float height = heights_[i];
    FilterRowAsks row =
        draw_filter_row(canvas, {room.x, y, room.w, height}, filter, shown_.row(i), look);
    if (row.ring) ring = row;
    drag(canvas, i, row.grip, top);
    if (row.toggle || row.remove || row.reset || row.choose || row.expand || row.up != 0 ||
        row.grip.let_go || row.value || row.open) {
      asked = i;
      asks = std::move(row);
    }
    y += height + kFilterGap;
  }
  scroll_.end(canvas);
  follow_ring(canvas, ring, top);
  if (asked) apply(canvas, *asked, asks, actions);
}

// One bar over the filters of one pass; hollow where a filter is in none.
void FiltersPanel::draw_bars(Canvas& canvas, Rect room, float top) const {
  float y = top;
  for (std::size_t i = 0; i < shown_.size();) {
    const std::optional<int> pass = shown_.row(i).pass;
    const bool solid = shown_.chain().filters[i].enabled && pass;
    const float from = y;
    std::size_t next = i;
    do {
      y += heights_[next] + kFilterGap;
      ++next;
    } while (solid && next < shown_.size() && shown_.row(next).pass == pass &&
             shown_.chain().filters[next].enabled);
    const Rect bar{room.x, from + 4, 3, y - kFilterGap - from - 8};
    if (solid) {
      canvas.fill(bar, stage_color(Stage::passes), 1.5F);
    } else {
      canvas.outline(bar, Theme::kFaint, 1.5F);
    }
    i = next;
  }
}

}  // namespace framelane
