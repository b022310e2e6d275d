#pragma once
#include <functional>

#include "gpu/filters/filter.h"
#include "gpu/filters/tone_curve.h"

namespace framelane {

// Point operations on light as steps of a filter in R'G'B'. Nothing is clamped between them: what
// a picture's codes or primaries cannot hold stays beyond 0 and 1 till it is stored.

// Codes (1 is `top`) become light of `white` cd/m2 as 1: PQ by its own scale, HLG as a display of
// 1000 cd/m2 shows it, others with their white at 1.
void add_light(FilterStep& step, Transfer transfer, double top, double white);
// Where luminance is above `from`, colours go the more to gray, as vf_tonemap does it.
void add_desaturation(FilterStep& step, Primaries primaries, double from);
// R, G and B in proportion, as the curve has the largest of them.
void add_tone(FilterStep& step, const ToneCurve& curve);
void add_primaries(FilterStep& step, const Rows3& matrix);
// A function of R, G and B each, as lines: `value_of` of gain * v + offset. See lines_of().
using ValueCurve = std::function<double(double)>;
struct LinePlan {
  double gain = 1, offset = 0;
  float low = 0, least = 0, high = 1;
  int per_octave = 5;
  // Where the curve is a power of what is read, from 0 to `high`: the exponent, and its value at 1.
  double power = 0, at_one = 1;
};
void add_lines(FilterStep& step, const ValueCurve& value_of, const LinePlan& plan);
// Of codes, whose unit is `top`, from 0 to 1.5 and as close everywhere.
void add_decoding(FilterStep& step, const ValueCurve& light_of_code, double top);
// Of light from 0 to 2, as close in each octave; a transfer that displays decode.
void add_encoding(FilterStep& step, Transfer transfer, double top);

}  // namespace framelane
