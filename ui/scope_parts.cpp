#include "ui/scope_parts.h"

#include "ui/number_text.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

constexpr float kScopeHead = 24;

std::string title_of(Scope scope) {
  switch (scope) {
    case Scope::histogram:
      return "Histogram";
    case Scope::waveform:
      return "Waveform";
    case Scope::vectorscope:
      break;
  }
  return "Vectorscope";
}

TextLine cost_line(std::optional<double> ms) {
  const ImU32 color = ms ? Theme::kText : Theme::kFaint;
  return {{fixed(ms, 3), color, TextSize::small},
          {" ms", ms ? Theme::kDim : Theme::kFaint, TextSize::small}};
}

// One of the two halves of the switch. 24 high to be hit, 20 to be seen.
void draw_half(Canvas& canvas, Rect box, const char* label, bool on, double value,
               std::vector<Action>& actions) {
  const std::string id = std::string("scopes_") + label;
  const Control control =
      canvas.control(id, box, std::string("Scopes of the picture ") + label + " the filters");
  if (on || control.hover) {
    canvas.fill({box.x, box.y + 2, box.w, box.h - 4}, button_fill(control, on, true),
                Theme::kButtonRadius);
  }
  canvas.text(box, {{label, on ? Theme::kInk : Theme::kText, TextSize::small}}, Align::center);
  if (control.clicked) actions.push_back({Action::Kind::set_scopes_side, value});
}

float draw_switch(Canvas& canvas, float x, float y, ScopeSide side, std::vector<Action>& actions) {
  const float before = text_button_width(canvas, "before");
  const float after = text_button_width(canvas, "after");
  draw_half(canvas, {x, y, before, kScopeHead}, "before", side == ScopeSide::before, 0, actions);
  draw_half(canvas, {x + before, y, after, kScopeHead}, "after", side == ScopeSide::after, 1,
            actions);
  return before + after;
}

}  // namespace

Rect scope_area(const Canvas& canvas) {
  const Rect p = canvas.panel();
  return {p.x + Theme::kPadding, p.y + 36, p.w - 2 * Theme::kPadding, p.h - 54};
}

void draw_scope_head(Canvas& canvas, const ScopesModel& model, Scope scope,
                     const std::string& words, const ScopeLook& look,
                     std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  const Rect row{p.x + Theme::kPadding, p.y + 8, p.w - 2 * Theme::kPadding, kScopeHead};
  float left = row.x + canvas.text(row, {{title_of(scope)}});
  if (look.side_switch) left += 16 + draw_switch(canvas, left + 16, row.y, model.on.side, actions);
  const TextLine cost = cost_line(model.cost_ms[static_cast<std::size_t>(scope)]);
  // As wide as it gets, so that the words stay where they are.
  const float room = std::max(canvas.width(cost), canvas.width(cost_line(0.888)));
  canvas.text({row.right() - room, row.y, room, row.h}, cost, Align::right);
  const TextLine aside{{words, Theme::kDim, TextSize::small}};
  const float wide = canvas.width(aside), end = row.right() - room - 16;
  if (!words.empty() && end - wide >= left + 16)
    canvas.text({end - wide, row.y, wide, row.h}, aside);
}

}  // namespace framelane
