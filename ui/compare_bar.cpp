#include "ui/compare_bar.h"

#include <array>
#include <cmath>

#include "ui/number_text.h"
#include "ui/widgets.h"

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr float kCompareHeight = 40, kComparePadding = 8, kCompareGap = 8, kCompareButton = 24;
constexpr ImU32 kKeyOn = rgb_color(0x4A525B);

struct Chosen {
  const char* id;
  const char* label;
  const char* tooltip;
  Kind action;
  bool on;
};

std::array<Chosen, 4> choices(const Compare& compare) {
  const auto is = [&](CompareMode mode) { return compare.shown() == mode; };
  return {Chosen{"split", "Split", "Before left of a line, after right of it", Kind::toggle_split,
                 is(CompareMode::split)},
          {"side_by_side", "Side by side", "Both whole, with the same zoom",
           Kind::toggle_side_by_side, is(CompareMode::side_by_side)},
          {"difference", "Difference", "How far before and after lie apart",
           Kind::toggle_difference, is(CompareMode::difference)},
          {"flip", "Flip", "Before instead of after, and back", Kind::toggle_flip, compare.flip}};
}

TextLine small_label(const std::string& text, ImU32 color) {
  return {{text, color, TextSize::small}};
}

float width_of(const Canvas& canvas, const Chosen& choice) {
  const std::string key = key_name(choice.action);
  const float hint = key.empty() ? 0 : kCompareGap + canvas.width(small_label(key, Theme::kDim));
  return 16 + canvas.width(small_label(choice.label, Theme::kText)) + hint;
}

// As wide as the largest gain needs.
float gain_width(const Canvas& canvas) {
  return canvas.width(small_label("gain 64×", Theme::kText)) + 2 * kCompareButton + 8;
}

bool draw_chosen(Canvas& canvas, Rect box, const Chosen& choice) {
  const std::string key = key_name(choice.action);
  const Control control = canvas.control(choice.id, box, with_key(choice.tooltip, choice.action));
  canvas.fill(box, button_fill(control, choice.on, true), Theme::kButtonRadius);
  const TextLine label = small_label(choice.label, choice.on ? Theme::kInk : Theme::kText);
  const float wide = canvas.width(label);
  canvas.text({box.x + 8, box.y, wide + 1, box.h}, label);
  const TextLine hint = small_label(key, choice.on ? kKeyOn : Theme::kDim);
  const float x = box.x + 8 + wide + kCompareGap;
  if (!key.empty()) canvas.text({x, box.y, box.right() - 7 - x, box.h}, hint);
  return control.clicked;
}

void draw_gain(Canvas& canvas, Rect box, double gain, std::vector<Action>& actions) {
  const auto button = [&](float x, Icon icon, const char* id, const char* text, double factor) {
    const bool possible = factor > 1 ? gain < Compare::kMostGain : gain > 1;
    const ButtonLook look{id, with_key(text, Kind::scale_gain, factor), false, possible};
    if (icon_button(canvas, {x, box.y, kCompareButton, kCompareButton}, icon, look)) {
      actions.push_back({Kind::scale_gain, factor});
    }
  };
  button(box.x, icon_minus, "gain_less", "Half the gain", 0.5);
  button(box.right() - kCompareButton, icon_plus, "gain_more", "Twice the gain", 2);
  canvas.text({box.x + kCompareButton, box.y, box.w - 2 * kCompareButton, box.h},
              {{"gain ", Theme::kDim, TextSize::small},
               {fixed(gain, 0), Theme::kText, TextSize::small},
               {"×", Theme::kDim, TextSize::small}},
              Align::center);
}

}  // namespace

Rect compare_bar_box(const Canvas& canvas, const Compare& compare, float window_width, Rect above) {
  float wide = 2 * kComparePadding - kCompareGap;
  for (const Chosen& choice : choices(compare))
    wide += width_of(canvas, choice) + kCompareGap;
  if (compare.shown() == CompareMode::difference) wide += gain_width(canvas) + kCompareGap;
  Rect box{window_width - Theme::kMargin - wide, Theme::kMargin, wide, kCompareHeight};
  if (box.meets(above)) box.y = above.bottom() + Theme::kGap;
  return box;
}

void draw_compare_bar(Canvas& canvas, const Compare& compare, std::vector<Action>& actions) {
  const Rect p = canvas.panel();
  float x = p.x + kComparePadding;
  if (compare.shown() == CompareMode::difference) {
    const float wide = gain_width(canvas);
    draw_gain(canvas, {x, p.y + kComparePadding, wide, kCompareButton}, compare.gain, actions);
    x += wide + kCompareGap;
    const float turned = canvas.wheel("gain", p, true);
    if (turned != 0) actions.push_back({Kind::scale_gain, std::exp2(turned)});
  }
  for (const Chosen& choice : choices(compare)) {
    const float wide = width_of(canvas, choice);
    if (draw_chosen(canvas, {x, p.y + kComparePadding, wide, kCompareButton}, choice)) {
      actions.push_back({choice.action});
    }
    x += wide + kCompareGap;
  }
}

}  // namespace framelane
