#pragma once
#include <cstdint>

namespace framelane {

// How far from a sample its four references lie: at (x, y), (x, -y), (-x, -y), (-x, y) from it.
struct DebandOffset {
  std::int16_t x = 0, y = 0;
};

// Replaces a sample by the mean of its references where it hardly differs; see debanded(). Table 0
// holds a DebandOffset for every pixel, row by row, that subsampled planes read from its top left.
// Thread-safety: a value.
struct DebandWork {
  float threshold[4] = {};  // codes; differences below count as none. 0: component passes unchanged
  bool blur = true;         // the mean is compared, else each reference
  bool coupled = false;     // all components change or none does
  std::uint8_t components = 15;  // that the picture has
  int reach = 0;                 // no offset is longer along either axis
};

}  // namespace framelane
