#include "ui/view_zoom.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

bool empty(Size size) {
  return size.width <= 0 || size.height <= 0;
}

double fit_factor(Size shown, Size pane) {
  return std::min(static_cast<double>(pane.width) / shown.width,
                  static_cast<double>(pane.height) / shown.height);
}

double limited(double factor, Size shown, Size pane) {
  const double fit = fit_factor(shown, pane);
  return std::clamp(factor, std::min(fit, 1.0), std::max(fit, ViewZoom::kMost));
}

// From nothing where the picture just fits to all of it where it is twice the pane: no jump
// between.
double clamped_share(double share, double picture, double pane) {
  const double room = 0.5 * std::clamp((picture - pane) / pane, 0.0, 1.0);
  return std::clamp(share, 0.5 - room, 0.5 + room);
}

}  // namespace

double ViewZoom::factor(Size shown, Size pane) const {
  if (empty(shown) || empty(pane)) return 0;
  return factor_ ? limited(*factor_, shown, pane) : fit_factor(shown, pane);
}

Point ViewZoom::clamped(Size shown, Size pane, double factor) const {
  return {clamped_share(middle_.x, shown.width * factor, pane.width),
          clamped_share(middle_.y, shown.height * factor, pane.height)};
}

void ViewZoom::step(double quarters, Point at, Size shown, Size pane) {
  if (empty(shown) || empty(pane) || !std::isfinite(quarters)) return;
  const double now = 4 * std::log2(factor(shown, pane));
  constexpr double kSame = 1e-6;
  double next = now + quarters;
  if (quarters >= 1) next = std::floor(now + kSame) + quarters;
  if (quarters <= -1) next = std::ceil(now - kSame) + quarters;
  set(std::exp2(std::clamp(next, -200.0, 200.0) / 4), at, shown, pane);
}

void ViewZoom::set(double factor, Point at, Size shown, Size pane) {
  if (empty(shown) || empty(pane) || !std::isfinite(factor)) return;
  const double before = this->factor(shown, pane), after = limited(factor, shown, pane);
  const double fit_at = fit_factor(shown, pane);
  if (fit_at <= 1 && after <= fit_at * (1 + 1e-9)) return fit();
  const Point from = clamped(shown, pane, before);
  const Point off{at.x - pane.width / 2.0, at.y - pane.height / 2.0};
  const double way = 1 / before - 1 / after;
  middle_ = {from.x + off.x * way / shown.width, from.y + off.y * way / shown.height};
  factor_ = after;
  middle_ = clamped(shown, pane, after);
}

void ViewZoom::pan(Point by, Size shown, Size pane) {
  if (empty(shown) || empty(pane) || !std::isfinite(by.x) || !std::isfinite(by.y)) return;
  const double now = factor(shown, pane);
  const Point from = clamped(shown, pane, now);
  middle_ = {from.x + by.x / (shown.width * now), from.y + by.y / (shown.height * now)};
  middle_ = clamped(shown, pane, now);
}

Placed ViewZoom::place(Size shown, Size pane) const {
  if (empty(shown) || empty(pane)) return {};
  if (!zoomed()) {
    const PixelRect fit = letterbox(shown, pane);
    return {1.0 * fit.x, 1.0 * fit.y, 1.0 * fit.width, 1.0 * fit.height};
  }
  const double now = factor(shown, pane);
  const Point middle = clamped(shown, pane, now);
  const double width = shown.width * now, height = shown.height * now;
  return {std::round(pane.width / 2.0 - middle.x * width),
          std::round(pane.height / 2.0 - middle.y * height), width, height};
}

}  // namespace framelane
