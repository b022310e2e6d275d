#pragma once
#include "gpu/filters/filter.h"

namespace framelane {

// Filters that only tests register.
//   test_double_rate=past=A:here=B:next=C  two outputs for each frame, half a duration apart: the
//   frame itself
//       weighted with the one before and the one after, then with those two swapped. One frame of
//       lookahead and one of history.
//   test_halve=left=X:top=Y  crops X and Y (even) from the left and top and halves the rest.
//   test_curve=power=P  a power of R, G and B through a table.
//   test_become=what=full|yuv444p|film  the picture counts as full range, as that format, or as of
//   other primaries from there on.
extern const FilterSpec kDoubleRateFilter, kHalveFilter, kCurveFilter, kBecomeFilter;

// The shipped filters and these.
[[nodiscard]] FilterRegistry filters_with_tests();

}  // namespace framelane
