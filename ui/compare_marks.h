#pragma once
#include <vector>

#include "ui/actions.h"
#include "ui/canvas.h"
#include "ui/compare_model.h"

namespace framelane {

// What is drawn over two compared pictures, clear of this frame's panels: the split line with its
// handle, which is dragged, and the names of what is seen. Call it after the panels.
void draw_compare_marks(Canvas& canvas, const Interaction& panels, const CompareModel& model,
                        Size drawable, double scale, std::vector<Action>& actions);

}  // namespace framelane
