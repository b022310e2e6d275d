#pragma once
#include "gpu/filters/filter.h"

namespace framelane {

// Where the values of a number or integer parameter lie on a slider. A range that would leave no
// room for the values near the default is not linear: logarithmic where it stays above 0, else
// linear near the default and logarithmic away from it, v = default + unit * sinh(x).
// Thread-safety: a value.
class ValueScale {
 public:
  explicit ValueScale(const Parameter& parameter);

  // 0 at the minimum, 1 at the maximum.
  [[nodiscard]] double position(double value) const;
  // The value there, in the steps a slider has.
  [[nodiscard]] double value(double position) const;
  // A few small steps on; `fine`: a tenth of them, where the decimals shown leave room for that.
  [[nodiscard]] double stepped(double value, int steps, bool fine) const;
  // Of every value's text.
  [[nodiscard]] int decimals() const { return decimals_; }

 private:
  enum class Form : unsigned char { linear, logarithmic, about_default };
  [[nodiscard]] double bent(double value) const;
  [[nodiscard]] double straightened(double bent) const;
  [[nodiscard]] double nearest(double value) const;
  [[nodiscard]] double step_at(double value) const;

  double minimum_, maximum_, standard_, unit_;
  double quantum_ = 1;  // smallest step
  Form form_ = Form::linear;
  int decimals_ = 0;
  bool odd_ = false;
};

}  // namespace framelane
