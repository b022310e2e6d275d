#include <algorithm>
#include <cmath>

#include "app/pixel_probe.h"
#include "app/viewer.h"
#include "gpu/errors.h"

// What compares the frame on show with its source, magnifies and inspects it.

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

void Viewer::apply_compare(const Action& action) {
  Compare next = picture_->compare();
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
  picture_->set_compare(next);
}

void Viewer::apply_zoom(const Action& action) {
  const Size size = window_->drawable();
  const Point middle{size.width / 2.0, size.height / 2.0};
  switch (action.kind) {
    case Kind::zoom_by:
      return picture_->zoom_by(action.value, overlay_->pointer_on_picture().value_or(middle), size);
    case Kind::zoom_actual:
      return picture_->zoom_to(1, overlay_->pointer_on_picture().value_or(middle), size);
    case Kind::zoom_fit:
      return picture_->fit();
    case Kind::pan_across:
      return picture_->pan({action.value * size.width, 0}, size);
    case Kind::pan_down:
      return picture_->pan({0, action.value * size.height}, size);
    default:
      return;
  }
}

void Viewer::prepare_compare(Size drawable) {
  const bool frame = player_ && player_->current();
  if (frame && picture_->wants_before()) {
    const ProcessedFrame& shown = *player_->current();
    picture_->show_before(shown.source->picture, source_map_of(shown.plan->passes));
  }
  fill_compare(drawable);
  if (overlay_->pixel_shown()) fill_pixel(drawable);
}

void Viewer::fill_compare(Size drawable) {
  CompareModel& model = compare_model_;
  model.compare = picture_->compare();
  model.chain = names_of(options_.chain);
  model.picture = picture_->area(drawable);
  const auto panes = picture_->panes(drawable);
  model.second = panes.empty() ? 0 : panes.back().box.x;
  model.split = picture_->split_column(drawable);
  model.movable = picture_->zoomed();
}

// The pointer chooses the pixel; beside the picture, or on a panel, the last one stays.
void Viewer::fill_pixel(Size drawable) {
  PixelModel& model = pixel_model_;
  model.marks.clear();
  model.zoom = picture_->zoom_factor(drawable);
  if (!player_ || !player_->current()) return;
  const ProcessedFrame& frame = *player_->current();
  const Pair pair{frame.source->picture.facts, frame.picture.facts,
                  source_map_of(frame.plan->passes)};
  const bool split_shown = picture_->compare().shown() == CompareMode::split;
  const int split = split_shown ? picture_->split_column(drawable) : 0;
  const auto panes = picture_->panes(drawable);
  if (const auto pointer = overlay_->pointer_on_picture()) {
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

// While comparing three files tell one frame: before, after, and what the window shows of both.
void Viewer::save_picture() {
  // Of a file just opened there is none yet.
  if (!picture_->has_picture() || !player_->current()) return;
  if (!picture_->compare().on()) return save(default_name(".png"), picture_->read_picture());
  prepare_compare(window_->drawable());
  const std::string name = default_name("");  // one time of day for all three
  save(name + "_before.png", picture_->read_before());
  save(name + "_after.png", picture_->read_picture());
  try {
    save(name + "_compare.png", picture_->read_composite(window_->drawable()));
  } catch (const DeviceError& error) {
    overlay_->report_fault(error.what());
  }
}

}  // namespace framelane
