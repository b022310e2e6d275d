#include "ui/picture_mapping.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace framelane {
namespace {

// The first and the last but one of the whole numbers n with n + 0.5 between `from` and `to`.
std::pair<int, int> centres_between(double from, double to, int least, int most) {
  const auto bound = [&](double at) {
    return static_cast<int>(std::clamp(std::ceil(at - 0.5), 1.0 * least, 1.0 * most));
  };
  return {bound(from), bound(to)};
}

// Whether each pixel of the picture has the same whole number of the display's.
bool whole_pixels(Size shown, const PixelRect& area) {
  return area.width % shown.width == 0 && area.height % shown.height == 0 &&
         area.width / shown.width == area.height / shown.height;
}

// A length that leaves no bars of a single pixel.
int covering(int length, int outer) {
  return outer - length <= 2 ? outer : length;
}

}  // namespace

Size shown_size(const FrameFacts& facts) {
  const double aspect =
      static_cast<double>(facts.sample_aspect.num) / std::max(facts.sample_aspect.den, 1);
  Size size{facts.width, facts.height};
  if (aspect > 1) size.width = std::max(1, static_cast<int>(std::lround(size.width * aspect)));
  if (aspect > 0 && aspect < 1) {
    size.height = std::max(1, static_cast<int>(std::lround(size.height / aspect)));
  }
  if (facts.rotation % 180 != 0) std::swap(size.width, size.height);
  return size;
}

PixelRect letterbox(Size shown, Size outer) {
  if (shown.width <= 0 || shown.height <= 0 || outer.width <= 0 || outer.height <= 0) return {};
  const double factor = std::min(static_cast<double>(outer.width) / shown.width,
                                 static_cast<double>(outer.height) / shown.height);
  PixelRect area;
  area.width = std::clamp(static_cast<int>(std::lround(shown.width * factor)), 1, outer.width);
  area.height = std::clamp(static_cast<int>(std::lround(shown.height * factor)), 1, outer.height);
  if (!whole_pixels(shown, area)) {
    area.width = covering(area.width, outer.width);
    area.height = covering(area.height, outer.height);
  }
  area.x = (outer.width - area.width) / 2;
  area.y = (outer.height - area.height) / 2;
  return area;
}

PixelRect covered(const Placed& placed, PixelRect within) {
  if (placed.empty() || within.width <= 0 || within.height <= 0) return {};
  const auto [left, right] =
      centres_between(placed.x, placed.x + placed.width, within.x, within.x + within.width);
  const auto [top, bottom] =
      centres_between(placed.y, placed.y + placed.height, within.y, within.y + within.height);
  if (right <= left || bottom <= top) return {};
  return {left, top, right - left, bottom - top};
}

Orientation orientation_of(const FrameFacts& facts) {
  Orientation o;
  switch (facts.rotation) {
    case 90:
      o = {{0, -1, 1, 0}, {0, 1}};
      break;
    case 180:
      o = {{-1, 0, 0, -1}, {1, 1}};
      break;
    case 270:
      o = {{0, 1, -1, 0}, {1, 0}};
      break;
    default:
      break;
  }
  if (!facts.mirror) return o;
  o.turn[0] = -o.turn[0];
  o.turn[2] = -o.turn[2];
  o.move[0] = 1 - o.move[0];
  return o;
}

PictureMapping::PictureMapping(const FrameFacts& facts, const Placed& placed) {
  const Orientation o = orientation_of(facts);
  const double width = facts.width, height = facts.height;
  to_stored_ = {o.turn[0] * width / placed.width, o.turn[1] * height / placed.width,
                o.turn[2] * width / placed.height, o.turn[3] * height / placed.height};
  origin_ = {o.move[0] * width - to_stored_[0] * placed.x - to_stored_[2] * placed.y,
             o.move[1] * height - to_stored_[1] * placed.x - to_stored_[3] * placed.y};
}

Point PictureMapping::stored(Point window) const {
  return {origin_.x + to_stored_[0] * window.x + to_stored_[2] * window.y,
          origin_.y + to_stored_[1] * window.x + to_stored_[3] * window.y};
}

Point PictureMapping::window(Point stored) const {
  const auto& [a, b, c, d] = to_stored_;
  const double x = stored.x - origin_.x, y = stored.y - origin_.y;
  const double determinant = a * d - b * c;
  return {(d * x - c * y) / determinant, (a * y - b * x) / determinant};
}

bool PictureMapping::one_to_one() const {
  const auto whole = [](double step) { return step == 0 || std::abs(step) == 1; };
  return std::ranges::all_of(to_stored_, whole) && std::floor(origin_.x) == origin_.x &&
         std::floor(origin_.y) == origin_.y;
}

}  // namespace framelane
