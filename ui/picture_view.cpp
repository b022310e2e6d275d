#include "ui/picture_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpu/errors.h"
#include "ui/gl.h"
#include "ui/picture_painter.h"
#include "ui/picture_textures.h"
#include "ui/view_zoom.h"

namespace framelane {
namespace {

constexpr int kPaneGap = 2;  // between two pictures side by side, device pixels

void clear_part(PixelRect part, int height, float level) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(part.x, height - part.y - part.height, part.width, part.height);
  glClearColor(level, level, level, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
}

RgbaImage read_whole(PicturePainter& painter, const PictureTextures& picture) {
  if (!picture.has_picture()) {
    throw DeviceError("no picture is on show yet; wait for the first frame");
  }
  const Size size = shown_size(picture.facts());
  const PixelRect all{0, 0, size.width, size.height};
  const GlOffscreen target(size);
  painter.draw(picture, {{0, 0, 1.0 * size.width, 1.0 * size.height}, false}, all, size.height);
  return read_pixels(all, size.height);
}

}  // namespace

struct PictureView::State {
  PictureTextures after, before;
  PicturePainter painter;
  Compare compare;
  ViewZoom zoom;
  bool before_is_current = false;  // of the same frame as `after`
  SourceMap map;                   // from `after` to `before`

  [[nodiscard]] Size shown() const { return shown_size(after.facts()); }
  [[nodiscard]] Placed before_placed(const Placed& after_placed, Size pane) const;
  [[nodiscard]] PicturePainter::Place place_of(const Pane& pane, const Placed& placed) const;
  void draw_pane(const Pane& pane, int split_at, int height);
};

PictureView::PictureView() : state_(std::make_unique<State>()) {}
PictureView::~PictureView() = default;

void PictureView::show(const HostPicture& picture) {
  state_->after.upload(picture);
  state_->before_is_current = false;
}

void PictureView::show_texture(const FrameFacts& facts, const RgbaTexture& texture) {
  state_->after.use(facts, texture);
  state_->before_is_current = false;
}

void PictureView::show_before(const HostPicture& picture, const SourceMap& map) {
  state_->before.upload(picture);
  state_->map = map;
  state_->before_is_current = true;
}

bool PictureView::wants_before() const {
  return state_->compare.on() && has_picture() && !state_->before_is_current;
}

void PictureView::clear() {
  state_->after.clear();
  state_->before.clear();
  state_->before_is_current = false;
}

bool PictureView::has_picture() const {
  return state_->after.has_picture();
}

void PictureView::set_light(ShownLight light) {
  state_->painter.set_light(light);
}

void PictureView::set_compare(const Compare& compare) {
  state_->compare = compare;
}

const Compare& PictureView::compare() const {
  return state_->compare;
}

namespace {

// The part of the source that a result shows, as shares of the source as it is shown.
Placed shown_part(const FrameFacts& source, const SourceMap& map) {
  const PictureMapping whole(source, {0, 0, 1, 1});
  const auto shown = [&](SourceMap::Place result) {
    const SourceMap::Place at = map.to_source(result);
    return whole.window({at.x * source.width, at.y * source.height});
  };
  const Point a = shown({0, 0}), b = shown({1, 1});
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y)};
}

// A picture in its own shape, as much magnified beyond fitting and moved as the other one.
Placed own_place(Size own, Size other, const Placed& placed, Size pane) {
  const PixelRect fit = letterbox(own, pane), other_fit = letterbox(other, pane);
  const double magnified = placed.width / std::max(other_fit.width, 1);
  const double width = fit.width * magnified, height = fit.height * magnified;
  const auto middle = [](double pane_length, double from, double length) {
    return (pane_length / 2 - from) / length;
  };
  const double x = pane.width / 2.0 - width * middle(pane.width, placed.x, placed.width);
  const double y = pane.height / 2.0 - height * middle(pane.height, placed.y, placed.height);
  return {std::round(x), std::round(y), width, height};
}

}  // namespace

Placed PictureView::State::before_placed(const Placed& after_placed, Size pane) const {
  const bool side_by_side = compare.shown() == CompareMode::side_by_side;
  const Size own = shown_size(before.facts());
  if (map == SourceMap{} && (own == shown() || !side_by_side)) return after_placed;
  if (side_by_side || !map.upright()) return own_place(own, shown(), after_placed, pane);
  const Placed part = shown_part(before.facts(), map);
  const double width = after_placed.width / part.width, height = after_placed.height / part.height;
  return {after_placed.x - part.x * width, after_placed.y - part.y * height, width, height};
}

std::vector<PictureView::Pane> PictureView::panes(Size drawable) const {
  if (!has_picture() || drawable.width <= 0 || drawable.height <= 0) return {};
  const State& s = *state_;
  const bool two = s.compare.shown() == CompareMode::side_by_side;
  const int width = two ? std::max(0, (drawable.width - kPaneGap) / 2) : drawable.width;
  const Size size{width, drawable.height};
  Placed placed = s.zoom.place(s.shown(), size);
  Pane first{{0, 0, size.width, size.height}, placed, two || s.compare.flip, {}};
  if (s.before_is_current && !placed.empty()) {
    const Placed before = s.before_placed(placed, size);
    (first.before ? first.placed : first.beneath) = before;
  }
  if (!two) return {first};
  placed.x += drawable.width - width;
  return {first, {{drawable.width - width, 0, size.width, size.height}, placed, false, {}}};
}

