#pragma once
#include "ui/scope_parts.h"
#include "ui/scope_shapes.h"

namespace framelane {

// How often each value of R, G and B occurs, and of luma: filled of the picture chosen, a white
// line of the other one. All on one scale, which leaves out what is clipped at the ends. `curves`
// null: nothing was counted yet.
void draw_histogram(Canvas& canvas, const ScopesModel& model, const HistogramCurves* curves,
                    const ScopeLook& look, std::vector<Action>& actions);

}  // namespace framelane
