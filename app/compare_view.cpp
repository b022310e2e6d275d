#include "app/compare_view.h"

#include <algorithm>
#include <cmath>

#include "app/pixel_probe.h"
#include "gpu/source_map.h"

namespace framelane {
namespace {

using Kind = Action::Kind;

// One way of comparing on or off; choosing one ends a flip.
Compare toggled(Compare compare, CompareMode mode) {
  const bool was_shown = compare.shown() == mode;
  compare.mode = was_shown ? CompareMode::off : mode;
  compare.flip = false;
  return compare;
}

std::string names_of(const Chain& chain) {
  std::string names;
  for (const ChainFilter& filter : chain.filters) {
    if (!filter.enabled) continue;
    if (!names.empty()) names += ' ';
    names += filter.spec->name;
  }
  return names;
}

// The two pictures of a frame, and how they lie to each other.
struct Pair {
  const FrameFacts &before, &after;
  SourceMap map;
};

bool lies_in(PixelRect seen, Point at) {
  return at.x >= seen.x && at.x < seen.x + seen.width && at.y >= seen.y &&
         at.y < seen.y + seen.height;
}

// The source's pixel that is seen at a place of a pane; nothing beside the picture.
std::optional<Point> source_pixel(const PictureView::Pane& pane, const Pair& pair, Point at,
                                  int split) {
  const bool beneath = !pane.beneath.empty() && at.x < split;
  const Placed& placed = beneath ? pane.beneath : pane.placed;
  if (!lies_in(covered(placed, pane.box), at)) return std::nullopt;
  if (pane.before || beneath) return PictureMapping(pair.before, placed).stored(at);
  const Point stored = PictureMapping(pair.after, placed).stored(at);
  const SourceMap::Place source =
      pair.map.to_source({stored.x / pair.after.width, stored.y / pair.after.height});
  return Point{source.x * pair.before.width, source.y * pair.before.height};
}

// Where a pane shows a place of the source.
Point shown_at(const PictureView::Pane& pane, const Pair& pair, Point source, int split) {
  if (pane.before) return PictureMapping(pair.before, pane.placed).window(source);
  const SourceMap::Place there =
      pair.map.to_result({source.x / pair.before.width, source.y / pair.before.height});
  const Point after = PictureMapping(pair.after, pane.placed)
                          .window({there.x * pair.after.width, there.y * pair.after.height});
  if (pane.beneath.empty()) return after;
  const Point before = PictureMapping(pair.before, pane.beneath).window(source);
  return before.x < split ? before : after;
}

PixelModel::Mark mark_of(const PictureView::Pane& pane, const Pair& pair, int x, int y, int split) {
  const Point a = shown_at(pane, pair, {1.0 * x, 1.0 * y}, split);
  const Point b = shown_at(pane, pair, {x + 1.0, y + 1.0}, split);
  return {static_cast<float>(std::min(a.x, b.x)), static_cast<float>(std::min(a.y, b.y)),
          static_cast<float>(std::abs(a.x - b.x)), static_cast<float>(std::abs(a.y - b.y))};
}

}  // namespace

void CompareView::apply(const Action& action, Size drawable) {
  apply_compare(action);
  apply_zoom(action, drawable);
}

void CompareView::apply_compare(const Action& action) {
  Compare next = picture_.compare();
  switch (action.kind) {
    case Kind::toggle_split:
      next = toggled(next, CompareMode::split);
      break;
    case Kind::toggle_side_by_side:
      next = toggled(next, CompareMode::side_by_side);
      break;
    case Kind::toggle_difference:
      next = toggled(next, CompareMode::difference);
      break;
    case Kind::toggle_flip:
      next.flip = !next.flip;
      break;
    case Kind::move_split:
      next.split = std::clamp(action.value, 0.0, 1.0);
      break;
    case Kind::scale_gain:
      next.gain = std::clamp(next.gain * action.value, 1.0, Compare::kMostGain);
      break;
    default:
      return;
  }
  picture_.set_compare(next);
}

void CompareView::apply_zoom(const Action& action, Size drawable) {
  const Point middle{drawable.width / 2.0, drawable.height / 2.0};
  switch (action.kind) {
    case Kind::zoom_by:
      return picture_.zoom_by(action.value, overlay_.pointer_on_picture().value_or(middle),
                              drawable);
    case Kind::zoom_actual:
      return picture_.zoom_to(1, overlay_.pointer_on_picture().value_or(middle), drawable);
    case Kind::zoom_fit:
      return picture_.fit();
    case Kind::pan_across:
      return picture_.pan({action.value * drawable.width, 0}, drawable);
    case Kind::pan_down:
      return picture_.pan({0, action.value * drawable.height}, drawable);
    default:
      return;
  }
}

void CompareView::prepare(const ProcessedFrame* shown, const Chain& chain, Size drawable) {
  if (shown != nullptr && picture_.wants_before())
    picture_.show_before(shown->source->picture, source_map_of(shown->plan->passes));
  fill_compare(chain, drawable);
  if (overlay_.pixel_shown()) fill_pixel(shown, drawable);
}

void CompareView::clear() {
  picture_.fit();
  pixel_.known = false;
}

void CompareView::fill_compare(const Chain& chain, Size drawable) {
  CompareModel& model = compare_;
  model.compare = picture_.compare();
  model.chain = names_of(chain);
  model.picture = picture_.area(drawable);
  const auto panes = picture_.panes(drawable);
  model.second = panes.empty() ? 0 : panes.back().box.x;
  model.split = picture_.split_column(drawable);
  model.movable = picture_.zoomed();
}

// The pointer chooses the pixel; beside the picture, or on a panel, the last one stays.
void CompareView::fill_pixel(const ProcessedFrame* shown, Size drawable) {
  PixelModel& model = pixel_;
  model.marks.clear();
  model.zoom = picture_.zoom_factor(drawable);
  if (shown == nullptr) return;
  const ProcessedFrame& frame = *shown;
  const Pair pair{frame.source->picture.facts, frame.picture.facts,
                  source_map_of(frame.plan->passes)};
  const bool split_shown = picture_.compare().shown() == CompareMode::split;
  const int split = split_shown ? picture_.split_column(drawable) : 0;
  const auto panes = picture_.panes(drawable);
  if (const auto pointer = overlay_.pointer_on_picture()) {
    const Point at{std::floor(pointer->x) + 0.5, std::floor(pointer->y) + 0.5};
    for (const PictureView::Pane& pane : panes) {
      const std::optional<Point> pixel = source_pixel(pane, pair, at, split);
      if (!pixel) continue;
      model.x = static_cast<int>(std::floor(pixel->x));
      model.y = static_cast<int>(std::floor(pixel->y));
      model.known = true;
    }
  }
  if (!model.known) return;
  probe_pixel(model, frame.source->picture, frame.picture, pair.map, model.x, model.y);
  for (const PictureView::Pane& pane : panes)
    model.marks.push_back(mark_of(pane, pair, model.x, model.y, split));
}

}  // namespace framelane