namespace {

// The pane that a place in the window belongs to, and the place inside it.
const PictureView::Pane& pane_at(const std::vector<PictureView::Pane>& panes, Point& at) {
  const bool second = panes.size() > 1 && at.x >= panes[1].box.x;
  const PictureView::Pane& pane = panes[second ? 1 : 0];
  at.x -= pane.box.x;
  return pane;
}

Size size_of_box(PixelRect box) {
  return {box.width, box.height};
}

// What of the picture before lies left of a column, and of the one after right of it.
std::pair<PixelRect, PixelRect> split_parts(PixelRect before, PixelRect after, int column) {
  before.width = std::clamp(column - before.x, 0, before.width);
  const int hidden = std::clamp(column - after.x, 0, after.width);
  return {before, {after.x + hidden, after.y, after.width - hidden, after.height}};
}

PixelRect around(PixelRect a, PixelRect b) {
  if (a.width <= 0 || a.height <= 0) return b;
  if (b.width <= 0 || b.height <= 0) return a;
  const int left = std::min(a.x, b.x), top = std::min(a.y, b.y);
  return {left, top, std::max(a.x + a.width, b.x + b.width) - left,
          std::max(a.y + a.height, b.y + b.height) - top};
}

}  // namespace

void PictureView::zoom_by(double quarters, Point at, Size drawable) {
  const std::vector<Pane> all = panes(drawable);
  if (all.empty()) return;
  const Size pane = size_of_box(pane_at(all, at).box);
  state_->zoom.step(quarters, at, state_->shown(), pane);
}

void PictureView::zoom_to(double factor, Point at, Size drawable) {
  const std::vector<Pane> all = panes(drawable);
  if (all.empty()) return;
  const Size pane = size_of_box(pane_at(all, at).box);
  state_->zoom.set(factor, at, state_->shown(), pane);
}

void PictureView::fit() {
  state_->zoom.fit();
}

void PictureView::pan(Point by, Size drawable) {
  const std::vector<Pane> all = panes(drawable);
  if (!all.empty()) state_->zoom.pan(by, state_->shown(), size_of_box(all[0].box));
}

bool PictureView::zoomed() const {
  return state_->zoom.zoomed();
}

double PictureView::zoom_factor(Size drawable) const {
  const std::vector<Pane> all = panes(drawable);
  return all.empty() ? 0 : state_->zoom.factor(state_->shown(), size_of_box(all[0].box));
}

PicturePainter::Place PictureView::State::place_of(const Pane& pane, const Placed& placed) const {
  constexpr double kNearly = 1e-9;
  const bool magnified = zoom.zoomed() && zoom.factor(shown(), size_of_box(pane.box)) >=
                                              ViewZoom::kNearestFrom - kNearly;
  return {placed, magnified};
}

void PictureView::State::draw_pane(const Pane& pane, int split_at, int height) {
  const PixelRect all = covered(pane.placed, pane.box);
  const PicturePainter::Place place = place_of(pane, pane.placed);
  const CompareMode mode = before_is_current ? compare.shown() : CompareMode::off;
  const PicturePainter::Place beneath = place_of(pane, pane.beneath);
  if (mode == CompareMode::difference) {
    // Turned pictures have no pixel in common: one is stretched over the other.
    return painter.draw_difference({after, place}, {before, map.upright() ? beneath : place},
                                   compare.gain, all, height);
  }
  if (mode == CompareMode::split) {
    const auto [left, right] = split_parts(covered(pane.beneath, pane.box), all, split_at);
    painter.draw(before, beneath, left, height);
    return painter.draw(after, place, right, height);
  }
  painter.draw(pane.before && before_is_current ? before : after, place, all, height);
}

void PictureView::draw(Size drawable) const {
  glDisable(GL_SCISSOR_TEST);
  glViewport(0, 0, drawable.width, drawable.height);
  const float level = has_picture() ? 0.0F : 1.0F;
  glClearColor(level * 15 / 255, level * 18 / 255, level * 22 / 255, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  for (const Pane& pane : panes(drawable))
    state_->draw_pane(pane, split_column(drawable), drawable.height);
}

PixelRect PictureView::area(Size drawable) const {
  const bool split = state_->compare.shown() == CompareMode::split;
  PixelRect area;
  for (const Pane& pane : panes(drawable)) {
    area = around(area, covered(pane.placed, pane.box));
    if (split) area = around(area, covered(pane.beneath, pane.box));
  }
  return area;
}

int PictureView::split_column(Size drawable) const {
  const PixelRect seen = area(drawable);
  const double column = std::round(state_->compare.split * drawable.width);
  return static_cast<int>(std::clamp(column, 1.0 * seen.x, 1.0 * seen.x + seen.width));
}

RgbaImage PictureView::read_picture() const {
  return read_whole(state_->painter, state_->after);
}

RgbaImage PictureView::read_before() const {
  return read_whole(state_->painter, state_->before);
}

RgbaImage PictureView::read_composite(Size drawable) const {
  const PixelRect seen = area(drawable);
  if (seen.width <= 0) throw DeviceError("the window shows nothing of the picture: make it larger");
  const GlOffscreen target(drawable);
  draw(drawable);
  if (state_->compare.shown() == CompareMode::split) {
    const int column = split_column(drawable);
    clear_part({column - 2, seen.y, 4, seen.height}, drawable.height, 0.04F);
    clear_part({column - 1, seen.y, 2, seen.height}, drawable.height, 1);
  }
  return read_pixels(seen, drawable.height);
}

int PictureView::textures_made() const {
  return state_->after.made() + state_->before.made();
}

}  // namespace framelane
