#pragma once
#include <span>

#include "gpu/pass.h"

namespace framelane {

// Which place of the source a place of the result shows, both as shares of the stored pictures'
// width and height. Crops, flips and quarter turns; a change of size alone changes nothing.
// Thread-safety: a value.
struct SourceMap {
  struct Place {
    double x = 0, y = 0;
  };
  // x = xx u + xy v + x0, y = yx u + yy v + y0
  double xx = 1, xy = 0, yx = 0, yy = 1, x0 = 0, y0 = 0;

  [[nodiscard]] Place to_source(Place result) const;
  [[nodiscard]] Place to_result(Place source) const;
  // Rows are rows, in their order: only a part may be missing.
  [[nodiscard]] bool upright() const { return xx > 0 && yy > 0 && xy == 0 && yx == 0; }
  friend bool operator==(const SourceMap&, const SourceMap&) = default;
};

[[nodiscard]] SourceMap source_map_of(std::span<const Pass> passes);

}  // namespace framelane
