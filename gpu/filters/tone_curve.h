#pragma once
#include <cstdint>

#include "gpu/frame_facts.h"

namespace framelane {

// How light brighter than the display's white is brought into its range. Light is in units of that
// white. Thread-safety: a value.
struct ToneCurve {
  // vf_tonemap's, and the EETF of ITU-R BT.2390 (5.4.1, with a black of 0) on PQ.
  enum class Kind : std::uint8_t { none, linear, gamma, clip, reinhard, hable, mobius, bt2390 };
  Kind kind = Kind::none;
  double param = 0;     // of the kind; 0: the kind's own (see default_param())
  double peak = 10;     // the brightest light there is
  double target = 100;  // cd/m2 of the white
};

// vf_tonemap's: gamma 1.8, mobius 0.3, reinhard 0.5, else 1.
[[nodiscard]] double default_param(ToneCurve::Kind kind);
// Light shown for light.
[[nodiscard]] double tone_mapped(const ToneCurve& curve, double light);
// The light at which the curve has a corner; 1 where it has none, 0 at the least.
[[nodiscard]] double corner_of(const ToneCurve& curve);

// The brightest light of such pictures: MaxCLL where it is said, else the mastering display's, else
// 1000 cd/m2; of SDR its white.
[[nodiscard]] double source_peak(const FrameFacts& facts, double target);

}  // namespace framelane
