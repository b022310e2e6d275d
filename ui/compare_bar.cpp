#include "ui/compare_bar.h"

#include <array>
#include <cmath>

#include "ui/number_text.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr float kHeight = 40, kPadding = 8, kGap = 8, kButton = 24;
constexpr ImU32 kKeyOn = rgb_color(0x4A525B);

struct Choice {
  const char* id;
  const char* label;
  const char* tooltip;
  Kind action;
  bool on;
};

std::array<Choice, 4> choices(const Compare& compare) {
  const auto is = [&](CompareMode mode) { return compare.shown() == mode; };
  return {Choice{"split", "Split", "Before left of a line, after right of it", Kind::toggle_split,
                 is(CompareMode::split)},
          {"side_by_side", "Side by side", "Both whole, with the same zoom",
           Kind::toggle_side_by_side, is(CompareMode::side_by_side)},
          {"difference", "Difference", "How far before and after lie apart",
           Kind::toggle_difference, is(CompareMode::difference)},
          {"flip", "Flip", "Before instead of after, and back", Kind::toggle_flip, compare.flip}};
}

TextLine small(const std::string& text, ImU32 color) {
  return {{text, color, TextSize::small}};
}

float width_of(const Canvas& canvas, const Choice& choice) {
  const std::string key = key_name(choice.action);
  const float hint = key.empty() ? 0 : kGap + canvas.width(small(key, Theme::kDim));
  return 16 + canvas.width(small(choice.label, Theme::kText)) + hint;
}

// As wide as the largest gain needs.
float gain_width(const Canvas& canvas) {
  return canvas.width(small("gain 64×", Theme::kText)) + 2 * kButton + 8;
}

bool draw_choice(Canvas& canvas, Rect box, const Choice& choice) {
  const std::string key = key_name(choice.action);
  const Control control = canvas.control(choice.id, box, with_key(choice.tooltip, choice.action));
  canvas.fill(box, button_fill(control, choice.on, true), Theme::kButtonRadius);
  const TextLine label = small(choice.label, choice.on ? Theme::kInk : Theme::kText);
  const float wide = canvas.width(label);
  canvas.text({box.x + 8, box.y, wide + 1, box.h}, label);
  const TextLine hint = small(key, choice.on ? kKeyOn : Theme::kDim);
  const float x = box.x + 8 + wide + kGap;
  if (!key.empty()) canvas.text({x, box.y, box.right() - 7 - x, box.h}, hint);
  return control.clicked;
}

void draw_gain(Canvas& canvas, Rect box, double gain, std::vector<Action>& actions) {
  const auto button = [&](float x, Icon icon, const char* id, const char* text, double factor) {
    const bool possible = factor > 1 ? gain < Compare::kMostGain : gain > 1;
    const ButtonLook look{id, with_key(text, Kind::scale_gain, factor), false, possible};
    if (icon_button(canvas, {x, box.y, kButton, kButton}, icon, look)) {
      actions.push_back({Kind::scale_gain, factor});
    }
  };
  button(box.x, icon_minus, "gain_less", "Half the gain", 0.5);
  button(box.right() - kButton, icon_plus, "gain_more", "Twice the gain", 2);
  canvas.text({box.x + kButton, box.y, box.w - 2 * kButton, box.h},
              {{"gain ", Theme::kDim, TextSize::small},
               {fixed(gain, 0), Theme::kText, TextSize::small},
               {"×", Theme::kDim, TextSize::small}},
              Align::center);
}

}  // namespace

Rect compare_bar_box(const Canvas& canvas, const Compare& compare, float window_width, Rect above) {
  float wide = 2 * kPadding - kGap;
  for (const Choice& choice : choices(compare))
    wide += width_of(canvas, choice) + kGap;
  if (compare.shown() == CompareMode::difference) wide += gain_width(canvas) + kGap;
  Rect box{window_width - Theme::kMargin - wide, Theme::kMargin, wide, kHeight};
  if (box.meets(above)) box.y = above.bottom() + Theme::kGap;
  return box;
}

void draw_compare_bar(Canvas& canvas, const Compare& compare, std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  float x = p.x + kPadding;
  if (compare.shown() == CompareMode::difference) {
    const float wide = gain_width(canvas);
    draw_gain(canvas, {x, p.y + kPadding, wide, kButton}, compare.gain, actions);
    x += wide + kGap;
    const float turned = canvas.wheel("gain", p, true);
    if (turned != 0) actions.push_back({Kind::scale_gain, std::exp2(turned)});
  }
  for (const Choice& choice : choices(compare)) {
    const float wide = width_of(canvas, choice);
    if (draw_choice(canvas, {x, p.y + kPadding, wide, kButton}, choice)) {
      actions.push_back({choice.action});
    }
    x += wide + kGap;
  }
}

}  // namespace framelane
