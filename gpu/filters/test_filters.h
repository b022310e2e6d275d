#pragma once
#include "gpu/filters/filter.h"

namespace framelane {

// Filters that only tests register.
//   test_double_rate=past=A:here=B:next=C  two outputs for each frame, half a duration apart: the
//   frame itself
//       weighted with the one before and the one after, then with those two swapped. One frame of
//       lookahead and one of history.
//   test_halve=left=X:top=Y  crops X and Y (even) from the left and top and halves the rest.
extern const FilterSpec kDoubleRateFilter, kHalveFilter;

// The shipped filters and these.
[[nodiscard]] FilterRegistry filters_with_tests();

}  // namespace framelane
