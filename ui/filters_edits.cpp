#include <algorithm>

#include "ui/filters_panel.h"

// What the user asks of the filters panel's rows becomes edits of the chain.

namespace framelane {
namespace {

using Kind = Action::Kind;

constexpr float kEdge = 24;       // of the rows' room, where a dragged row scrolls it
constexpr float kScrollStep = 6;  // a draw

}  // namespace

// A filter goes before the first one whose middle lies under the pointer.
void FiltersPanel::drag(Canvas& canvas, std::size_t index, const Control& grip, float top) {
  Interaction& interaction = canvas.interaction();
  if ((!grip.held && !grip.let_go) || !interaction.moved_since_press()) return;
  const float pointer = interaction.y();
  float y = top, mark = top - kFilterGap / 2;
  std::size_t before = 0;
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    const float height = heights_[i];
    if (pointer < y + height / 2) break;
    y += height + kFilterGap;
    mark = y - kFilterGap / 2;
    before = i + 1;
  }
  target_ = before;
  if (!grip.held) return;
  dragged_ = index;
  const Rect room = scroll_.room();
  const float at = std::clamp(mark, room.y + 1, room.bottom() - 1);
  canvas.fill({room.x, at - 1, room.w, 2}, white(100));
  const int over = pointer < room.y + kEdge ? -1 : pointer > room.bottom() - kEdge ? 1 : 0;
  const float to = scroll_.offset() + kScrollStep * static_cast<float>(over);
  moving_ = over != 0 && to >= 0 && to <= content_height() - room.h;
  if (moving_) scroll_.by(to - scroll_.offset());
}

void FiltersPanel::follow_ring(Canvas& canvas, const FilterRowAsks& ring, float top) {
  const std::string& id = canvas.interaction().focused_id();
  if (ring.ring && id != ring_) {
    if (ring.ring_at) {
      values_.reveal(*ring.ring_at, ring.ring->h);
    } else {
      scroll_.reveal(ring.ring->y - top, ring.ring->h);
    }
  }
  ring_ = id;
}

void FiltersPanel::edited(std::vector<Action>& actions) const {
  actions.push_back({Kind::set_chain, 0, true, to_text(shown_.chain())});
}

void FiltersPanel::move(Canvas& canvas, std::size_t index, std::size_t before,
                        std::vector<Action>& actions) {
  if (before == index || before == index + 1 || before > shown_.size()) return;
  shown_.move(index, before);
  const std::size_t now = before > index ? before - 1 : before;
  const bool expanded = expanded_[index];
  expanded_.erase(expanded_.begin() + static_cast<std::ptrdiff_t>(index));
  expanded_.insert(expanded_.begin() + static_cast<std::ptrdiff_t>(now), expanded);
  chosen_ = now;
  if (canvas.interaction().focused())
    canvas.interaction().focus("filter" + std::to_string(now) + ".grip");
  edited(actions);
}

void FiltersPanel::apply(Canvas& canvas, std::size_t index, const FilterRowAsks& asks,
                         std::vector<Action>& actions) {
  if (asks.grip.let_go) {
    if (target_) move(canvas, index, *target_, actions);
    return;
  }
  if (asks.up != 0) {
    const std::size_t before = asks.up > 0 ? index - 1 : index + 2;
    if (asks.up < 0 || index > 0) move(canvas, index, before, actions);
    return;
  }
  if (asks.open) return ask(canvas, index, *asks.open, actions);
  if (asks.expand || (asks.choose && !compact_)) expanded_[index] = !expanded_[index];
  if (asks.choose && compact_ && chosen_ == index) {
    chosen_.reset();
  } else {
    if (chosen_ != index) values_ = ScrollArea{"filter_values"};
    chosen_ = index;
  }
  if (asks.expand || asks.choose) return;
  if (asks.remove) {
    shown_.remove(index);
    expanded_.erase(expanded_.begin() + static_cast<std::ptrdiff_t>(index));
  } else if (asks.reset) {
    shown_.reset(index);
  } else if (asks.toggle) {
    shown_.set_enabled(index, !shown_.chain().filters[index].enabled);
  } else if (asks.value) {
    shown_.set_value(index, asks.value->first, asks.value->second);
    // One that goes back to its default does not vanish under the pointer.
    if (asks.value->first >= kFirstParameters) expanded_[index] = true;
  }
  fit_rows();
  edited(actions);
}

}  // namespace framelane
