#include "ui/value_scale.h"

#include <algorithm>
#include <cmath>

namespace framelane {
namespace {

// A range wider than this many times the default's size is not linear.
constexpr double kWidestLinear = 40;
// A range above 0 whose ends are this many times apart is logarithmic.
constexpr double kWidestRatio = 20;
// About the default a wide range is linear within this share of the default's size.
constexpr double kLinearShare = 0.1;

// The largest of 1, 2 and 5 times a power of ten that is not above.
double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step) + 1e-9));
  const double lead = step / power * (1 + 1e-9);
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

}  // namespace

ValueScale::ValueScale(const Parameter& parameter)
    : minimum_(parameter.minimum),
      maximum_(parameter.maximum),
      standard_(parameter.standard),
      odd_(parameter.odd) {
  const double size = standard_ != 0 ? std::abs(standard_) : 1;
  const double range = maximum_ - minimum_;
  unit_ = kLinearShare * size;
  if (minimum_ > 0 && maximum_ / minimum_ >= kWidestRatio) {
    form_ = Form::logarithmic;
  } else if (range / size > kWidestLinear) {
    form_ = Form::about_default;
  }
  if (parameter.type != Parameter::Type::number) return;
  decimals_ = 2;
  if (range <= 0.5) decimals_ = range <= 0.05 ? 4 : 3;
  // The lowest values of all must not run together.
  if (form_ == Form::logarithmic)
    decimals_ = std::max(decimals_, static_cast<int>(std::ceil(0.4 - std::log10(minimum_))));
  // Nor those about a small default.
  if (form_ == Form::about_default)
    decimals_ = std::max(decimals_, static_cast<int>(std::ceil(0.5 - std::log10(unit_))));
  quantum_ = std::pow(10, -decimals_);
}

double ValueScale::bent(double value) const {
  switch (form_) {
    case Form::logarithmic:
      return std::log(value);
    case Form::about_default:
      return std::asinh((value - standard_) / unit_);
    case Form::linear:
      break;
  }
  return value;
}

double ValueScale::straightened(double bent) const {
  switch (form_) {
    case Form::logarithmic:
      return std::exp(bent);
    case Form::about_default:
      return standard_ + unit_ * std::sinh(bent);
    case Form::linear:
      break;
  }
  return bent;
}

double ValueScale::position(double value) const {
  if (maximum_ <= minimum_) return 0;
  const double low = bent(minimum_), high = bent(maximum_);
  return std::clamp((bent(std::clamp(value, minimum_, maximum_)) - low) / (high - low), 0.0, 1.0);
}

// In range, in whole quanta, and with three digits where the slider is too coarse for more.
double ValueScale::nearest(double value) const {
  if (value <= minimum_) return minimum_;
  if (value >= maximum_) return maximum_;
  if (odd_) return std::clamp(2 * std::floor(value / 2) + 1, minimum_, maximum_);
  double quantum = quantum_;
  if (form_ != Form::linear && value != 0) {
    quantum = std::max(quantum, std::pow(10, std::floor(std::log10(std::abs(value))) - 2));
  }
  // A division, so that 0.3 stays the number that "0.3" reads as.
  const double rounded = quantum < 1 ? std::round(value / quantum) / std::round(1 / quantum)
                                     : std::round(value / quantum) * quantum;
  return std::clamp(rounded, minimum_, maximum_);
}

double ValueScale::value(double position) const {
  if (position <= 0) return minimum_;
  if (position >= 1) return maximum_;
  const double low = bent(minimum_), high = bent(maximum_);
  return nearest(straightened(low + position * (high - low)));
}

// A hundredth of the track, as a round number.
double ValueScale::step_at(double value) const {
  if (form_ == Form::linear) return round_step((maximum_ - minimum_) / 100);
  const double at = position(value);
  const double low = bent(minimum_), high = bent(maximum_), here = low + at * (high - low);
  const double span = (high - low) / 100;
  return round_step(std::abs(straightened(here + span / 2) - straightened(here - span / 2)));
}

double ValueScale::stepped(double value, int steps, bool fine) const {
  if (odd_) return nearest(value + 2 * steps);
  const double step = std::max(quantum_, step_at(value) * (fine ? 0.1 : 1));
  const double next = value + steps * step;
  if (next <= minimum_ || next >= maximum_) return std::clamp(next, minimum_, maximum_);
  const double whole = std::round(next / quantum_);
  return quantum_ < 1 ? whole / std::round(1 / quantum_) : whole * quantum_;
}

}  // namespace framelane
