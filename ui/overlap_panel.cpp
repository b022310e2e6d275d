#include "ui/overlap_panel.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/number_text.h"
#include "ui/overlap_bars.h"
#include "ui/text_wrap.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

using Model = OverlapModel;

using Form = OverlapForm;

constexpr float kOverlapWidth = 352, kOverlapInner = kOverlapWidth - 2 * Theme::kPadding;
constexpr float kSecondNumber = 160;
// The bars, and the right end of the terms' times, from the padding on.
constexpr float kBarsLeft = 140, kOverlapMsRight = 224;

TextSpan small_line(std::string text, ImU32 color = Theme::kText) {
  return {std::move(text), color, TextSize::small};
}

TextSpan small_value(std::optional<double> value, int decimals) {
  return small_line(fixed(value, decimals), value ? Theme::kText : Theme::kFaint);
}

std::string row_tip(const Model::Row& row) {
  if (row.other_memory)
    return with_key(
        row.name.starts_with("page-locked") ? "Use page-locked memory" : "Use pageable memory",
        Action::Kind::toggle_memory);
  return row.now ? "" : "Switch to " + row.name;
}

Action action_of(const Model::Row& row) {
  if (row.other_memory) return {Action::Kind::toggle_memory};
  Action action{Action::Kind::use_mode, static_cast<double>(row.lanes)};
  action.text = name_of(row.mode);
  return action;
}

void draw_row(Canvas& canvas, const Model::Row& row, std::size_t index, const OverlapScale& scale,
              float y, std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  const float left = p.x + Theme::kPadding;
  const Rect box{p.x + 8, y, kOverlapWidth - 16, Form::kRow};
  const Control control = canvas.control("overlap.row" + std::to_string(index), box, row_tip(row));
  if (row.now)
    canvas.fill(box, Theme::kControl, Theme::kButtonRadius);
  else if (control.hover)
    canvas.fill(box, Theme::kRowHover, Theme::kButtonRadius);
  const ImU32 tone = row.now ? Theme::kText : row.measured_ms ? Theme::kDim : Theme::kFaint;
  canvas.text({left, y, kBarsLeft - 8, Form::kRow}, {small_line(row.name, tone)});
  draw_overlap_bars(canvas, row, scale, y);
  const float number = left + kBarsLeft + OverlapScale::kWide;
  canvas.text({number, y, left + kOverlapInner - number, Form::kRow},
              {small_value(row.measured_ms, 3)}, Align::right);
  if (control.clicked && !row.now) actions.push_back(action_of(row));
}

void draw_modes_head(Canvas& canvas, const Model& model, const OverlapScale& scale, float y) {
  const float left = canvas.panel().x + Theme::kPadding;
  canvas.text({left, y, 88, Form::kDense}, {small_line("a frame takes", Theme::kDim)});
  canvas.text({left + kOverlapInner - 24, y, 24, Form::kDense}, {small_line("ms", Theme::kDim)},
              Align::right);
  if (!model.bound_ms) return;
  const TextLine label{small_line("bound ", Theme::kDim), small_value(model.bound_ms, 3)};
  const float wide = canvas.width(label) + 1;
  const float x = std::clamp(scale.at(*model.bound_ms) - wide / 2, left + 92,
                             std::max(left + 92, left + kOverlapInner - 28 - wide));
  canvas.text({x, y, wide, Form::kDense}, label);
}

void draw_overlap_modes(Canvas& canvas, const Model& model, float y, std::vector<Action>& actions) {
  const OverlapScale scale{canvas.panel().x + Theme::kPadding + kBarsLeft,
                           overlap_scale_end(model)};
  draw_modes_head(canvas, model, scale, y);
  const float top = y + Form::kDense;
  float row_y = top, bound_end = top;
  for (std::size_t i = 0; i < model.rows.size(); ++i, row_y += Form::kRow) {
    draw_row(canvas, model.rows[i], i, scale, row_y, actions);
    if (!model.rows[i].other_memory) bound_end = row_y + Form::kRow;
  }
  if (model.bound_ms) draw_dotted(canvas, std::floor(scale.at(*model.bound_ms)), top, bound_end);
}

void draw_overlap_head(Canvas& canvas, const Model& model, float y) {
  const float left = canvas.panel().x + Theme::kPadding;
  const float wide = canvas.text({left, y, 100, Form::kHead}, {{"Overlap"}});
  const Rect rest{left + wide + 8, y, kOverlapInner - wide - 8, Form::kHead};
  canvas.text(rest, {small_line(model.frames, Theme::kDim)}, Align::right);
}

