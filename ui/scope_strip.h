#pragma once
#include <array>

#include "gpu/scopes/scope_tables.h"
#include "ui/geometry.h"

namespace framelane {

// Where the pixel panel and the scopes lie: side by side in the timeline's place, those switched on
// sharing the width. Waveform and histogram take what room there is, up to twice their usual width;
// where there is little they shrink first.
struct ScopeStrip {
  static constexpr float kHeight = 224;
  Rect pixel;
  std::array<Rect, kScopes> scopes;  // by Scope; empty when off
};
// Above `bottom`.
[[nodiscard]] ScopeStrip scope_strip(Size logical_window, float bottom, bool pixel,
                                     const ScopeWants& on);

}  // namespace framelane
