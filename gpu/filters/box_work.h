#pragma once

namespace framelane {

// Means of 2 radius + 1 neighbours along one axis; components of radius 0 pass unchanged. Beyond
// its borders the picture is mirrored, the outermost sample repeated; a radius is at most half the
// component's size. Sums are of integers, so that they do not depend on their order.
// Thread-safety: a value.
struct BoxWork {
  bool vertical = false;
  int radius[4] = {};
};

}  // namespace framelane