std::optional<double> percent(std::optional<double> share) {
  return share ? std::optional(*share * 100) : std::nullopt;
}

void draw_head_only(Canvas& canvas, const Model& model) {
  const Rect p = canvas.panel();
  const auto number = [](std::optional<double> value, int decimals) {
    return TextSpan{fixed(value, decimals), value ? Theme::kText : Theme::kFaint};
  };
  const float left = p.x + Theme::kPadding;
  const float wide = canvas.text({left, p.y + 8, 100, Form::kHead}, {{"Overlap"}});
  const Rect rest{left + wide + 8, p.y + 8, kOverlapInner - wide - 8, Form::kHead};
  if (!model.frames.empty()) canvas.tooltip("Of the " + model.frames, rest);
  canvas.text(rest,
              {number(model.speed_up, 1),
               {" times, ", Theme::kDim},
               number(percent(model.share_of_bound), 0),
               {" % of the bound", Theme::kDim}},
              Align::right);
}

void draw_number(Canvas& canvas, float x, float y, const TextSpan& number, const char* unit,
                 const std::string& caption) {
  const float wide = canvas.text({x, y, 100, 32}, {number});
  canvas.text({x + wide + 5, y + 7, 48, 24}, {{unit, Theme::kDim}});
  canvas.text({x, y + 32, kSecondNumber - 4, Form::kDense}, {small_line(caption, Theme::kDim)});
}

// Without one of the two there is nothing to compare.
std::string speed_up_caption(const Model& model) {
  if (model.serial_known && model.overlapped_known) return "as fast as serial";
  const char* missing = model.serial_known ? "not overlapped yet" : "serial unmeasured";
  return with_key(missing, Action::Kind::toggle_serial);
}

void draw_numbers(Canvas& canvas, const Model& model, float y) {
  const auto number = [](std::optional<double> value, int decimals) {
    return TextSpan{fixed(value, decimals), value ? Theme::kText : Theme::kFaint, TextSize::large};
  };
  const float left = canvas.panel().x + Theme::kPadding;
  draw_number(canvas, left, y, number(model.speed_up, 1), "times", speed_up_caption(model));
  draw_number(canvas, left + kSecondNumber, y, number(percent(model.share_of_bound), 0), "%",
              "of the bound");
}

void draw_verdict(Canvas& canvas, const Model& model, int most, float y) {
  const float left = canvas.panel().x + Theme::kPadding;
  for (const std::string& line : wrapped(canvas, model.verdict, TextSize::body, kOverlapInner,
                                         static_cast<std::size_t>(most))) {
    canvas.text({left, y, kOverlapInner, Form::kVerdictLine}, {{line}});
    y += Form::kVerdictLine;
  }
}

void draw_term_mark(Canvas& canvas, const Model::Term& term, float y) {
  const float left = canvas.panel().x + Theme::kPadding;
  if (term.decides) draw_dotted(canvas, left + (term.stage ? -5.0F : 4.0F), y + 1, y + 15);
  if (term.stage) {
    canvas.fill({left, y + 4, 8, 8}, stage_color(*term.stage), Theme::kBarRadius);
  } else if (!term.decides) {
    canvas.fill({left, y + 4, 8, 4}, stage_color(Stage::upload));
    canvas.fill({left, y + 8, 8, 4}, stage_color(Stage::download));
  }
}

// The largest ones, in the order of the stages.
std::vector<const Model::Term*> shown_terms(const Model& model, int most) {
  std::vector<const Model::Term*> terms;
  for (const Model::Term& term : model.terms)
    terms.push_back(&term);
  while (terms.size() > static_cast<std::size_t>(std::max(most, 0)))
    terms.erase(std::ranges::min_element(
        terms, {}, [](const Model::Term* term) { return term->ms.value_or(-1); }));
  return terms;
}

void draw_terms(Canvas& canvas, const Model& model, int most, float y) {
  const float left = canvas.panel().x + Theme::kPadding;
  const auto right = [&](float end, const TextSpan& span) {
    canvas.text({left + end - 64, y, 64, Form::kDense}, {span}, Align::right);
  };
  const Rect head{left + 16, y, kOverlapMsRight - 16 - 24, Form::kDense};
  canvas.text(head, {small_line(model.bound_name, Theme::kDim)});
  if (!model.bound_tip.empty())
    canvas.tooltip(model.bound_tip, {left, y, kOverlapInner, Form::kDense});
  canvas.text({left + kOverlapMsRight - 20, y, 20, Form::kDense}, {small_line("ms", Theme::kDim)},
              Align::right);
  right(kOverlapInner, small_line("GB/s", Theme::kDim));
  for (const Model::Term* term : shown_terms(model, most)) {
    y += Form::kDense;
    draw_term_mark(canvas, *term, y);
    canvas.text({left + 16, y, 136, Form::kDense},
                {small_line(term->name, term->decides ? Theme::kText : Theme::kDim)});
    right(kOverlapMsRight, small_value(term->ms, 3));
    right(kOverlapInner, small_value(term->gb_per_s, 1));
  }
}

