#include "ui/choice_list.h"

#include <algorithm>

namespace framelane {
namespace {

constexpr float kLeastName = 88, kAfterName = 8, kMostOfRow = 0.6F;

// As wide as the longest of all, shown or not, so that it stays where it is.
float name_width(const Canvas& canvas, const std::vector<Choice>& choices, float room) {
  float widest = kLeastName;
  for (const Choice& choice : choices)
    if (!choice.text.empty()) widest = std::max(widest, canvas.width({{choice.name}}) + 1);
  return std::min(widest, room * kMostOfRow);
}

void draw_choice(Canvas& canvas, Rect row, const Choice& choice, bool lit, float name_wide) {
  if (lit) canvas.fill({row.x - 4, row.y, row.w + 8, row.h}, Theme::kControl, Theme::kButtonRadius);
  const TextLine name{{choice.name}};
  if (choice.text.empty()) {
    canvas.text(row, name);
    return;
  }
  canvas.text({row.x, row.y, name_wide, row.h}, name);
  const float left = name_wide + kAfterName;
  canvas.text({row.x + left, row.y, row.w - left, row.h},
              {{choice.text, Theme::kDim, TextSize::small}});
}

}  // namespace

void ChoiceList::open() {
  *this = ChoiceList();
}

void ChoiceList::move(int down, std::size_t count) {
  if (lit_ && *lit_ >= count) lit_.reset();
  if (count == 0 || down == 0) return;
  const auto last = static_cast<std::ptrdiff_t>(count) - 1;
  const std::ptrdiff_t from =
      lit_ ? static_cast<std::ptrdiff_t>(*lit_) : (down > 0 ? -1 : last + 1);
  lit_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(from + down, 0, last));
  scroll_.reveal(kRow * static_cast<float>(*lit_), kRow);
}

std::optional<std::size_t> ChoiceList::draw(Canvas& canvas, Rect room,
                                            const std::vector<Choice>& choices,
                                            const std::vector<std::size_t>& shown, int down) {
  std::optional<std::size_t> clicked;
  float y = scroll_.begin(canvas, room, kRow * static_cast<float>(shown.size()));
  move(down, shown.size());
  const float name_wide = name_width(canvas, choices, room.w);
  const Interaction& interaction = canvas.interaction();
  // A pointer at rest does not take the light from the arrow keys.
  const bool pointed = interaction.x() != pointer_x_ || interaction.y() != pointer_y_;
  pointer_x_ = interaction.x();
  pointer_y_ = interaction.y();
  for (std::size_t i = 0; i < shown.size(); ++i, y += kRow) {
    const Rect row{room.x, y, room.w, kRow};
    const Control control = canvas.drag_area("choice" + std::to_string(i), row, true);
    if (control.hover && pointed) lit_ = i;
    draw_choice(canvas, row, choices[shown[i]], lit_ == i, name_wide);
    if (control.clicked) clicked = shown[i];
  }
  scroll_.end(canvas);
  return clicked;
}

}  // namespace framelane