void draw_tick(Canvas& canvas, float x, float y) {
  canvas.ring({x + 8, y + 12}, 7.25F, Theme::kText, 1.5F);
  const std::array<ImVec2, 3> tick{
      ImVec2{x + 4.5F, y + 12.3F}, {x + 6.9F, y + 14.8F}, {x + 11.5F, y + 9.8F}};
  canvas.polyline(tick, Theme::kText, 1.75F);
}

void draw_cross(Canvas& canvas, float x, float y) {
  canvas.disc({x + 8, y + 12}, 8, Theme::kFault);
  canvas.line({x + 5, y + 9}, {x + 11, y + 15}, Theme::kInk, 2);
  canvas.line({x + 11, y + 9}, {x + 5, y + 15}, Theme::kInk, 2);
}

TextLine light_text(const Model::Equality& light) {
  switch (light.state) {
    case Model::Equality::State::off:
      break;
    case Model::Equality::State::waiting:
      return {{"comparing waits for " + light.waits_for, Theme::kDim}};
    case Model::Equality::State::equal:
      return {
          {"equal to serial"},
          {", " + count_text(light.count) + (light.count == 1 ? " frame" : " frames") + " compared",
           Theme::kDim}};
    case Model::Equality::State::differs:
      return {{"differs"}, {", first at frame ", Theme::kDim}, {std::to_string(light.frame)}};
  }
  return {{"not compared: checksums are off", Theme::kDim}};
}

void draw_light(Canvas& canvas, const Model::Equality& light, float y,
                std::vector<Action>& actions) {
  using State = Model::Equality::State;
  const Rect p = canvas.panel();
  const Rect box{p.x + 8, y, kOverlapWidth - 16, Form::kLight};
  const bool on = light.state != State::off;
  const std::string tip =
      with_key(on ? "Stop comparing" : "Compare the frames of serial and overlapped in a loop",
               Action::Kind::toggle_equality);
  const Control control = canvas.control("overlap.equality", box, tip);
  if (control.hover) canvas.fill(box, Theme::kRowHover, Theme::kButtonRadius);
  if (control.clicked) actions.push_back({Action::Kind::toggle_equality});
  const bool icon = light.state == State::equal || light.state == State::differs;
  float left = p.x + Theme::kPadding;
  if (light.state == State::equal) draw_tick(canvas, left, y);
  if (light.state == State::differs) draw_cross(canvas, left, y);
  if (icon) left += 24;
  canvas.text({left, y, p.right() - Theme::kPadding - left, Form::kLight}, light_text(light));
}

// From the bottom up, where the parts are as high as they are.
void draw_compact(Canvas& canvas, const Model& model, const OverlapForm& form,
                  std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  draw_head_only(canvas, model);
  draw_verdict(canvas, model, form.verdict_lines, p.y + 8 + Form::kHead);
  const float light = p.bottom() - 8 - Form::kLight;
  draw_overlap_modes(canvas, model, light - overlap_rows_height(model), actions);
  draw_light(canvas, model.equality, light, actions);
}

}  // namespace

void draw_overlap(Canvas& canvas, const OverlapModel& model, const OverlapForm& form,
                  std::vector<Action>& actions) {
  if (form.compact) return draw_compact(canvas, model, form, actions);
  if (!form.numbers) return draw_head_only(canvas, model);
  float y = canvas.panel().y + Theme::kPadding;
  draw_overlap_head(canvas, model, y);
  y += Form::kHead;
  draw_numbers(canvas, model, y);
  y += Form::kNumbers;
  if (form.verdict) draw_verdict(canvas, model, form.verdict_lines, y);
  y += (form.verdict ? Form::kVerdict : 0) + form.spacing;
  if (form.modes) draw_overlap_modes(canvas, model, y, actions);
  y += overlap_rows_height(model) + form.spacing;
  if (form.terms > 0) {
    y += Form::kTermsGap;
    draw_terms(canvas, model, form.terms, y);
    y += Form::kDense * static_cast<float>(1 + form.terms);
  }
  if (form.light) draw_light(canvas, model.equality, y + form.spacing, actions);
}

}  // namespace framelane
